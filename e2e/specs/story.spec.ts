/**
 * The whole story in a browser with the offline model, in order and on one database: asking, writing twice, deleting
 * with its card, coming back, and what a viewer cannot do. Judged by rows.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { App } from '../app';
import { findings } from '../axe';
import { ChatPage } from '../chat-page';

test.describe.configure({ mode: 'serial' });

const DRAFT = 'Create a draft invoice for Halden Optics: 3 site visits at 450';
const DELETE = 'Delete customer Halden Optics';

let app: App;
let chat: ChatPage;

test.beforeAll(async ({ browser }) => {
  app = await App.start();
  chat = new ChatPage(await signedIn(browser, 'member@amber.test'));
});

test.afterAll(async () => {
  await chat?.close();
  await app?.stop();
});

/** Signs in as a person does: with one click on the demo account. */
async function signedIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return page;
}

/** The company's rows about Halden Optics. */
async function halden() {
  const [customer] = await app.sql<{ id: string }[]>`select id from customers where name = 'Halden Optics'`;
  const orders = await app.sql`select id from orders where customer_id = ${customer?.id ?? ''}`;
  const invoices = await app.sql<{ id: string; status: string; total_minor: string }[]>`
    select id, status, total_minor from invoices where customer_id = ${customer?.id ?? ''}`;
  return { customers: customer ? 1 : 0, orders: orders.length, drafts: invoices.length, invoices };
}

test('a question: calls run, a table answers, and the calls can be opened', async () => {
  await chat.ask('Which customers owe us money?');
  const owing = await app.sql<{ name: string }[]>`
    select distinct c.name from invoices i join customers c on c.id = i.customer_id
    where i.status in ('finalised', 'sent') and c.team_id = (
      select team_id from members m join users u on u.id = m.user_id where u.email = 'member@amber.test')`;
  expect(owing.length).toBeGreaterThan(3);
  const rows = chat.conversation.getByRole('table').first().getByRole('row');
  await expect(rows).toHaveCount(owing.length + 1);
  for (const { name } of owing) await expect(rows.filter({ hasText: name })).not.toHaveCount(0);
  await expect(chat.cards).toHaveCount(0);

  const call = chat.calls('customers_list').first();
  await expect(call).toHaveAttribute('data-status', 'success');
  await expect(call).toHaveAttribute('data-server', 'amber');
  await expect(call).toContainText(/\d+([.,]\d+)?\s?(ms|s)/);
  await call.getByRole('button').first().click();
  await expect(call).toContainText('Arguments');
  await expect(call).toContainText('Owing');
  await expect(call.getByRole('table').getByRole('row')).not.toHaveCount(0);
  const all = call.getByRole('button', { name: `Show ${owing.length} rows` });
  if (await all.count()) await all.click();
  for (const { name } of owing) await expect(call).toContainText(name);
});

test('a draft is made, and asked again there is still one', async () => {
  const before = await halden();
  await chat.ask(DRAFT);
  const made = await halden();
  expect(made.drafts).toBe(before.drafts + 1);
  const known = new Set(before.invoices.map(({ id }) => id));
  const [draft] = made.invoices.filter(({ id }) => !known.has(id));
  expect(draft).toMatchObject({ status: 'draft', total_minor: '135000' });
  await chat.ask(DRAFT);
  expect(await halden()).toEqual(made);
  await expect(chat.calls('invoice_create_draft')).toHaveCount(2);
  await expect(chat.cards).toHaveCount(0);
});

test('the viewer reads, and has nothing that writes', async ({ browser }) => {
  const before = await halden();
  const viewer = new ChatPage(await signedIn(browser, 'viewer@amber.test'));
  await viewer.ask('Which customers owe us money?');
  await expect(viewer.conversation.getByRole('table').first()).toBeVisible();
  await viewer.ask(DELETE);
  await expect(viewer.cards).toHaveCount(0);
  await viewer.ask(DRAFT);
  expect(await halden()).toEqual(before);
  await expect(viewer.calls('customer_delete')).toHaveCount(0);
  await viewer.close();
});

test('a deletion asks; cancelled, nothing has happened', async () => {
  const before = await halden();
  await chat.ask(DELETE);
  await expect(chat.cards).toHaveCount(1);
  const card = chat.page.getByTestId('approval-card');
  await expect(card).toHaveAttribute('data-approval-id', /.+/);
  const [customer] = await app.sql`select id from customers where name = 'Halden Optics'`;
  await expect(card.getByTestId('approval-input')).toContainText(customer?.id);
  await expect(card.getByTestId('approval-preview')).toContainText('Halden Optics');
  await expect(card.getByTestId('approval-preview')).toContainText('2 orders');
  await expect(card.getByTestId('approval-preview')).toContainText('2 draft invoices');
  await chat.button('Cancel').click();
  await expect(chat.decisions).toHaveCount(1);
  await expect(chat.cards).toHaveCount(0);
  await expect(chat.calls('customer_delete')).toHaveAttribute('data-status', 'abort');
  expect(await halden()).toEqual(before);
});

test('asked again, the card outlives a reload; confirmed, all of it is gone', async () => {
  await chat.ask(DELETE);
  const id = await chat.page.getByTestId('approval-card').getAttribute('data-approval-id');
  await chat.page.reload();
  await expect(chat.page.getByTestId('approval-card')).toHaveAttribute('data-approval-id', id ?? '');
  await chat.confirm();
  await expect(chat.decisions).toHaveCount(2);
  await expect(chat.calls('customer_delete').last()).toHaveAttribute('data-status', 'success');
  await expect(chat.page.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(await halden()).toMatchObject({ customers: 0, orders: 0, drafts: 0 });
  await expect(chat.conversation.getByText('Halden Optics').last()).toBeVisible();
  const stored = await app.sql`select status from approvals order by requested_at`;
  expect(stored.map(({ status }) => status)).toEqual(['cancelled', 'confirmed']);
});

test('everything is still there after a reload, and from the side bar', async () => {
  const { page } = chat;
  await expect(chat.answers).toHaveCount(5);
  const said = await chat.conversation.innerText();
  await page.reload();
  await expect(chat.answers).toHaveCount(5);
  await expect(chat.decisions).toHaveCount(2);
  // The Markdown renderer is loaded after the page.
  await expect.poll(() => chat.conversation.innerText()).toBe(said);

  const id = await chat.chatId();
  await page.getByRole('link', { name: 'New chat' }).click();
  await expect(chat.answers).toHaveCount(0);
  await chat.ask('How much is in our bank accounts?');
  expect(await chat.chatId()).not.toBe(id);
  await page.getByRole('link', { name: 'Which customers owe us money?' }).click();
  await expect(chat.answers).toHaveCount(5);
  expect(await chat.chatId()).toBe(id);
});

test('a plan: one card for several calls, of which one is left out by keyboard, in plan mode', async () => {
  const { page } = chat;
  await page.getByRole('link', { name: 'New chat' }).click();
  await expect(chat.answers).toHaveCount(0);
  await page.getByRole('radio', { name: 'Plan' }).check({ force: true });
  await expect(page.getByRole('radio', { name: 'Plan' })).toBeChecked();
  const order = 'an order for it over 1,200 EUR, reference';
  await chat.composer.fill(`Plan: create customer Ada Optics, then ${order} SO-9000, then ${order} SO-9001`);
  await chat.composer.press('Enter');
  await expect(chat.cards).toHaveCount(1);
  const steps = chat.cards.getByTestId('plan-steps').locator('[data-step]');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(1)).toContainText('$1.customer.id');
  await expect(steps.nth(1)).toContainText('Takes over what step 1 will answer');
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const leaveOut = page.getByRole('button', { name: 'Leave out step 3' });
  await leaveOut.focus();
  await leaveOut.press('Enter');
  await expect(steps).toHaveCount(2);
  await chat.confirm();
  await expect(chat.cards).toHaveCount(0);
  await expect(chat.calls('order_create')).toHaveAttribute('data-status', 'success');
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  const made = await app.sql`select reference from orders join customers on customers.id = customer_id
    where customers.name = 'Ada Optics'`;
  expect(made).toEqual([{ reference: 'SO-9000' }]);
  const [row] = await app.sql`select mode from chats where id = ${await chat.chatId()}`;
  expect(row).toEqual({ mode: 'plan' });
});

test('signed out, the chats are closed', async () => {
  const { page } = chat;
  const id = await chat.chatId();
  await page.locator('[aria-haspopup="menu"]', { hasText: 'Member' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await page.goto(`/chat/${id}`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect((await page.request.get(`/api/chat/${id}`)).status()).toBe(401);
});
