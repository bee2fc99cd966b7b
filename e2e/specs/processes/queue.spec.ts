/** Messages sent during an answer are queued visibly; and a call shows its running time. */
import { expect, test } from '@playwright/test';
import { ChatPage } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import type { Session } from '../../session';

let book: ContactBook;
let member: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
});

test.afterAll(() => book?.stop());

/** A promise that the test resolves. */
function held() {
  let letGo = () => {};
  const hold = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { hold, letGo };
}

const queuedIn = (chat: ChatPage) => chat.page.getByTestId('queued-message');

/** All messages of a chat as stored, in order. */
async function stored(chatId: string): Promise<string[]> {
  const { messages } = await member.chat(chatId);
  return messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
}

test('a queued message is withdrawn, another one sent when its turn comes', async ({ browser }) => {
  const { hold, letGo } = held();
  book.model.script('tell me a story', [{ text: 'Once upon a time.', hold }]);
  book.model.script('and a poem', [{ text: 'Roses are red.' }]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('tell me a story');
  await expect(chat.conversation).toContainText('Once');
  await chat.composer.fill('make it longer');
  await expect(chat.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await chat.composer.fill('and a poem');
  await chat.page.getByRole('button', { name: 'Queue message' }).click();
  await expect(queuedIn(chat)).toHaveCount(2);
  await expect(queuedIn(chat)).toHaveText([/Queued, sent next/, /QueuedWithdraw/]);

  const id = await chat.chatId();
  const second = await ChatPage.open(browser, member, `/chat/${id}`);
  await expect(queuedIn(second)).toHaveCount(2);
  await chat.page.reload();
  await expect(queuedIn(chat)).toHaveCount(2);
  await queuedIn(chat)
    .filter({ hasText: 'make it longer' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(chat.composer).toHaveValue('make it longer');
  await expect(chat.composer).toBeFocused();
  await chat.composer.fill('');
  for (const tab of [chat, second]) {
    await expect(queuedIn(tab)).toHaveText([/^and a poem/]);
    await expect(tab.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  }
  expect(book.model.requestsFor('and a poem')).toHaveLength(0);

  letGo();
  for (const tab of [chat, second]) {
    await expect(tab.conversation).toContainText('Roses are red.');
    await expect(queuedIn(tab)).toHaveCount(0);
    await expect(tab.answers).toHaveCount(2);
  }
  await member.settled(id, 'idle');
  expect(await stored(id)).toEqual(['tell me a story', 'Once upon a time.', 'and a poem', 'Roses are red.']);
  expect(book.model.requestsFor('make it longer')).toHaveLength(0);
  await second.close();
  await chat.close();
});

test('Stop ends the answer, and what waits comes back to the composer instead of starting by itself', async ({
  browser,
}) => {
  const { hold, letGo } = held();
  book.model.script('count to a million', [{ text: 'One, two, three.', hold }]);
  book.model.script('count to two', [{ text: 'One, two. Done.' }]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('count to a million');
  await expect(chat.conversation).toContainText('One,');
  await chat.composer.fill('count to two');
  await chat.composer.press('Enter');
  await chat.composer.fill('and to three');
  await chat.composer.press('Enter');
  await expect(queuedIn(chat)).toHaveCount(2);
  await chat.composer.fill('half a sen');
  await chat.page.getByRole('button', { name: 'Stop' }).click();
  await expect(chat.conversation).toContainText('Stopped.');
  await expect(chat.composer).toHaveValue('count to two\nand to three\nhalf a sen');
  await expect(queuedIn(chat)).toHaveCount(0);
  await expect(chat.page.getByText('Taken back, not sent')).toBeVisible();
  letGo();
  // Longer than the server takes to continue with queued messages when no run is live.
  await chat.page.waitForTimeout(2500);
  expect(book.model.requestsFor('count to two')).toHaveLength(0);
  await chat.page.reload();
  await expect(chat.composer).toHaveValue('count to two\nand to three\nhalf a sen');
  await chat.send('count to two');
  await expect(chat.conversation).toContainText('One, two. Done.');
  await chat.close();
});

test('a call that runs says how long it has and how long it may', async ({ browser }) => {
  const { hold, letGo } = held();
  const run = async () => {
    await hold;
    return { text: 'nothing noted' };
  };
  book.crm.add({ ...book.crm.definition('note_read'), run });
  book.model.script('read the notes', [
    { calls: [{ tool: 'crm__note_read', input: {} }] },
    { text: 'Nothing.' },
  ]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('read the notes');
  const row = chat.calls('note_read');
  await expect(row).toContainText(/\d+ s of 1 min/);
  letGo();
  await expect(row).toHaveAttribute('data-status', 'success');
  await expect(row).not.toContainText('of 1 min');
  await chat.close();
});
