/** The inbox as a place to work in: who sees what, filters, many cards at once, and cards that arrive meanwhile. */
import { expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { tab, taken } from '../../chat-page';
import { ContactBook, type Waiting } from '../../contact-book';
import { expectLow, takePictures } from '../../pictured';
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

test.beforeEach(() => book.app.sql`update approvals set status = 'superseded' where status = 'pending'`);

const cards = (page: Page) => page.getByTestId('approval-card');
const heading = (page: Page, name: string) =>
  expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(name);

test('an admin sees the team’s, everybody else his own, another team nothing', async ({ browser }) => {
  const mine = await book.waiting(member);
  const other = await book.waiting(admin);
  const seen = async (account: string) => {
    const page = await tab(browser, await book.app.signIn(account), '/approvals');
    await heading(page, 'wait');
    const ids = await cards(page).evaluateAll((all) => all.map((card) => card.dataset.approvalId));
    const words = await page.getByRole('main').innerText();
    await page.context().close();
    return { ids, words };
  };
  for (const account of ['admin', 'admin2']) {
    expect((await seen(account)).ids).toEqual([mine.card.id, other.card.id]);
  }
  expect((await seen('member')).ids).toEqual([mine.card.id]);
  expect((await seen('outsider')).ids).toEqual([]);
  const viewer = await seen('viewer');
  expect(viewer.ids).toEqual([]);
  expect(viewer.words).toContain('As a viewer you decide nothing');
});

test('is narrowed by tool, person and server, in the address', async ({ browser }) => {
  const ofMember = await book.waiting(member);
  const ofAdmin = await book.waiting(admin, [{ tool: 'wild__list_things', input: {} }]);
  const page = await tab(browser, admin, '/approvals');
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel('Person').selectOption('Noor Haddad');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toHaveAttribute('data-approval-id', ofMember.card.id);
  await page.getByLabel('Server').selectOption('wild');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Nothing here fits what you chose above.');
  await page.reload();
  await expect(page.getByLabel('Server')).toHaveValue('wild');
  await page.goBack();
  await expect(cards(page)).toHaveAttribute('data-approval-id', ofMember.card.id);
  await page.getByLabel('Person').selectOption('');
  await page.getByLabel('Tool').selectOption('list_things');
  await expect(page).toHaveURL(/\/approvals\?tool=list_things$/);
  await expect(cards(page)).toHaveAttribute('data-approval-id', ofAdmin.card.id);
  await page.context().close();
});

test('shows the conversation to the letter, and what comes while one looks', async ({ browser }) => {
  const page = await tab(browser, admin, '/approvals');
  await heading(page, 'Nothing waits');
  const mark = book.script([{ tool: 'crm__contact_delete', input: {} }], {
    text: `${'Thinking. '.repeat(40)}<b>This</b> deletes\u202e it.`,
  });
  const chatId = await member.newChat();
  await member.say(chatId, `delete ${mark}\u200b ${'please '.repeat(60)}`);
  const lines = page.getByTestId('approval-conversation');
  await expect(lines).toContainText(`Noor Haddad: delete ${mark}U+200B`);
  await expect(lines).toContainText('<b>This</b> deletesU+202E it.');
  await expect(lines).toContainText(/… \(\d+ characters more\)/);
  await heading(page, '1 call waits');
  // Its effect has changed meanwhile: a new card replaces it, and says so.
  const [first] = await member.pending(chatId);
  book.goes = 'one contact and its notes';
  await cards(page).getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(cards(page)).toContainText('one contact and its notes');
  await expect(cards(page)).toContainText('has changed since the previous card');
  expect(await cards(page).getAttribute('data-approval-id')).not.toBe(first?.id);
  book.goes = 'one contact';
  await member.call('DELETE', `/api/chat/${chatId}`);
  await expect(page.getByTestId('approval-decision')).toContainText('Withdrawn, nothing ran');
  await heading(page, 'Nothing waits');
  await page.context().close();
});

test('where many wait each is a row, and one at a time stands open', async ({ browser }) => {
  const waiting: Waiting[] = [];
  for (let nth = 0; nth < 6; nth++) waiting.push(await book.waiting(member));
  const page = await tab(browser, admin, '/approvals');
  await heading(page, '6 calls wait');
  // The first one is open where there is room beside the rows, and nothing is decided by that.
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toHaveAttribute('data-approval-id', waiting[0]?.card.id ?? '');
  await takePictures(page, 'approvals-many');
  const rows = page.getByRole('button', { name: 'Delete contact, one contact, asked by Noor Haddad' });
  await expectLow(rows, 56);
  await rows.nth(1).press('Enter');
  await rows.nth(2).press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toHaveAttribute('data-approval-id', waiting[2]?.card.id ?? '');
  await cards(page).getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByTestId('approval-decision')).toContainText('You confirmed');
  await expect(rows).toHaveCount(5);
  await heading(page, '5 calls wait');
  // The call is sent once the decision is recorded.
  await expect.poll(() => waiting.map(({ ran }) => ran().length)).toEqual([0, 0, 1, 0, 0, 0]);
  await page.context().close();
});

test('rows are told apart, walked by keys, and cancelled together; nothing of that confirms', async ({
  browser,
}) => {
  const waiting = [];
  for (let nth = 0; nth < 7; nth++) {
    book.goes = `contact ${nth} (${nth}00.00 EUR)`;
    waiting.push(await book.waiting(member));
  }
  book.goes = 'one contact';
  const page = await tab(browser, admin, '/approvals');
  await heading(page, '7 calls wait');
  for (let nth = 0; nth < 7; nth++) {
    const row = page.getByRole('button', { name: `contact ${nth} (${nth}00.00 EUR)` });
    await expect(row).toHaveCount(1);
  }
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('open until');
  const row = (nth: number) => page.getByRole('button', { name: `contact ${nth} (` });
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(row(0)).toBeFocused({ timeout: 10_000 });
  }).toPass();
  await page.keyboard.press('j');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(row(2)).toBeFocused();
  await expect(page.getByText('2 chosen')).toBeVisible();
  // The open card is that of the row to which the keys have moved.
  await expect(cards(page)).toHaveAttribute('data-approval-id', waiting[2]?.card.id ?? '');
  // Beside its row if there is room, and reached with the next key.
  const [card, its] = await Promise.all([cards(page).boundingBox(), row(2).boundingBox()]);
  expect(card?.x).toBeGreaterThan((its?.x ?? 0) + (its?.width ?? 0));
  await page.keyboard.press('Tab');
  expect(await cards(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.getByRole('button', { name: 'Cancel these' }).focus();
  await page.keyboard.press('Enter');
  await heading(page, '5 calls wait');
  await expect(page.getByRole('main')).toContainText('2 calls were cancelled');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('2 calls were cancelled');
  const rows = await book.app
    .sql`select id, status, decided_by from approvals where id in ${book.app.sql(waiting.map(({ card: { id } }) => id))}`;
  const cancelled = rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id);
  expect(cancelled.sort()).toEqual([waiting[1]?.card.id, waiting[2]?.card.id].sort());
  expect(waiting.flatMap(({ ran }) => ran())).toEqual([]);
  await page.context().close();
});

test('what does not fit on a page follows on demand', async ({ browser }) => {
  const { card } = await book.waiting(member);
  await book.app.sql`insert into approvals
    select (jsonb_populate_record(approvals, jsonb_build_object('id', 'copy' || n, 'tool_call_id', 'copy' || n,
      'status', 'cancelled', 'tool', 'copied', 'decided_at', now() - n * interval '1 minute'))).*
    from approvals, generate_series(1, 45) n where id = ${card.id}`;
  const page = await tab(browser, admin, '/approvals?tab=decided&tool=copied');
  const rows = page.getByRole('row').filter({ hasText: 'Cancelled' });
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(rows).toHaveCount(20);
  await more.click();
  await expect(rows).toHaveCount(40);
  await more.click();
  await expect(rows).toHaveCount(45);
  await book.app.sql`delete from approvals where id like 'copy%'`;
  await page.context().close();
});

test('admins see how often it asks, and come from there to what could be changed', async ({ browser }) => {
  for (let nth = 0; nth < 6; nth++) {
    const { card, chatId } = await book.waiting(member, [{ tool: 'crm__group_delete', input: {} }]);
    await admin.decide(card.id, 'confirm');
    await member.settled(chatId, 'idle');
  }
  // Half a minute each; one of them more than a week ago.
  const { sql } = book.app;
  await sql`update approvals set requested_at = decided_at - interval '30 s' where tool = 'group_delete'`;
  await sql`update approvals set requested_at = requested_at - interval '8 days', decided_at = decided_at - interval '8 days'
    where id = (select id from approvals where tool = 'group_delete' order by requested_at limit 1)`;
  const page = await tab(browser, admin, '/approvals');
  await page.getByRole('link', { name: 'Approval load' }).click();
  await heading(page, 'Approval load');
  await expect(page.getByRole('link', { name: 'Approvals' }).first()).toHaveAttribute('aria-current', 'page');
  const hint = page.getByRole('listitem').filter({ hasText: 'group_delete' });
  await expect(hint).toContainText('all 6 confirmed. Consider pre-approving it, or a rule.');
  const row = page.getByRole('row').filter({ hasText: 'group_delete' });
  await expect(row).toContainText('30 s');
  await expect(row.getByRole('cell').last()).toHaveText('6');
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7$/);
  await expect(row.getByRole('cell').last()).toHaveText('5');
  await hint.getByRole('link', { name: 'Its rules' }).click();
  await expect(page.locator('[data-testid="policy-row"][data-tool="group_delete"]')).toBeInViewport();
  await page.context().close();
  expect((await member.call('GET', '/api/attention')).status).toBe(403);
  expect((await admin.call('GET', '/api/attention?days=8')).status).toBe(400);
  const other = await tab(browser, member, '/approvals/attention');
  await expect(other.getByRole('heading', { name: 'Only admins read this' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Approval load' })).toHaveCount(0);
  await other.context().close();
});

test('alike calls are looked at in one table and confirmed together once it was seen to its end, by keyboard too', async ({
  browser,
}) => {
  const ids = Array.from({ length: 4 }, (_, nth) => `k${nth}`);
  const calls = ids.map((contact, nth) => ({
    tool: 'crm__contact_delete',
    input: {
      contact,
      why: nth === 2 ? 'no reason' : 'asked for',
      note: `Agreed with ${contact}. `.repeat(12),
    },
  }));
  const first = await book.waiting(member, calls);
  const page = await tab(browser, member, `/chat/${first.chatId}`);
  const bar = page.getByTestId('alike-calls');
  await expect(bar).toContainText('4 calls of Delete contact wait here.');
  await expect(cards(page)).toHaveCount(4);
  // When closed, it has none of the names by which a card is found.
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(4);
  const opener = bar.getByRole('button', { name: 'Look at them together' });
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press('Enter');
  const rows = bar.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('Unlike most of the others');
  await expect(rows.nth(1)).toContainText('no reason');
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    expect(await findings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 480 });
  const ran = () => book.crm.executions.filter(({ tool, input }) => tool === 'contact_delete' && input.why);
  const confirm = bar.getByRole('button', { name: 'Confirm the 4 shown' });
  const press = async () => {
    for (let nth = 1; nth <= 4; nth++) {
      // Each row has a focusable element, and the keyboard scrolls on from there.
      await rows
        .nth(nth)
        .getByRole('button', { name: /^Show card/ })
        .focus();
      await page.keyboard.press('ArrowDown');
      await expect(rows.nth(nth)).toBeInViewport();
    }
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(confirm).toBeEnabled({ timeout: 1_000 });
    }).toPass();
    await confirm.focus();
    await expect(confirm).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
  };
  book.goes = 'one contact and its notes';
  await press();
  await expect(bar.getByRole('alert')).toContainText(
    'None was confirmed. 4 were not decided, and wait as cards:',
  );
  await expect(cards(page).first()).toContainText('one contact and its notes');
  expect(ran()).toEqual([]);
  // Each card shows its own changes, so none of them is in a list any more.
  await expect(opener).toHaveCount(0);
  const { chatId } = await book.waiting(member, calls);
  await page.goto(`/chat/${chatId}`);
  await taken(page);
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(5);
  await press();
  await expect(page.getByTestId('approval-decision')).toHaveCount(4);
  await member.settled(chatId, 'idle');
  expect(ran().map(({ input }) => input.contact)).toEqual(ids);
  book.goes = 'one contact';
  await page.context().close();
});
