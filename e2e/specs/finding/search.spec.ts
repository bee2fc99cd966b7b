/** A person finds messages: by keyboard, in any form of a word, and is taken to their place. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { putBefore } from '../../long-chat';
import type { Session } from '../../session';

const EXCHANGES = 300;
const HOSTILE = 'Capybara <img src=x onerror=alert(1)> **bold** \u202egnirts [a](javascript:alert(1))';

let book: ContactBook;
let member: Session;
let long = '';

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  book.model.script('invoices', [{ text: 'Two invoices were running late, both of Marlowe.' }]);
  await member.say(await member.newChat(), 'Which invoices are late?');
  book.model.script('Capybara', [{ text: 'Indeed.' }]);
  await member.say(await member.newChat(), HOSTILE);
  long = (await book.waiting(member)).chatId;
  const { sql } = book.app;
  await putBefore(sql, long, EXCHANGES);
  const parts = sql.json([{ type: 'text', text: 'Where did the **pangolin** go?' }]);
  await sql`update messages m set parts = ${parts}, user_id = c.user_id,
    words = to_tsvector('english', 'where did the pangolin go') || array_to_tsvector(array['@' || c.user_id])
    from chats c where c.id = m.chat_id and m.chat_id = ${long} and m.id = 'q_e5'`;
});

test.afterAll(() => book?.stop());

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search chats' });
const results = (page: Page) =>
  page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: /\d{4}/ });

async function opened(browser: Browser, path = '/') {
  return (await ChatPage.open(browser, member, path, { viewport: { width: 1280, height: 800 } })).page;
}

test('by keyboard alone, from any place to the message, marked', async ({ browser }) => {
  const page = await opened(browser);
  await page.getByRole('link', { name: 'Approvals' }).focus();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('run invoice');
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible();
  await expect(results(page).locator('mark')).toHaveText(['invoices', 'running']);
  await page.keyboard.press('ArrowDown');
  await expect(results(page).first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const found = page.locator('[data-found]');
  await expect(found).toContainText('Two invoices were running late');
  await expect(found).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(2);
  await field(page).focus();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('link', { name: 'New chat' })).toBeVisible();
  await page.context().close();
});

test('a long way back: older messages come until it is there, and it is seen', async ({ browser }) => {
  const page = await opened(browser);
  await field(page).fill('pangolin');
  await results(page).click();
  const found = page.locator('[data-found]');
  await expect(found).toContainText('pangolin');
  await expect(found).toBeInViewport();
  await page.reload();
  await expect(found).toBeInViewport();
  await page.goto(`/chat/${long}?message=none`);
  await expect(page.getByText('That message is no longer in this chat.')).toBeVisible();
  await page.context().close();
});

test('what is found is plain text, whatever it holds, and nobody else finds it', async ({ browser }) => {
  const page = await opened(browser);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(book.app.url).origin) foreign.push(request.url());
  });
  await field(page).fill('capyb');
  const hit = results(page).last();
  await expect(hit).toContainText('<img src=x onerror=alert(1)>');
  await expect(hit).toContainText('<U+202E>');
  await expect(hit.locator('img')).toHaveCount(0);
  await field(page).fill('nothing of the kind');
  await expect(page.getByText('Nothing found. Try other words, or fewer.')).toBeVisible();
  expect(foreign).toEqual([]);
  await page.context().close();
  const admin = await book.app.signIn('admin');
  const answer = await admin.fetch('GET', '/api/chats/search?q=capybara');
  expect(await answer.json()).toEqual({ chats: [], messages: [], next: null });
});

test('New chat, Approvals and the field stay in reach in a long side bar', async ({ browser }) => {
  const page = await tab(browser, member, `/chat/${long}`, { viewport: { width: 1280, height: 400 } });
  const list = page.getByRole('navigation', { name: 'Chats' });
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  for (const name of ['New chat', 'Approvals'])
    await expect(list.getByRole('link', { name })).toBeInViewport();
  await expect(field(page)).toBeInViewport();
  await page.context().close();
});

for (const screen of SCREENS) {
  test(`axe finds nothing, ${screen.viewport.width} wide`, async ({ browser }) => {
    const { page } = await ChatPage.open(browser, member, '/', screen);
    if (screen.viewport.width < 720) await page.getByRole('button', { name: 'Open the menu' }).click();
    await field(page).fill('invoice');
    await expect(results(page).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
}
