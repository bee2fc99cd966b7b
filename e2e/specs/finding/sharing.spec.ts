/**
 * A person shares a chat with the team and withdraws that, exports it, and prints it; nothing hostile in it takes
 * effect.
 */
import { expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import type { Session } from '../../session';

const TOKEN = 'ghp_abcdefghijklmnop1234';
const HOSTILE = `Wombat ${TOKEN} <img src=x onerror="document.title='owned'"> ![x](http://evil.test/x.png)`;

let book: ContactBook;
let member: Session;
let viewer: Session;
let chatId = '';

test.beforeAll(async () => {
  book = await ContactBook.start();
  [member, viewer] = [await book.app.signIn('member'), await book.app.signIn('viewer')];
  book.model.script('Wombat', [
    { text: 'Looking.', calls: [{ tool: 'customers_list', input: { limit: 1 } }] },
    { text: `Here: **one**. password: hunter2 <script>document.title='owned'</script>` },
  ]);
  chatId = await member.newChat();
  await member.say(chatId, HOSTILE);
});

test.afterAll(() => book?.stop());

/** Requests that leave Amber. */
function watch(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(book.app.url) && !/^(?:data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  return foreign;
}

test('by a link that a colleague opens, as it was, until it is withdrawn', async ({ browser }) => {
  const { page } = await ChatPage.open(browser, member, `/chat/${chatId}`, {
    viewport: { width: 1280, height: 800 },
  });
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share or export' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const path = new URL(link).pathname;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share or export' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await member.say(chatId, 'Wombat again, later');

  const other = await tab(browser, viewer, path);
  const foreign = watch(other);
  await other.reload();
  await expect(other.getByText('Shared by')).toBeVisible();
  await expect(other.getByRole('article')).toHaveCount(2);
  await expect(other.getByRole('article').getByText('Wombat [secret] <img').first()).toBeVisible();
  await expect(other.locator('main')).not.toContainText('hunter2');
  await expect(other).not.toHaveTitle(/owned/);
  await other.locator('summary').first().click();
  await expect(other.locator('pre').first()).toContainText('"limit": 1');
  expect(foreign).toEqual([]);

  await page.getByRole('button', { name: 'Create a new link to the chat as it is now' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).not.toHaveValue(link);
  const second = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Withdraw this link' }).click();
  await expect(page.getByText('Link withdrawn.')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  const open = await member.fetch('GET', '/api/shares');
  expect(JSON.stringify(await open.json())).not.toContain(second.split('/').at(-1));

  await page.goto('/chats');
  await page.getByRole('button', { name: /^Withdraw: / }).click();
  await expect(page.getByText('Link withdrawn.')).toBeVisible();
  expect((await viewer.fetch('GET', `/api/shares${path.slice('/share'.length)}`)).status).toBe(404);
  await other.reload();
  await expect(other.getByRole('article')).toHaveCount(0);
  for (const one of [page, other]) await one.context().close();
});

test('as files, and on paper', async ({ browser }) => {
  const md = await member.fetch('GET', `/api/chat/${chatId}/export?format=md`);
  expect(md.headers.get('content-disposition')).toContain('attachment');
  const text = await md.text();
  expect(text).toContain('Wombat [secret] \\<img');
  for (const secret of [TOKEN, 'hunter2', '\n<', ' <img', '![x]']) expect(text).not.toContain(secret);
  const json = await (await member.fetch('GET', `/api/chat/${chatId}/export?format=json`)).json();
  expect(json.messages[0]).toMatchObject({ role: 'user' });
  expect(JSON.stringify(json)).not.toContain(TOKEN);
  for (const format of ['md', 'json'])
    expect((await viewer.fetch('GET', `/api/chat/${chatId}/export?format=${format}`)).status).toBe(404);

  const page = await tab(browser, member, `/print/${chatId}`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByText('Wombat [secret] <img').first()).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  await page.context().close();
});

for (const screen of SCREENS) {
  test(`axe finds nothing, ${screen.viewport.width} wide`, async ({ browser }) => {
    const answer = await member.fetch('POST', `/api/chat/${chatId}/share`, {});
    const { id } = await answer.json();
    const page = await tab(browser, viewer, `/share/${id}`, screen);
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
    const paper = await tab(browser, member, `/print/${chatId}`, screen);
    await expect(paper.getByRole('article').first()).toBeVisible();
    expect(await findings(paper)).toEqual([]);
    await paper.context().close();
  });
}
