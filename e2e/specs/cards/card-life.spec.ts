/** A card survives what happens around it: other tabs, reloads, a restart, and changes in the world meanwhile. */
import { expect, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab } from '../../chat-page';
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

async function opened() {
  const waiting = await book.waiting(member);
  await chat.page.goto(`/chat/${waiting.chatId}`);
  await expect(chat.cards).toHaveCount(1);
  return waiting;
}

const cardId = (page = chat.page) => page.getByTestId('approval-card').getAttribute('data-approval-id');

test('decided in one tab, it is gone in the other, and both show the same', async ({ browser }) => {
  for (const decision of ['Confirm', 'Cancel'] as const) {
    const { chatId, ran } = await opened();
    const other = await ChatPage.open(browser, member, `/chat/${chatId}`);
    await expect(other.cards).toHaveCount(1);
    await chat.button(decision).click();
    await expect(other.cards).toHaveCount(0);
    await expect(other.decisions).toHaveCount(1);
    await member.settled(chatId, 'idle');
    for (const tab of [chat, other]) await expect(tab.conversation).toContainText('It is settled.');
    await expect(other.calls('contact_delete')).toHaveAttribute(
      'data-status',
      decision === 'Confirm' ? 'success' : 'abort',
    );
    await expect(async () => {
      expect(await other.conversation.innerText()).toBe(await chat.conversation.innerText());
    }).toPass();
    expect(ran()).toHaveLength(decision === 'Confirm' ? 1 : 0);
    await other.close();
  }
});

test('an admin decides it from elsewhere; who may not see it changes nothing', async () => {
  const { card, ran, chatId } = await opened();
  for (const account of ['viewer', 'outsider']) {
    const somebody = await book.app.signIn(account);
    expect((await somebody.decide(card.id, 'confirm')).status).toBe(404);
  }
  expect(await member.pending(chatId)).toHaveLength(1);
  await expect(chat.cards).toHaveCount(1);
  expect(ran()).toEqual([]);
  const admin = await book.app.signIn('admin');
  expect((await admin.decide(card.id, 'confirm')).status).toBe(200);
  await expect(chat.decisions).toHaveCount(1);
  await expect(chat.calls('contact_delete')).toHaveAttribute('data-status', 'success');
  expect(ran()).toHaveLength(1);
});

test('reloaded while it waits, it is the same card and works', async () => {
  const { card, ran, chatId } = await opened();
  for (let reload = 0; reload < 3; reload++) await chat.page.reload();
  expect(await cardId()).toBe(card.id);
  expect(ran()).toEqual([]);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  await expect(chat.decisions).toHaveCount(1);
  expect(ran()).toHaveLength(1);
});

test('the server restarts while it waits: the open page goes on by itself', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { card, ran, chatId } = await opened();
    await book.app.restart(signal);
    expect(await cardId()).toBe(card.id);
    // The notice disappears, and the card moves: a press at that moment decides nothing.
    await expect(chat.page.getByText('The connection is lost.')).toHaveCount(0);
    await chat.confirm();
    await expect(chat.decisions).toHaveCount(1);
    await expect(chat.conversation).toContainText('It is settled.');
    expect(ran()).toHaveLength(1);
    // The page receives news again: changes elsewhere show without a reload.
    await member.settled(chatId, 'idle');
    const mark = book.script([{ tool: 'crm__contact_delete', input: {} }]);
    expect((await member.say(chatId, mark)).status).toBe(200);
    await expect(chat.cards).toHaveCount(1);
    await member.decide((await member.pending(chatId))[0]?.id ?? '', 'cancel');
    await expect(chat.decisions).toHaveCount(2);
    expect(book.ranFor(mark)).toEqual([]);
  }
});

test('what would go has changed: nothing runs, and a new card says what goes now', async () => {
  const { card, ran, chatId } = await opened();
  book.goes = 'one contact and its two notes';
  await chat.confirm();
  const preview = chat.page.getByTestId('approval-preview');
  await expect(preview).toContainText(book.goes);
  await expect(chat.cards).toHaveCount(1);
  const fresh = await cardId();
  expect(fresh).not.toBe(card.id);
  expect(ran()).toEqual([]);
  expect((await member.decide(card.id, 'confirm')).status).toBe(409);
  expect(ran()).toEqual([]);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
  book.goes = 'one contact';
});

test('past its time it cannot be decided, and nothing runs', async () => {
  const { card, ran, chatId } = await opened();
  await book.app.sql`update approvals set expires_at = now() - interval '1 second' where id = ${card.id}`;
  expect((await member.decide(card.id, 'confirm')).status).toBe(409);
  await expect(chat.cards).toHaveCount(0);
  await expect(chat.decisions).toHaveCount(1);
  await member.settled(chatId, 'idle');
  const [row] = await book.app.sql`select status, claimed_at from approvals where id = ${card.id}`;
  expect(row).toEqual({ status: 'expired', claimed_at: null });
  expect(ran()).toEqual([]);
});

test('in plan mode it cannot be confirmed, and says so, until the mode is switched', async () => {
  const { ran, chatId } = await opened();
  const mode = (name: 'Plan' | 'Default') => chat.page.getByText(name, { exact: true }).click();
  await mode('Plan');
  await expect(chat.button('Confirm')).toBeDisabled();
  await expect(chat.cards).toContainText('Plan mode: nothing can run.');
  await expect(chat.button('Cancel')).toBeEnabled();
  await mode('Default');
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
});

test('a confirmed call that is held counts down, runs when its time has come, and is taken back from another tab', async ({
  browser,
}) => {
  const admin = await book.app.signIn('admin');
  const rule = { server: 'crm', tool: 'contact_delete', effect: null };
  const hold = (holdSeconds: number | null) => admin.call('PUT', '/api/policy', { ...rule, holdSeconds });
  expect((await hold(600)).status).toBe(200);
  const held = (page = chat.page) => page.getByRole('group', { name: 'Held: Delete contact' });
  const first = await opened();
  await expect(chat.cards).toContainText(
    'Once confirmed it runs after 10 min, unless somebody takes it back.',
  );
  await chat.confirm();
  await expect(held()).toContainText(/Runs in (?:10 min|9 min \d+ s) unless somebody takes it back/);
  await expect(chat.calls('contact_delete')).toContainText('Held');
  for (const screen of SCREENS) {
    await chat.page.setViewportSize(screen.viewport);
    expect(await findings(chat.page)).toEqual([]);
  }
  await chat.page.setViewportSize(SCREENS[0].viewport);
  // It survives the process, and people who cannot see it cannot take it back.
  await book.app.restart('SIGKILL');
  const viewer = await book.app.signIn('viewer');
  expect((await viewer.call('POST', `/api/approvals/${first.card.id}/take-back`)).status).toBe(404);
  const inbox = await tab(browser, admin, '/approvals');
  const button = held(inbox).getByRole('button', { name: 'Take it back' });
  await expect(button).toBeEnabled();
  // The page has just been opened: news may re-render the button meanwhile.
  await expect(async () => {
    if ((await button.count()) > 0) await button.press('Enter');
    await expect(held(inbox)).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await member.settled(first.chatId, 'idle');
  await expect(held()).toHaveCount(0);
  await expect(chat.decisions).toContainText('took it back before it ran');
  expect(first.ran()).toEqual([]);
  await inbox.context().close();

  const second = await opened();
  await chat.confirm();
  await expect(held()).toBeVisible();
  await book.app.sql`update approvals set hold_until = now() where id = ${second.card.id}`;
  await member.settled(second.chatId, 'idle');
  await expect(held()).toHaveCount(0);
  await expect(chat.calls('contact_delete')).toHaveAttribute('data-status', 'success');
  expect(second.ran()).toHaveLength(1);
  await hold(null);
});
