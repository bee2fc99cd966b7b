/**
 * An auditor: lands on the record, reads it with the rules, the servers and the figures, and finds nothing to change
 * and no chat.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { tab } from '../chat-page';
import { ContactBook } from '../contact-book';
import { PASSWORD, type Session } from '../session';

let book: ContactBook;
let auditor: Session;
/** Another person's chat, with a card. */
let chatId: string;

test.beforeAll(async () => {
  book = await ContactBook.start();
  const admin = await book.app.signIn('admin');
  chatId = (await book.waiting(await book.app.signIn('member'))).chatId;
  await admin.call('POST', '/api/halts', { kind: 'clients', reason: 'While the keys are changed.' });
  const [viewer] = await book.app.sql`select id from users where email = 'viewer@amber.test'`;
  const made = await admin.call('PATCH', `/api/team/members/${viewer?.id}`, { role: 'auditor' });
  expect(made.status).toBe(204);
  auditor = await book.app.signIn('viewer');
});

test.afterAll(() => book?.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
/** Controls with which something could be changed. */
const fields = (page: Page) =>
  page.getByRole('main').locator('select, input:not([type=search]), textarea, [type=submit]');

test('an auditor lands on the record, and every way to a chat leads back there', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: book.app.url });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('viewer@amber.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/activity$/);
  await expect(heading(page, 'Activity')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New chat' })).toHaveCount(0);
  for (const path of ['/', `/chat/${chatId}`, '/approvals', '/chats', '/settings/team', '/settings/tokens']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/activity$/);
  }
  expect((await auditor.call('GET', `/api/chat/${chatId}`)).status).toBe(403);
  await context.close();
});

async function reads(browser: Browser, screen: (typeof SCREENS)[number]): Promise<string[]> {
  const page = await tab(browser, auditor, '/activity', screen);
  const found: string[] = [];
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await expect(heading(page, name)).toBeVisible();
    for (const finding of await findings(page)) found.push(`${path}: ${finding}`);
  };
  await open('/activity', 'Activity');
  await open('/settings/policy', 'Approval rules');
  const row = page.locator('[data-testid="policy-row"][data-tool="customer_delete"]');
  await expect(row.getByTestId('policy-verdict')).toHaveAttribute('data-policy', 'ask');
  await expect(fields(page)).toHaveCount(0);
  await open('/settings/servers', 'Tools of other servers');
  await expect(page.getByTestId('server').filter({ hasText: 'crm' })).toBeVisible();
  // Links to the other settings do not count.
  const own = page.getByRole('main').getByRole('button').and(page.locator(':not(nav *)'));
  await expect(own).toHaveCount(0);
  await expect(fields(page)).toHaveCount(0);
  await open('/operation', 'Operation');
  await expect(page.getByTestId('halt')).toContainText('While the keys are changed.');
  await expect(page.getByRole('main').getByRole('button', { name: /^(Stop|Resume)/ })).toHaveCount(0);
  await expect(fields(page)).toHaveCount(0);
  await open('/settings/usage', 'Usage');
  await expect(page.getByTestId('usage-row').first()).toBeVisible();
  await page.getByRole('main').getByRole('combobox').first().selectOption('person');
  await expect(page.getByTestId('usage-row').filter({ hasText: 'Noor Haddad' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set limit' })).toHaveCount(0);
  await page.context().close();
  return found;
}

for (const screen of SCREENS) {
  test(`the record, the rules, the servers and the figures are read, ${screen.viewport.width} wide`, async ({
    browser,
  }) => {
    expect(await reads(browser, screen)).toEqual([]);
  });
}
