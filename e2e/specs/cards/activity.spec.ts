/**
 * The record: what a person's card leaves in it, that only admins read it, and that its export passes the auditor's
 * verification command. Checked by axe on every screen.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { takePictures } from '../../pictured';
import type { Session } from '../../session';

let book: ContactBook;
let member: Session;
let admin: Session;
/** The chat in which the card was shown and confirmed. */
let chatId: string;

test.beforeAll(async ({ browser }) => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  admin = await book.app.signIn('admin');
  const waiting = await book.waiting(member);
  chatId = waiting.chatId;
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(chat.button('Confirm')).toBeEnabled();
  await expect.poll(async () => (await kinds()).includes('shown')).toBe(true);
  await chat.close();
  await member.decide(waiting.card.id, 'confirm');
  await member.settled(chatId, 'idle');
});

test.afterAll(() => book?.stop());

interface Receipt {
  kind: string;
  body: { session?: string };
}

/** Of the chat, oldest first. */
async function receipts(): Promise<Receipt[]> {
  const { body } = await admin.call<{ receipts: Receipt[] }>('GET', `/api/activity?chat=${chatId}`);
  return body.receipts.reverse();
}

const kinds = async () => (await receipts()).map(({ kind }) => kind);

function verify(file: string): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/verify-receipts.mjs', file], (error, said) => {
      resolve({ code: Number(error?.code ?? 0), said });
    });
  });
}

test('a card leaves its whole life, and the session that decided', async () => {
  expect(await kinds()).toEqual([
    ...['asked', 'shown', 'decided', 'confirmed', 'claimed', 'dispatched', 'answered'],
  ]);
  const decided = (await receipts()).filter(({ kind }) => ['decided', 'confirmed'].includes(kind));
  const [signedIn] = await book.app.sql<{ session: string }[]>`
    select body::json ->> 'session' as session from receipts where kind = 'signed in' order by id limit 1`;
  for (const { body } of decided) expect(body.session).toBe(signedIn?.session);
});

test('that a card was shown decides nothing, and is for whoever may see it', async () => {
  const { card } = await book.waiting(admin);
  expect((await member.call('POST', `/api/approvals/${card.id}/shown`)).status).toBe(404);
  expect((await admin.call('POST', `/api/approvals/${card.id}/shown`, { decision: 'confirm' })).status).toBe(
    400,
  );
  for (let time = 0; time < 2; time++) {
    expect((await admin.call('POST', `/api/approvals/${card.id}/shown`)).status).toBe(204);
  }
  expect((await admin.pending(card.chatId)).map(({ id }) => id)).toEqual([card.id]);
  const views = await book.app.sql`select 1 from approval_views where approval_id = ${card.id}`;
  expect(views).toHaveLength(1);
});

test('others than admins are told that they read neither page, list nor file', async ({ browser }) => {
  for (const path of ['', '/export?format=csv']) {
    expect((await member.call('GET', `/api/activity${path}`)).status).toBe(403);
  }
  const chat = await ChatPage.open(browser, member);
  await chat.page.getByRole('button', { name: /Member/ }).click();
  await expect(chat.page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(chat.page.getByRole('menuitem', { name: 'Activity' })).toHaveCount(0);
  await chat.page.goto('/activity');
  await expect(chat.page.getByRole('heading', { name: 'Only admins read this' })).toBeVisible();
  await chat.close();
});

test('bad questions are refused', async () => {
  for (const query of ['from=yesterday', 'before=-1', 'unknown=1', 'kind=']) {
    expect((await admin.call('GET', `/api/activity?${query}`)).status, query).toBe(400);
  }
  expect((await admin.call('GET', '/api/activity/export?format=xml')).status).toBe(400);
});

test('an admin comes to it by the menu, narrows it, and takes it away; changed since, it is found out', async ({
  browser,
}, { outputDir }) => {
  const { page } = await ChatPage.open(browser, admin);
  await page.getByRole('button', { name: /Admin/ }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  const rows = page.getByRole('list', { name: 'Receipts' }).locator('> li');
  await expect(rows.first()).toBeVisible();
  await page.getByText('Filter', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Chat' }).fill(`${book.app.url}/chat/${chatId}`);
  const tool = page.getByRole('combobox', { name: 'Tool' });
  // Our own tools are found by title as well.
  await tool.fill('delete customer');
  const asked = page.waitForRequest(/\/api\/activity\?.*tool=customer_delete(&|$)/);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await asked;
  await tool.fill('CONTACT');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  // One call, one story, which opens to its receipts.
  await expect(rows).toHaveCount(1);
  // The number of results takes the focus, and is in view.
  const found = page.getByRole('status').filter({ hasText: /^1 entry$/ });
  await expect(found).toBeFocused();
  await expect(found).toBeInViewport();
  await expect(rows.first()).toContainText('“contact_delete” succeeded');
  await rows.first().locator('summary').first().click();
  await expect(rows.first().getByTestId('receipt')).toHaveCount(7);
  await page.getByRole('combobox', { name: 'What happened' }).selectOption('Confirmed');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  // The filter still shows the complete story, but the export with proofs contains only matching entries.
  await expect(page.getByRole('link', { name: 'Record with proofs (CSV)' })).toHaveAttribute('href', /kind=/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('“contact_delete” succeeded');
  const reading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Table for reading (CSV)' }).click();
  const table = `${outputDir}/${(await reading).suggestedFilename()}`;
  await (await reading).saveAs(table);
  const [, line = '', ...more] = readFileSync(table, 'utf8').trim().split('\r\n');
  expect(more).toEqual([]);
  expect(line).toContain('“contact_delete” succeeded,contact_delete');
  expect(line).toMatch(/,Confirmed,[A-Z][a-z]+ [A-Z][a-z]+,\d{4}-/);
  expect(line).not.toMatch(/usr_|left out/);
  for (const name of ['Record with proofs (CSV)', 'Record with proofs (JSON lines)']) {
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const download = await coming;
    const file = `${outputDir}/${download.suggestedFilename()}`;
    await download.saveAs(file);
    const whole = await verify(file);
    expect(whole.said).toContain('1 in full, the others by their hashes');
    expect(whole.code).toBe(0);
    writeFileSync(file, readFileSync(file, 'utf8').replace('decided', 'refused'));
    const touched = await verify(file);
    expect(touched.said).toMatch(/row that was touched is \d+: it was changed/);
    expect(touched.code).toBe(1);
  }
  await page.getByRole('combobox', { name: 'What happened' }).selectOption('Expired');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('No entry fits the filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows.nth(2)).toBeVisible();
  await page.context().close();
});

for (const screen of SCREENS) {
  test(`axe finds nothing, ${screen.viewport.width} wide`, async ({ browser }) => {
    const { page } = await ChatPage.open(browser, admin, '/', screen);
    await page.goto('/activity');
    const first = page.getByRole('list', { name: 'Receipts' }).locator('> li').first();
    await first.locator('summary').first().click();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
}

test('what ran because approvals were skipped says so, in its row and in the record, and whom it was about', async ({
  browser,
}) => {
  const mark = book.script([{ tool: 'crm__contact_delete', input: {} }]);
  const chatId = await admin.newChat('yolo');
  await admin.say(chatId, `delete ${mark}`);
  await admin.settled(chatId, 'idle');
  expect(book.ranFor(mark)).toHaveLength(1);
  expect((await admin.call('PATCH', `/api/chat/${chatId}`, { mode: 'default' })).status).toBe(200);
  const chat = await ChatPage.open(browser, admin, `/chat/${chatId}`);
  await chat
    .calls('contact_delete')
    .getByRole('button', { name: /arguments and result/ })
    .click();
  await expect(chat.page.locator('[data-testid="ran-unasked"][data-rule="yolo"]')).toBeVisible();
  await takePictures(chat.page, 'unasked-call');
  await chat.page.goto(`/activity?chat=${chatId}`);
  const stories = chat.page.getByTestId('story');
  await expect(stories).toHaveCount(3);
  expect(await stories.evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))).toEqual([
    ...['skipping ended', 'answered', 'approvals skipped'],
  ]);
  await expect(stories.nth(1).getByTestId('story-about')).toContainText(mark);
  await stories.nth(2).locator('summary').first().click();
  await takePictures(chat.page, 'unasked-record');
  await chat.close();
});
