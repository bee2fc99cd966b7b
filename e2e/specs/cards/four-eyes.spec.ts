/** Approvals in a team: one person asks, others decide, each on a page of their own that is never reloaded. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { PolicyView } from '../../../lib/rules/policy-rules';
import { ChatPage, tab } from '../../chat-page';
import { ContactBook, type Waiting } from '../../contact-book';
import { READS } from '../../servers/hints';
import { PASSWORD, type Session } from '../../session';

let book: ContactBook;
/** Noor Haddad asks; Imogen Finch and Callum Reyes are admins. */
let member: Session;
let admin: Session;
let second: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  book.crm.add({ name: 'web_read', title: 'Read web page', annotations: { ...READS, openWorldHint: true } });
  member = await book.app.signIn('member');
  admin = await book.app.signIn('admin');
  second = await book.app.signIn('admin2');
});

test.afterAll(() => book?.stop());

test.afterEach(async () => {
  await book.app.sql`delete from policy_rules where server = 'crm'`;
  await book.app.sql`update members set role = 'admin'
    where user_id in (select id from users where email like 'admin%@amber.test')`;
  await book.app.sql`update members set role = 'member'
    where user_id in (select id from users where email = 'member@amber.test')`;
  await book.app.sql`update approvals set expires_at = now() where status = 'pending'`;
});

const rule = (by: Session, more: object) =>
  by.call<PolicyView>('PUT', '/api/policy', { server: 'crm', tool: 'contact_delete', effect: null, ...more });

const inboxOf = (browser: Browser, who: Session, path = '/approvals') => tab(browser, who, path);
const cardIn = (page: Page, { card }: Waiting) => page.locator(`[data-approval-id="${card.id}"]`);
const confirmIn = (page: Page, waiting: Waiting) =>
  cardIn(page, waiting).getByRole('button', { name: 'Confirm', exact: true });

/** In the side bar. */
const countIn = (page: Page) => page.getByRole('complementary').getByTestId('to-decide');

/** The page has not been reloaded as long as it has this attribute. */
const markPage = (page: Page) => page.evaluate(() => document.body.setAttribute('data-first', ''));
const isFirst = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-first'));

async function closing(): Promise<Waiting & { account: string }> {
  const [account] = await book.app.sql<{ id: string }[]>`
    select id from bank_accounts where status <> 'closed' and team_id =
      (select team_id from members join users on users.id = user_id where email = 'member@amber.test') limit 1`;
  if (!account) throw new Error('There is no account to close.');
  const mark = `close ${Math.random().toString(36).slice(2)}`;
  const calls = [{ tool: 'close_account', input: { accountId: account.id } }];
  book.model.script(mark, [{ text: 'This closes it.', calls }, { text: 'It is settled.' }]);
  const chatId = await member.newChat();
  await member.say(chatId, mark);
  const [card] = await member.pending(chatId);
  if (!card) throw new Error(`Nothing waits.\n${book.app.log}`);
  return { chatId, card, mark, ran: () => [], account: account.id };
}

test('where an admin must confirm, the one who asks cannot, and his page goes on once an admin has', async ({
  browser,
}) => {
  const inbox = await inboxOf(browser, admin);
  const other = await inboxOf(browser, second, '/settings/policy');
  await expect(inbox.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  for (const page of [inbox, other]) await markPage(page);
  const waiting = await closing();
  const chat = await ChatPage.open(browser, member, `/chat/${waiting.chatId}`);
  await markPage(chat.page);
  await expect(chat.button('Confirm')).toBeDisabled();
  await expect(chat.cards).toContainText('An admin other than you must confirm: Callum Reyes, Imogen Finch.');
  expect((await member.decide(waiting.card.id, 'confirm')).status).toBe(403);
  // It has reached those who may decide, with the conversation; and is counted for them on every page, and for nobody
  // else.
  const card = cardIn(inbox, waiting);
  await expect(card).toContainText('Noor Haddad:');
  await expect(card).toContainText(waiting.mark);
  await expect(card).toContainText('This closes it.');
  for (const page of [inbox, other]) {
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(countIn(page)).toContainText('1 waits for your decision');
  }
  await expect(countIn(chat.page)).toHaveCount(0);
  await confirmIn(inbox, waiting).click();
  await expect(inbox.getByTestId('approval-decision')).toContainText('You confirmed');
  await expect(inbox).toHaveTitle('Approvals · Amber');
  await expect(countIn(other)).toHaveCount(0);
  await expect(chat.decisions).toContainText('Imogen Finch confirmed');
  await expect(chat.conversation).toContainText('It is settled.');
  for (const page of [inbox, other, chat.page]) expect(await isFirst(page)).toBe(true);
  const [row] = await book.app.sql`select status from bank_accounts where id = ${waiting.account}`;
  expect(row?.status).toBe('closed');
  for (const page of [inbox, other, chat.page]) await page.context().close();
});

test('where two admins must, the first is one of two, and nobody counts twice', async ({ browser }) => {
  expect((await rule(member, { effect: 'two_admins' })).status).toBe(403);
  expect((await rule(admin, { effect: 'two_admins' })).status).toBe(200);
  const waiting = await book.waiting(member);
  const chat = await ChatPage.open(browser, member, `/chat/${waiting.chatId}`);
  const [first, last] = [await inboxOf(browser, admin), await inboxOf(browser, second)];
  expect((await member.decide(waiting.card.id, 'confirm')).status).toBe(403);
  await confirmIn(first, waiting).click();
  await expect(cardIn(first, waiting)).toContainText('You confirmed: one of two.');
  await expect(confirmIn(first, waiting)).toBeDisabled();
  // It is still listed, and the heading says why the side bar does not count it.
  await expect(countIn(first)).toHaveCount(0);
  await expect(first.getByRole('main').getByRole('heading', { level: 2 })).toContainText('none for you');
  await expect(last.getByRole('main').getByRole('heading', { level: 2 })).not.toContainText('for you');
  expect((await admin.decide(waiting.card.id, 'confirm')).body.status).toBe('pending');
  for (const page of [last, chat.page])
    await expect(cardIn(page, waiting)).toContainText('Imogen Finch confirmed: one of two.');
  expect(waiting.ran()).toEqual([]);
  await confirmIn(last, waiting).click();
  await expect(chat.conversation).toContainText('It is settled.');
  await expect(chat.decisions).toContainText('Imogen Finch and Callum Reyes confirmed');
  await expect(first.getByTestId('approval-decision')).toContainText('You and Callum Reyes confirmed');
  expect(waiting.ran()).toHaveLength(1);
  await first.getByRole('link', { name: 'Decided' }).click();
  const row = first.getByRole('row').filter({ hasText: 'Delete contact' }).first();
  await expect(row).toContainText('You and Callum Reyes');
  for (const page of [first, last, chat.page]) await page.context().close();
});

test('what is critical asks for the password again', async ({ browser }) => {
  await rule(admin, { critical: true });
  const waiting = await book.waiting(member);
  const inbox = await inboxOf(browser, admin);
  const card = cardIn(inbox, waiting);
  const confirm = confirmIn(inbox, waiting);
  await expect(confirm).toBeDisabled();
  expect((await admin.decide(waiting.card.id, 'confirm')).status).toBe(403);
  await card.getByLabel(/password/i).fill('a wrong one');
  await confirm.click();
  await expect(card.getByRole('alert')).toContainText('That is not your password');
  expect(waiting.ran()).toEqual([]);
  await card.getByLabel(/password/i).fill(PASSWORD);
  await confirm.click();
  await expect(inbox.getByTestId('approval-decision')).toContainText('You confirmed');
  await member.settled(waiting.chatId, 'idle');
  expect(waiting.ran()).toHaveLength(1);
  await inbox.context().close();
});

test('whoever loses the right while the card is open decides nothing, and is told why', async ({
  browser,
}) => {
  const waiting = await book.waiting(member);
  const inbox = await inboxOf(browser, second);
  const chat = await ChatPage.open(browser, member, `/chat/${waiting.chatId}`);
  await expect(confirmIn(inbox, waiting)).toBeEnabled();
  await expect(chat.button('Confirm')).toBeEnabled();
  const demote = (email: string, role: string) => book.app.sql`update members set role = ${role}
    where user_id = (select id from users where email = ${email})`;
  await demote('admin2@amber.test', 'member');
  await confirmIn(inbox, waiting).click();
  await expect(inbox.getByRole('listitem').filter({ hasText: 'your role has changed' })).toBeVisible();
  await demote('member@amber.test', 'viewer');
  await chat.button('Confirm').click();
  await expect(chat.cards.getByRole('alert')).toContainText('Your role may not decide this. Ask an admin');
  await expect(chat.button('Confirm')).toBeDisabled();
  expect(waiting.ran()).toEqual([]);
  expect(await admin.pending(waiting.chatId)).toHaveLength(1);
  for (const page of [inbox, chat.page]) await page.context().close();
});

test('past its time it stands as expired on every page, and never as a denial', async ({ browser }) => {
  const waiting = await book.waiting(member);
  const inbox = await inboxOf(browser, admin);
  const chat = await ChatPage.open(browser, member, `/chat/${waiting.chatId}`);
  await expect(confirmIn(inbox, waiting)).toBeEnabled();
  await book.app
    .sql`update approvals set expires_at = now() - interval '1 second' where id = ${waiting.card.id}`;
  for (const page of [inbox, chat.page])
    await expect(page.getByTestId('approval-decision')).toContainText('Expired, nobody decided');
  await expect(inbox).toHaveTitle('Approvals · Amber');
  expect((await admin.decide(waiting.card.id, 'confirm')).status).toBe(409);
  expect(waiting.ran()).toEqual([]);
  for (const page of [inbox, chat.page]) await page.context().close();
});

test('after words from outside a write asks, until an admin clears the mark', async ({ browser }) => {
  const note = { tool: 'crm__note_add', input: { title: 'Call back' } };
  const mark = `o${Math.random().toString(36).slice(2)}`;
  const read = { tool: 'crm__web_read', input: {} };
  book.model.script(mark, [
    { text: 'Reading.', calls: [read] },
    { calls: [note] },
    { text: 'It is settled.' },
  ]);
  const chatId = await member.newChat();
  await member.say(chatId, mark);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(chat.cards).toContainText('About to add note Call back. OK?');
  await expect(chat.cards).toContainText('web_read');
  const theMark = (page: Page) => page.getByTestId('outside-mark');
  await expect(theMark(chat.page)).toContainText(
    'crm: web_read brought in words from outside your company. Until an admin clears this, Amber asks here before it changes anything.',
  );
  await expect(theMark(chat.page).getByRole('button')).toHaveCount(0);
  expect((await member.call('DELETE', `/api/chat/${chatId}/outside`)).status).toBe(403);
  const { page } = await ChatPage.openToRead(browser, admin, `/chat/${chatId}`);
  await theMark(page).getByRole('button', { name: 'Clear' }).click();
  for (const one of [page, chat.page]) await expect(theMark(one)).toHaveCount(0);
  // It waits as before, and no longer names a reason that has been lifted.
  await expect(chat.cards).not.toContainText('web_read');
  await chat.button('Cancel').click();
  await expect(chat.conversation).toContainText('It is settled.');
  const again = book.script([note]);
  await member.say(chatId, again);
  expect(await member.pending(chatId)).toEqual([]);
  expect(book.ranFor(again)).toHaveLength(1);
  for (const one of [page, chat.page]) await one.context().close();
});

test('the policy is set by hand: at once for the next call, and for oneself only stricter', async ({
  browser,
}) => {
  const page = await inboxOf(browser, admin, '/settings/policy');
  const row = page.locator('[data-testid="policy-row"][data-tool="contact_delete"]');
  const other = await inboxOf(browser, second, '/settings/policy');
  const hours = other.getByLabel('Delete contact: open for, in hours');
  await hours.fill('4');
  await row.getByLabel('Delete contact: for everybody').selectOption('ask_admin');
  await expect(row).toContainText('Saved.');
  await expect(row.getByTestId('policy-verdict')).toHaveAttribute('data-policy', 'ask_admin');
  await expect(row).toContainText('Set by Imogen Finch');
  await row.getByLabel('Delete contact: lock').press('Space');
  await expect(row.getByLabel('Delete contact: lock')).toBeChecked();
  // Another admin's page updates by itself, and keeps what is being typed.
  const lock = other.getByLabel('Delete contact: lock');
  await expect(lock).toBeChecked();
  await expect(hours).toHaveValue('4');
  await hours.press('Enter');
  await expect(row.getByLabel('Delete contact: open for, in hours')).toHaveValue('4');
  await expect(row.getByLabel('Delete contact: lock')).toBeChecked();
  const { card } = await book.waiting(member);
  const open = Date.parse(card.expiresAt) - Date.parse(card.requestedAt);
  expect(open).toBe(4 * 3_600_000);
  const toolOf = async (who: Session, name: string) => {
    const listed = await who.call<{ tools: { name: string; policy: string; rule: string }[] }>(
      'GET',
      '/api/tools',
    );
    return listed.body.tools.find((tool) => tool.name === name);
  };
  expect(await toolOf(member, 'contact_delete')).toMatchObject({ policy: 'ask_admin', rule: 'override' });
  const mine = await inboxOf(browser, member, '/settings/policy');
  const own = mine.locator('[data-testid="policy-row"][data-tool="note_add"]');
  await expect(mine.getByLabel(/: for everybody$/)).toHaveCount(0);
  await own.getByLabel('Add note: for myself').selectOption('ask');
  await expect(own).toContainText('Saved.');
  expect(await toolOf(member, 'note_add')).toMatchObject({ policy: 'ask', rule: 'own' });
  expect(await toolOf(admin, 'note_add')).toMatchObject({ policy: 'allow', rule: 'writes' });
  // A refused change is reported, and the value is unchanged.
  await book.app.sql`update members set role = 'member'
    where user_id = (select id from users where email = 'admin@amber.test')`;
  await row.getByLabel('Delete contact: for everybody').selectOption('allow');
  await expect(row.getByRole('alert').first()).toContainText('Only admins change the policy of the team.');
  await expect(row.getByLabel('Delete contact: for everybody')).toHaveValue('ask_admin');
  for (const one of [page, other, mine]) await one.context().close();
});
