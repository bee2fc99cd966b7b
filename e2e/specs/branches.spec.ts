/**
 * Rewording a message, requesting another answer, and switching between the versions: in a browser, also judged by
 * rows.
 */
import { expect, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ChatPage } from '../chat-page';
import { ContactBook } from '../contact-book';
import type { Session } from '../session';

let book: ContactBook;
let member: Session;
/** How often open invoices were requested. */
let asked = 0;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  book.model.script('open invoices', () => ({
    text: asked++ === 0 ? 'These are open.' : 'Once more: these are open.',
  }));
  book.model.script('paid invoices', [{ text: 'These are paid.' }]);
  book.model.script('thank you', [{ text: 'You are welcome.' }]);
});

test.afterAll(() => book?.stop());

const pager = (chat: ChatPage) => chat.conversation.getByRole('group', { name: /^Version / });

test('a message is said otherwise, an answer asked for anew, and each version stays, also after a reload', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member);
  const { page, conversation } = chat;
  asked = 0;
  await chat.ask('Show open invoices');
  await chat.ask('thank you');
  await conversation.getByRole('button', { name: 'Edit message' }).first().click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await expect(field).toBeFocused();
  await field.press('Escape');
  await expect(conversation.getByRole('button', { name: 'Edit message' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill('Show paid invoices');
  await field.press('Enter');
  await expect(conversation).toContainText('These are paid.');
  await expect(conversation).not.toContainText('You are welcome.');
  await expect(pager(chat)).toHaveAccessibleName('Version 2 of 2: \u2026paid invoices');
  await page.reload();
  await expect(conversation).toContainText('These are paid.');
  await page.getByRole('button', { name: 'Previous version: \u2026open invoices' }).click();
  await expect(conversation).toContainText('You are welcome.');
  await expect(conversation).not.toContainText('paid');
  await expect(page.getByRole('button', { name: 'Previous version' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Next version/ })).toBeFocused();

  await conversation.getByRole('button', { name: 'Regenerate answer' }).first().click();
  await expect(conversation).toContainText('Once more: these are open.');
  await expect(chat.answers).toHaveCount(1);
  await expect(pager(chat)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Previous version: These/ })).toBeFocused();
  await page.getByRole('button', { name: 'Previous version: These are open.' }).click();
  await expect(conversation).toContainText('You are welcome.');
  await page.close();
});

test('what ran in a version is not done again unasked, and is told in the others', async ({ browser }) => {
  const mark = book.script([{ tool: 'crm__note_add', input: { text: 'hello' } }], { text: 'I add it.' });
  const chat = await ChatPage.open(browser, member);
  const { page, conversation } = chat;
  await chat.ask(`note ${mark}`);
  expect(book.ranFor(mark)).toHaveLength(1);
  await conversation.getByRole('button', { name: 'Regenerate answer' }).click();
  await expect(chat.cards).toContainText('already ran');
  expect(book.ranFor(mark)).toHaveLength(1);
  await expect(conversation).toContainText('\u201cAdd note\u201d ran in version 1 and was not undone.');

  await page.getByRole('button', { name: 'Show version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(chat.cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Show version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw and leave' }).click();
  await expect(chat.cards).toHaveCount(0);
  await expect(pager(chat)).toHaveAccessibleName(/^Version 1 of 2/);
  expect(await member.pending(new URL(page.url()).pathname.split('/').at(-1) ?? '')).toEqual([]);
  expect(book.ranFor(mark)).toHaveLength(1);
  await page.close();
});

test('an answer that was stopped is tried again beside it', async ({ browser }) => {
  let held = 0;
  const isHeld = new Promise<void>(() => {});
  book.model.script('a long story', () =>
    held++ === 0 ? { text: 'Once upon a time', hold: isHeld } : { text: 'The end.' },
  );
  const chat = await ChatPage.open(browser, member);
  await chat.send('Tell a long story');
  await expect(chat.conversation).toContainText('Once');
  await chat.page.getByRole('button', { name: 'Stop' }).click();
  await chat.page.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.conversation).toContainText('The end.');
  await expect(pager(chat)).toHaveAccessibleName(/^Version 2 of 2/);
  await chat.page.close();
});

test('a second tab follows to the version that is shown', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member);
  asked = 0;
  await chat.ask('Show open invoices');
  const other = await ChatPage.open(browser, member, new URL(chat.page.url()).pathname);
  await expect(other.conversation).toContainText('These are open.');
  await chat.conversation.getByRole('button', { name: 'Edit message' }).click();
  await chat.page.getByRole('textbox', { name: 'Edit message' }).fill('Show paid invoices');
  await chat.page.getByRole('button', { name: 'Save' }).click();
  for (const tab of [chat, other]) {
    await expect(tab.conversation).toContainText('These are paid.');
    await expect(tab.conversation).not.toContainText('These are open.');
  }
  await other.page.close();
  await chat.page.close();
});

test('axe finds nothing where messages have versions, or one is being edited', async ({ browser }) => {
  for (const options of SCREENS) {
    const chat = await ChatPage.open(browser, member, '/', options);
    const { page, conversation } = chat;
    await chat.ask('Show open invoices');
    await conversation.getByRole('button', { name: 'Regenerate answer' }).click();
    await expect(pager(chat)).toHaveCount(1);
    expect(await findings(page)).toEqual([]);
    await conversation.getByRole('button', { name: 'Edit message' }).click();
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.close();
  }
});
