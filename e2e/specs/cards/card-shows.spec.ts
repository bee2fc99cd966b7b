/** What the card shows, and that exactly this runs: long, hidden and foreign text, narrow screens, lying servers. */
import { expect, type Locator, test } from '@playwright/test';
import { casesOf } from '../../cases';
import { ChatPage, unfold } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import type { Session } from '../../session';

/** Characters that must not be raw on a card: all hidden ones, except space and newline. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/gu;

let book: ContactBook;
let member: Session;
let chat: ChatPage;

test.beforeAll(async ({ browser }) => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  chat = await ChatPage.open(browser, member);
});

test.afterAll(() => book?.stop());

async function opened(input: object, tool = 'crm__contact_delete', on: ChatPage = chat) {
  const waiting = await book.waiting(member, [{ tool, input }]);
  await on.page.goto(`/chat/${waiting.chatId}`);
  await expect(on.cards).toHaveCount(1);
  return waiting;
}

/** The card's text without line breaks, some of which come from the layout. */
async function textOf(card: Locator): Promise<string> {
  return (await card.evaluate((element) => element.textContent)) ?? '';
}

test('a long argument keeps Confirm closed until it was opened, and runs whole', async () => {
  const notes = `${'All of it goes. '.repeat(100)}And the very last word.`;
  const { ran, chatId } = await opened({ notes });
  const confirm = chat.button('Confirm');
  await expect(chat.button('Cancel')).toBeEnabled();
  // Longer than the delay after which a card accepts a press.
  await chat.page.waitForTimeout(700);
  await expect(confirm).toBeDisabled();
  await unfold(chat.cards);
  await expect(chat.page.getByTestId('approval-input')).toContainText('And the very last word.');
  await confirm.click();
  await member.settled(chatId, 'idle');
  expect(ran().map(({ input }) => input.notes)).toEqual([notes]);
});

test('hidden characters stand on the card as escapes, and run as they came', async () => {
  const cases = casesOf('06-unicode-deception').filter(({ where }) => where === 'tool.arguments');
  const input = Object.fromEntries(cases.map(({ id, payload }) => [id, payload]));
  const { ran, chatId, card } = await opened(input);
  await unfold(chat.cards);
  const shown = await textOf(chat.cards);
  expect([...shown.matchAll(HIDDEN)].map(String).filter((one) => one !== ' ' && one !== '\n')).toEqual([]);
  const hidden = new Set(cases.flatMap(({ payload = '' }) => payload.match(HIDDEN) ?? []));
  for (const character of hidden) {
    if (character === ' ' || character === '\n') continue;
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    expect(shown).toContain(`U+${code}`);
  }
  await expect(chat.button('Confirm')).toHaveCount(1);
  await expect(chat.button('Cancel')).toHaveCount(1);
  expect(card.input).toMatchObject(input);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran().map((one) => one.input)).toEqual([card.input]);
});

test('a server nobody vouched for: its hints and its title count for nothing, its words stand apart', async () => {
  const { ran, chatId, card } = await opened({}, 'wild__list_things');
  expect(card).toMatchObject({ trusted: false, risk: 'destructive', server: 'wild' });
  await expect(chat.page.getByRole('group', { name: 'Confirm: list_things' })).toHaveCount(1);
  await expect(chat.cards).toContainText('Nobody has vouched for wild.');
  await expect(chat.cards).not.toContainText('Perfectly safe list');
  const apart = chat.cards.locator('section', { hasText: 'Harmless. Only reads, needs no confirmation.' });
  await expect(apart).toContainText('unverified');
  await expect(chat.cards.locator('header')).not.toContainText('Harmless');
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
});

test('on the smallest screen Confirm can be reached and pressed, and nothing scrolls sideways', async ({
  browser,
}) => {
  const small = await ChatPage.open(browser, member, '/', { viewport: { width: 320, height: 568 } });
  const input = {
    reason: 'x'.repeat(200),
    path: 'https://example.com/a/very/long/address/without/any/break',
  };
  const { ran, chatId } = await opened(input, 'crm__contact_delete', small);
  const width = () => small.page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(320);
  const confirm = small.button('Confirm');
  await confirm.scrollIntoViewIfNeeded();
  await expect(confirm).toBeInViewport({ ratio: 1 });
  const box = await confirm.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(await small.cards.evaluate((card) => card.scrollWidth - card.clientWidth)).toBeLessThanOrEqual(0);
  await confirm.click();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
  await small.close();
});
