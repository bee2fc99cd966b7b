/**
 * The card in a person's hands: what counts as a decision and what does not. Judged by what the tool server recorded,
 * whatever the page says.
 */
import { type Browser, expect, test } from '@playwright/test';
import { ChatPage } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import type { Session } from '../../session';

let book: ContactBook;
let member: Session;
let chat: ChatPage;

test.beforeAll(async ({ browser }) => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  chat = await ChatPage.open(browser, member);
});

test.afterAll(() => book?.stop());

/** Opens a chat with a pending deletion; nothing of it has run. */
async function opened(...calls: { tool: string; input: unknown }[]) {
  const waiting = await book.waiting(member, calls.length > 0 ? calls : undefined);
  await chat.page.goto(`/chat/${waiting.chatId}`);
  await expect(chat.cards).toHaveCount(Math.max(1, calls.length));
  return waiting;
}

type Point = [x: number, y: number];

async function middleOfConfirm(): Promise<Point> {
  const box = await chat.button('Confirm').boundingBox();
  if (!box) throw new Error('Confirm is not on the page.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(from: Point, to: Point): Promise<void> {
  const { mouse } = chat.page;
  await mouse.move(...from);
  await mouse.down();
  await mouse.move(...to);
  await mouse.up();
}

test('confirmed with the mouse, it runs once and becomes a line', async () => {
  const { ran, chatId, mark } = await opened();
  await chat.confirm();
  await expect(chat.decisions).toHaveCount(1);
  await expect(chat.cards).toHaveCount(0);
  await expect(chat.calls('contact_delete')).toHaveAttribute('data-status', 'success');
  await member.settled(chatId, 'idle');
  expect(ran().map(({ tool, input }) => [tool, input])).toEqual([['contact_delete', { contact: mark }]]);
});

test('cancelled with a reason, it does not run, and the model learns why', async () => {
  const { ran, chatId, mark } = await opened();
  await chat.cards.getByRole('button', { name: /reason/ }).click();
  await chat.cards.getByRole('textbox').fill('They still owe us a reply');
  // Enter is a new line in the reason, not a decision.
  await chat.cards.getByRole('textbox').press('Enter');
  expect(await member.pending(chatId)).toHaveLength(1);
  await chat.button('Cancel').click();
  await expect(chat.decisions).toHaveCount(1);
  await member.settled(chatId, 'idle');
  expect(ran()).toEqual([]);
  const told = book.model.requestsFor(mark).at(-1)?.rounds;
  expect(JSON.stringify(told)).toContain('They still owe us a reply');
});

test('a double click confirms once', async () => {
  const { ran, chatId } = await opened();
  await chat.button('Confirm').dblclick();
  await member.settled(chatId, 'idle');
  await expect(chat.decisions).toHaveCount(1);
  expect(ran()).toHaveLength(1);
});

test('with the keyboard alone: Confirm has no focus by itself, Tab and Enter confirm', async () => {
  const { ran, chatId } = await opened();
  const confirm = chat.button('Confirm');
  await expect(confirm).toBeEnabled();
  expect(await chat.cards.evaluate((card) => card.contains(document.activeElement))).toBe(false);
  await chat.composer.focus();
  await chat.page.keyboard.press('Enter');
  expect(await member.pending(chatId)).toHaveLength(1);
  for (let tabs = 0; tabs < 60; tabs++) {
    await chat.page.keyboard.press('Shift+Tab');
    if (await confirm.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(confirm).toBeFocused();
  await chat.page.keyboard.press('Enter');
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
  // The focus moves to the line that replaces the card.
  await expect(chat.decisions.getByRole('button')).toBeFocused();
});

test('a press that begins or ends elsewhere decides nothing', async () => {
  const { ran, chatId } = await opened();
  await expect(chat.button('Confirm')).toBeEnabled();
  const confirm = await middleOfConfirm();
  const outside: Point = [confirm[0], confirm[1] - 120];
  await drag(outside, confirm);
  await drag(confirm, outside);
  // A click made by a script does not count either.
  await chat.button('Confirm').evaluate((button: HTMLElement) => button.click());
  expect(await member.pending(chatId)).toHaveLength(1);
  expect(ran()).toEqual([]);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
});

test('nothing counts in the first half second, nor right after it has moved', async ({ browser }) => {
  const { page, ran, chatId, settle } = await appearing(browser);
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  const press = async () => {
    const box = await confirm.boundingBox();
    if (!box) throw new Error('Confirm is not on the page.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await press();
  await page.clock.runFor(400);
  await press();
  // In the frames after the card appears the conversation may scroll to its end, which restarts the half second.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(confirm).toBeEnabled({ timeout: 500 });
  }).toPass();
  await page.setViewportSize({ width: 900, height: 700 });
  await press();
  expect(await member.pending(chatId)).toHaveLength(1);
  expect(ran()).toEqual([]);
  await page.clock.runFor(600);
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(confirm).toBeEnabled({ timeout: 500 });
  }).toPass();
  await press();
  await settle();
  expect(ran()).toHaveLength(1);
});

/** A page with a stopped clock, on which a card has just appeared. */
async function appearing(browser: Browser) {
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls = [{ tool: 'crm__contact_delete', input: {} }];
  const mark = book.script(calls, { text: 'This deletes it.', hold });
  const chatId = await member.newChat();
  const said = member.say(chatId, mark);
  await member.settled(chatId, 'running');
  const { page } = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  release();
  await said;
  const card = page.getByTestId('approval-card');
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await card.count()).toBe(1);
  }).toPass();
  const settle = () => member.settled(chatId, 'idle');
  return { page, chatId, settle, ran: () => book.ranFor(mark) };
}

test('a typed "yes, confirm" withdraws the card and runs nothing', async () => {
  const { ran, chatId } = await opened();
  book.model.script('yes, confirm', [{ text: 'Only the card confirms.' }]);
  await chat.composer.fill('yes, confirm');
  await chat.composer.press('Enter');
  await expect(chat.cards).toHaveCount(0);
  await member.settled(chatId, 'idle');
  const rows = await book.app.sql`select status from approvals where chat_id = ${chatId}`;
  expect(rows.map(({ status }) => status)).toEqual(['superseded']);
  expect(ran()).toEqual([]);
});

test('cards of one step are decided each on its own, then all runs in the model\u2019s order', async () => {
  const which = (index: number) => ({ tool: 'crm__contact_delete', input: { index } });
  const mark = book.script([which(0), which(1), { tool: 'crm__note_add', input: { index: 2 } }, which(3)]);
  const chatId = await member.newChat();
  await member.say(chatId, mark);
  await chat.page.goto(`/chat/${chatId}`);
  await expect(chat.cards).toHaveCount(3);
  await expect(chat.calls('note_add')).toHaveAttribute('data-status', 'pending');
  await chat.confirm(chat.cards.last());
  await expect(chat.cards).toHaveCount(2);
  await chat.button('Cancel', chat.cards.last()).click();
  await expect(chat.cards).toHaveCount(1);
  expect(book.ranFor(mark)).toEqual([]);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(book.ranFor(mark).map(({ tool, input }) => [tool, input.index])).toEqual([
    ['contact_delete', 0],
    ['note_add', 2],
    ['contact_delete', 3],
  ]);
  await expect(chat.decisions).toHaveCount(3);
});
