/** The layout of the page: what must stay in view, what must not cover it, where the focus is. */
import { type Browser, expect, test } from '@playwright/test';
import { ChatPage } from '../chat-page';
import { ContactBook } from '../contact-book';
import type { Session } from '../session';

const PHONE = { width: 320, height: 700 };
const TABLE = [
  '| Category | Due | Note | Account | August | September | October | Change |',
  '| --- | --- | --- | --- | ---: | ---: | ---: | ---: |',
  '| Subcontractors | 30 Nov 2026 | Card payment on site | Operating account | 36,223.45 EUR | 47,068.56 EUR | 38,028.37 EUR | -12,345.67 EUR |',
  '| Materials | – | Cable | Sterling account | 41,674.92 GBP | 35,920.16 GBP | – | 98,765.43 GBP |',
  '| Total EUR | – | – | – | 36,223.45 EUR | 47,068.56 EUR | 38,028.37 EUR | -12,345.67 EUR |',
].join('\n');

let book: ContactBook;
let member: Session;
let admin: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  admin = await book.app.signIn('admin');
});

test.afterAll(() => book?.stop());

async function chatWith(by: Session, text: string): Promise<string> {
  const id = await by.newChat();
  await by.say(id, text);
  return id;
}

const opened = (browser: Browser, by: Session, id: string, viewport = { width: 1280, height: 800 }) =>
  ChatPage.open(browser, by, `/chat/${id}`, { viewport });

test('the amounts of a wide table are in sight, however wide the window', async ({ browser }) => {
  book.model.script('compare the months', [{ text: TABLE }]);
  const id = await chatWith(member, 'compare the months');
  for (const width of [1280, 900, 768, 320]) {
    const chat = await opened(browser, member, id, { width, height: 900 });
    const rows = chat.conversation.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(4);
    for (const row of (await rows.all()).slice(1)) {
      await expect(row.getByRole('cell').first()).toBeInViewport({ ratio: 1 });
      await expect(row.getByRole('cell').last()).toBeInViewport({ ratio: 1 });
    }
    await expect(chat.conversation).toContainText('2 rows');
    const overflow = await chat.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await chat.close();
  }
});

test('the mark of yolo leaves the menu free on the smallest screen', async ({ browser }) => {
  book.model.script('a title so long', [{ text: 'Yes.' }]);
  const id = await chatWith(admin, 'a title so long that it fills all of the bar above the conversation');
  expect((await admin.call('PATCH', `/api/chat/${id}`, { mode: 'yolo' })).status).toBe(200);
  const chat = await opened(browser, admin, id, PHONE);
  const mark = chat.page.getByText(/^Yolo, 60 min/);
  await expect(mark).toBeInViewport({ ratio: 1 });
  // A click on a covered element never succeeds.
  await chat.page.getByRole('banner').getByRole('button', { name: 'Options' }).click();
  await expect(chat.page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await chat.close();
});

test('the smallest screen has room for what the composer says', async ({ browser }) => {
  const { chatId } = await book.waiting(admin);
  const chat = await opened(browser, admin, chatId, PHONE);
  const note = chat.page.getByText('A new message withdraws the card', { exact: true });
  // While a card is pending the composer is one line high, until the person wants to write.
  await expect(note).toBeHidden();
  await expect(chat.page.getByRole('button', { name: 'Attach files' })).toBeHidden();
  await chat.composer.click();
  await expect(chat.page.getByRole('button', { name: 'Attach files' })).toBeInViewport({ ratio: 1 });
  await expect(note).toBeInViewport({ ratio: 1 });
  expect(await note.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await chat.close();
});

test('the open chat stands in sight in the side bar, however old it is', async ({ browser }) => {
  const oldest = await admin.newChat();
  for (let newer = 0; newer < 40; newer++) await admin.newChat();
  const chat = await opened(browser, admin, oldest);
  const here = chat.page.getByRole('navigation', { name: 'Chats' }).locator('[aria-current="page"]');
  await expect(here).toHaveAttribute('href', `/chat/${oldest}`);
  await expect(here).toBeInViewport({ ratio: 1 });
  await chat.close();
});

test('a composer that grows leaves the end of the conversation in sight', async ({ browser }) => {
  const { chatId } = await book.waiting(member);
  const chat = await opened(browser, member, chatId, { width: 1280, height: 700 });
  await expect(chat.button('Confirm')).toBeInViewport({ ratio: 1 });
  await chat.composer.fill(Array.from({ length: 8 }, (_, line) => `Line ${line}`).join('\n'));
  await expect(chat.button('Confirm')).toBeInViewport({ ratio: 1 });
  await expect(chat.button('Cancel')).toBeInViewport({ ratio: 1 });
  await chat.close();
});

test('a chat in which a card waits opens with all of the card in sight, its name first', async ({
  browser,
}) => {
  for (const viewport of [
    { width: 375, height: 740 },
    { width: 1280, height: 720 },
    { width: 375, height: 480 },
  ]) {
    const { chatId } = await book.waiting(member);
    const chat = await opened(browser, member, chatId, viewport);
    await expect(chat.cards.getByRole('heading', { name: 'Delete contact' })).toBeInViewport({ ratio: 1 });
    const [log, card] = [await chat.conversation.boundingBox(), await chat.cards.boundingBox()];
    expect(card?.y ?? 0).toBeGreaterThanOrEqual(log?.y ?? 0);
    if (viewport.height > 700) await expect(chat.button('Confirm')).toBeInViewport({ ratio: 1 });
    await chat.close();
  }
});

test('Stop by keyboard keeps the focus, and is not told as a complete answer', async ({ browser }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  book.model.script('take your time', [{ text: 'I begin and go on', hold: held }]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('take your time');
  const stop = chat.page.getByRole('button', { name: 'Stop' });
  await stop.focus();
  await chat.page.keyboard.press('Enter');
  await expect(chat.page.getByRole('button', { name: 'Send' })).toBeFocused();
  await expect(chat.page.getByRole('status').filter({ hasText: 'Stopped' })).toHaveCount(1);
  await expect(chat.page.getByRole('status').filter({ hasText: 'complete' })).toHaveCount(0);
  letGo();
  await chat.close();
});

test('a first message that is too long leaves no chat behind', async ({ browser }) => {
  const before = await book.app.sql`select id from chats where deleted_at is null`;
  const chat = await ChatPage.open(browser, member);
  const long = 'all of it '.repeat(11_000);
  await chat.send(long);
  await expect(chat.page.getByRole('alert').filter({ hasText: 'too long' })).toBeVisible();
  await expect(chat.composer).toHaveValue(long);
  await expect(chat.page.getByRole('link', { name: 'New chat' })).toHaveCount(1);
  expect(await book.app.sql`select id from chats where deleted_at is null`).toHaveLength(before.length);
  await chat.close();
});

test('what an empty chat offers fits its mode and its team', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member);
  const offers = chat.page.getByRole('main').getByRole('listitem');
  await expect(offers.filter({ hasText: 'Asks you first' })).toHaveCount(1);
  await chat.page.getByText('Plan', { exact: true }).click();
  await expect(offers.filter({ hasText: 'Reads' })).toHaveCount(4);
  await chat.close();
  const outsider = await ChatPage.open(browser, await book.app.signIn('outsider'));
  const theirs = outsider.page.getByRole('main').getByRole('listitem');
  await expect(theirs.filter({ hasText: 'Reads' })).toHaveCount(4);
  await expect(theirs.filter({ hasText: 'Halden' })).toHaveCount(0);
  await outsider.close();
  const viewer = await ChatPage.open(browser, await book.app.signIn('viewer'));
  await expect(viewer.page.getByRole('main')).toContainText('nothing you ask for changes anything');
  await expect(viewer.page.getByRole('radio')).toHaveCount(0);
  await viewer.close();
});

test('a suggestion names a customer only as long as there is one', async ({ browser }) => {
  const { sql } = book.app;
  const chat = await ChatPage.open(browser, member);
  const offers = chat.page.getByRole('main').getByRole('listitem');
  await expect(offers.filter({ hasText: 'Halden Optics' })).toHaveCount(2);
  book.model.script('hello', [{ text: 'Hello.' }]);
  await chat.ask('hello');
  // As after a deletion in this chat: the next chat's page asks again.
  await sql`update customers set name = 'Somebody else' where name = 'Halden Optics'`;
  // The chat itself is called "New chat" until its first message has been read.
  await chat.page.getByRole('link', { name: 'New chat' }).first().click();
  await expect(offers).toHaveCount(4);
  await expect(offers.filter({ hasText: 'Halden Optics' })).toHaveCount(0);
  await sql`update customers set name = 'Halden Optics' where name = 'Somebody else'`;
  await chat.close();
});

test('what was not done while the connection was lost is not said any more once it is back', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member);
  const context = chat.page.context();
  // Next's own live region, which announces page titles, does not count.
  const alerts = chat.page.locator('[role=alert]:not(#__next-route-announcer__)').filter({ hasText: /\S/ });
  for (const words of ['in a new chat', 'in one that is there']) {
    await context.setOffline(true);
    await chat.send(words);
    await expect(alerts).toContainText('Your message was not sent.');
    await expect(chat.composer).toHaveValue(words);
    await context.setOffline(false);
    await expect(alerts).toHaveCount(0);
    await expect(chat.composer).toHaveValue(words);
    book.model.script(words, [{ text: 'Here again.' }]);
    await chat.page.getByRole('button', { name: 'Send' }).click();
    await expect(chat.conversation).toContainText('Here again.');
    await chat.page.getByRole('button', { name: 'Send' }).waitFor();
  }
  await chat.close();
});
