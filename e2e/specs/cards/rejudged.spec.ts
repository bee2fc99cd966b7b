/** A pending card while the policy changes: on every page, without a reload, it shows the current ruling. */
import { expect, type Page, test } from '@playwright/test';
import { ChatPage, tab } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import type { Session } from '../../session';

let book: ContactBook;
let member: Session;
let admin: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  admin = await book.app.signIn('admin');
});

test.afterAll(() => book?.stop());

const rule = (effect: string | null) =>
  admin.call('PUT', '/api/policy', { server: 'crm', tool: 'contact_delete', effect });
const card = (page: Page) => page.getByTestId('approval-card');
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });

test('asks whom the policy asks now, and is closed where nobody may run it any more', async ({ browser }) => {
  const waiting = await book.waiting(member);
  const chat = await ChatPage.open(browser, member, `/chat/${waiting.chatId}`);
  const inbox = await tab(browser, admin, '/approvals');
  const pages = [chat.page, inbox];
  for (const page of pages) await expect(button(page, 'Confirm')).toBeEnabled();
  await rule('ask_admin');
  for (const page of pages) {
    await expect(card(page)).toContainText('Who has to confirm it has changed since the previous card');
  }
  await expect(card(chat.page)).toContainText('An admin other than you must confirm');
  await expect(button(chat.page, 'Confirm')).toBeDisabled();
  await expect(button(inbox, 'Confirm')).toBeEnabled();
  await rule('deny');
  for (const page of pages) {
    await expect(card(page)).toContainText('The team’s policy lets nobody run this tool. You can cancel it.');
    await expect(button(page, 'Confirm')).toBeDisabled();
    await expect(button(page, 'Cancel')).toBeEnabled();
  }
  await expect(chat.page.getByTestId('tool-call')).toContainText('Not allowed now');
  await chat.page.reload();
  await expect(card(chat.page)).toContainText('Who has to confirm it has changed');
  await rule(null);
  // It asks again, and requires no less than before: a softer rule makes no pending call easier to confirm.
  await expect(button(inbox, 'Confirm')).toBeEnabled();
  await expect(button(chat.page, 'Confirm')).toBeDisabled();
  await button(inbox, 'Confirm').click();
  await expect(chat.decisions).toContainText('Imogen Finch confirmed');
  await member.settled(waiting.chatId, 'idle');
  expect(waiting.ran()).toHaveLength(1);
  await inbox.goto('/approvals?tab=decided');
  await expect(inbox.getByText('Replaced', { exact: true })).toHaveCount(3);
  for (const page of pages) await page.context().close();
});

test('a call of which nobody knows the end stands in the inbox, and counts', async ({ browser }) => {
  const inbox = await tab(browser, admin, '/approvals');
  const waiting = await book.waiting(member);
  await expect(card(inbox)).toHaveCount(1);
  await member.decide(waiting.card.id, 'confirm');
  await member.settled(waiting.chatId, 'idle');
  await book.app.sql`update calls set status = 'unknown', ended_at = now()
    where chat_id = ${waiting.chatId} and status = 'success'`;
  await inbox.reload();
  const entry = inbox.getByTestId('doubt-entry');
  await expect(entry).toContainText('asked by Noor Haddad');
  await expect(inbox.getByRole('complementary').getByTestId('to-decide')).toHaveText(/^1/);
  // What has just moved accepts no press, and a person presses again.
  await expect(async () => {
    await entry.getByRole('button', { name: 'It happened' }).click({ timeout: 5_000 });
    await expect(entry).toContainText('You said that it happened', { timeout: 5_000 });
  }).toPass();
  await expect(inbox.getByRole('complementary').getByTestId('to-decide')).toHaveCount(0);
  await inbox.context().close();
});
