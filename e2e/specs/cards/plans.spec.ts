/**
 * One intention, one review: a plan that asks an admin, and alike calls in one list, by keyboard alone and on narrow
 * screens.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab, taken } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { READS } from '../../servers/hints';
import type { Session } from '../../session';

let book: ContactBook;
/** Noor Haddad asks; Imogen Finch and Callum Reyes are admins. */
let member: Session;
let admin: Session;
let second: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  const groups = [{ id: 'summer' }, { id: 'winter' }];
  book.crm.add({ name: 'group_list', annotations: READS, run: () => ({ structured: { groups } }) });
  member = await book.app.signIn('member');
  admin = await book.app.signIn('admin');
  second = await book.app.signIn('admin2');
});
test.afterAll(() => book?.stop());

const WIDE = SCREENS[0].viewport;

/** Checks the page with axe in both themes, wide and narrow. */
async function look(page: Page): Promise<void> {
  for (const { viewport } of SCREENS) {
    await page.setViewportSize(viewport);
    expect(await findings(page)).toEqual([]);
  }
  await page.setViewportSize(WIDE);
}

/** Without a mouse: waits until it is enabled, focuses it, and presses. */
async function press(button: Locator, key = 'Enter'): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await button.page().keyboard.press(key);
}

/** A message that the model answers with this plan. @returns its chat */
async function proposed(steps: { tool: string; arguments: object; why: string }[]) {
  const mark = `p${Math.random().toString(36).slice(2)}`;
  const numbered = steps.map((step, at) => ({
    step: at + 1,
    server: 'crm',
    ...step,
    arguments: { contact: mark, ...step.arguments },
  }));
  // The model answers again after a card of the plan, or after its last step.
  const over = Array.from({ length: steps.length + 2 }, () => ({ text: 'It is settled.' }));
  const calls = [{ tool: 'propose_plan', input: { steps: numbered } }];
  book.model.script(mark, [{ text: 'I would do this:', calls }, ...over]);
  const chatId = await member.newChat();
  const said = await member.say(chatId, `Make a plan: ${mark}`);
  const [card] = await member.pending(chatId);
  if (!card) throw new Error(`Nothing waits: ${said.status} ${said.body}\n${book.app.log}`);
  return { chatId, card, ran: () => book.ranFor(mark).map(({ tool }) => tool) };
}

test('three people: a plan in which a step asks an admin is confirmed once, by an admin, and all of it runs', async ({
  browser,
}) => {
  const rule = { server: 'crm', tool: 'contact_delete', effect: 'ask_admin' };
  expect((await admin.call('PUT', '/api/policy', rule)).status).toBe(200);
  const { chatId, card, ran } = await proposed([
    { tool: 'note_add', arguments: { note: 'leaves' }, why: 'Notes that they leave.' },
    { tool: 'contact_delete', arguments: {}, why: 'Deletes the contact.' },
    { tool: 'note_add', arguments: { note: 'left' }, why: 'Notes that they have left.' },
  ]);
  expect(card).toMatchObject({ requirement: 'ask_admin', risk: 'destructive', mayDecide: false });
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(chat.cards).toContainText('3 calls are to be made, one after the other');
  await expect(chat.button('Confirm')).toBeDisabled();
  await look(chat.page);
  const [first, other] = await Promise.all([
    tab(browser, admin, '/approvals', { viewport: SCREENS[1].viewport }),
    tab(browser, second, '/approvals'),
  ]);
  const cardIn = (page: Page) => page.locator(`[data-approval-id="${card.id}"]`);
  for (const page of [first, other]) await expect(cardIn(page)).toContainText('Deletes the contact.');
  await look(first);
  await first.setViewportSize(SCREENS[1].viewport);
  await press(cardIn(first).getByRole('button', { name: 'Confirm', exact: true }));
  await member.settled(chatId, 'idle');
  expect(ran()).toEqual(['note_add', 'contact_delete', 'note_add']);
  // Nobody has anything left to decide about it on any page.
  for (const page of [first, other])
    await expect(cardIn(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expect(chat.cards).toHaveCount(0);
  await expect(chat.conversation).toContainText('It is settled.');
  await expect(chat.calls('note_add')).toHaveCount(2);
  await expect(chat.calls('contact_delete')).toHaveAttribute('data-status', 'success');
  const rows = await book.app.sql<{ tool: string; who: string | null }[]>`
    select tool, u.name as who from calls left join users u on u.id = decided_by where chat_id = ${chatId} order by seq`;
  expect(rows.map(({ tool, who }) => `${tool} ${who}`)).toEqual(
    ['propose_plan', 'note_add', 'contact_delete', 'note_add'].map((tool) => `${tool} Imogen Finch`),
  );
  await look(chat.page);
  for (const page of [chat.page, first, other]) await page.context().close();
  await admin.call('PUT', '/api/policy', { ...rule, effect: null });
});

test('what is left out of a plan with the keyboard does not run', async ({ browser }) => {
  const { chatId, ran } = await proposed([
    { tool: 'note_add', arguments: {}, why: 'Notes it.' },
    { tool: 'group_delete', arguments: {}, why: 'Deletes the group.' },
  ]);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, { viewport: SCREENS[1].viewport });
  await press(chat.page.getByRole('button', { name: 'Leave out step 2' }));
  await expect(chat.cards).toContainText('One call is to be made');
  await press(chat.button('Confirm'));
  await member.settled(chatId, 'idle');
  expect(ran()).toEqual(['note_add']);
  await chat.close();
});

test('a plan that has to hear first what it deletes asks once more, for all that is left, also after a reload', async ({
  browser,
}) => {
  const { chatId, ran } = await proposed([
    { tool: 'group_list', arguments: {}, why: 'Looks for the groups.' },
    { tool: 'group_delete', arguments: { id: '$1.groups.0.id' }, why: 'Deletes the first group.' },
    { tool: 'note_add', arguments: {}, why: 'Notes it.' },
    { tool: 'group_delete', arguments: { id: '$1.groups.1.id' }, why: 'Deletes the other group.' },
  ]);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(chat.cards).toContainText('It asks again once it is known what exactly this destroys.');
  await chat.confirm();
  await expect(chat.cards).toContainText('3 calls are to be made, one after the other');
  await chat.page.reload();
  await taken(chat.page);
  for (const shown of ['summer', 'winter', 'Notes it.']) await expect(chat.cards).toContainText(shown);
  expect(ran()).toEqual(['group_list']);
  await look(chat.page);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran()).toEqual(['group_list', 'group_delete', 'note_add', 'group_delete']);
  await expect(chat.cards).toHaveCount(0);
  await expect(chat.conversation).toContainText('It is settled.');
  await chat.close();
});

test('alike calls are looked at to their end and confirmed as one, with the keyboard, at 320 px', async ({
  browser,
}) => {
  const ids = ['1', '2', '3'];
  const calls = ids.map((id) => ({
    tool: 'crm__group_delete',
    input: { id, kind: id === '2' ? 'odd' : 'usual' },
  }));
  const { chatId, ran } = await book.waiting(member, calls);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, { viewport: SCREENS[1].viewport });
  await press(chat.page.getByRole('button', { name: 'Look at them together' }));
  const confirm = chat.page.getByRole('button', { name: 'Confirm the 3 shown' });
  await expect(confirm).toBeVisible();
  await chat.page.setViewportSize(SCREENS[1].viewport);
  // It opens for people who go through the list to its end.
  await expect(confirm).toBeDisabled();
  await chat.page.getByRole('button', { name: 'Show card of call 1' }).focus();
  await expect(async () => {
    for (let line = 0; line < 5; line++) await chat.page.keyboard.press('ArrowDown');
    await expect(confirm).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  await look(chat.page);
  await chat.page.setViewportSize(SCREENS[1].viewport);
  expect(ran()).toEqual([]);
  await confirm.scrollIntoViewIfNeeded();
  await press(confirm);
  await member.settled(chatId, 'idle');
  expect(
    ran()
      .map(({ input }) => input.id)
      .sort(),
  ).toEqual(ids);
  await expect(chat.cards).toHaveCount(0);
  await chat.page.reload();
  await taken(chat.page);
  await expect(chat.decisions).toHaveCount(3);
  await chat.close();
});

test('a change of a rule that would have let calls run says so before it is saved', async ({ browser }) => {
  const before = await book.waiting(member);
  await member.decide(before.card.id, 'cancel');
  await member.settled(before.chatId, 'idle');
  const page = await tab(browser, admin, '/settings/policy');
  const field = page.getByLabel('Delete contact: for everybody');
  const row = page.locator('[data-testid="policy-row"][data-tool="contact_delete"]');
  const rules = () =>
    book.app.sql`select effect from policy_rules where tool = 'contact_delete' and effect is not null`;
  await field.selectOption('allow');
  const trial = row.getByTestId('rule-trial');
  await expect(trial).toContainText('This is not saved yet.');
  await expect(trial).toContainText('would have run unasked');
  await expect(trial).toContainText(before.mark);
  expect(await rules()).toEqual([]);
  // It does not look saved: this is noted at its field and at the head of the page, with the focus on the button to
  // press, in view.
  await expect(row.getByTestId('not-saved')).toBeVisible();
  await expect(page.getByText('One change is not saved and does not count yet: Delete contact.')).toHaveCount(
    1,
  );
  await expect(trial.getByText('This is not saved yet.')).toBeFocused();
  await expect(trial.getByRole('button', { name: 'Save anyway' })).toBeInViewport();
  await look(page);
  await press(page.getByRole('link', { name: 'Approvals' }).first());
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  await press(asks.getByRole('button', { name: 'Stay here' }));
  await expect(page).toHaveURL(/settings\/policy/);
  await press(trial.getByRole('button', { name: 'Discard' }));
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  expect(await rules()).toEqual([]);
  await field.selectOption('allow');
  await press(trial.getByRole('button', { name: 'Save anyway' }));
  await expect(row).toContainText('Set by Imogen Finch');
  expect(await rules()).toEqual([{ effect: 'allow' }]);
  // Stricter rules are saved at once, even a refusal of calls that people had confirmed: that is reported afterwards.
  await field.selectOption('deny');
  await expect.poll(rules).toEqual([{ effect: 'deny' }]);
  await expect(trial).toContainText('would have been refused');
  await expect(row.getByTestId('not-saved')).toHaveCount(0);
  // Lifting it waits; an unsaved change has no effect.
  await field.selectOption('');
  await expect(trial).toContainText('would not have been refused');
  await press(page.getByRole('link', { name: 'Approvals' }).first());
  await press(asks.getByRole('button', { name: 'Leave without saving' }));
  await expect(page).toHaveURL(/approvals/);
  expect(await rules()).toEqual([{ effect: 'deny' }]);
  await book.app.sql`delete from policy_rules where tool = 'contact_delete'`;
  await page.context().close();
});
