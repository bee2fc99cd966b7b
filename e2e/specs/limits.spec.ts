/**
 * Costs of models: an admin limits a member, who is told why in the chat, can still decide pending cards, and continues
 * once the limit is lifted.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab } from '../chat-page';
import { ContactBook } from '../contact-book';
import type { Session } from '../session';

const USED_UP = /Your limit for the day is used up/;

let book: ContactBook;
let admin: Session;
let member: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  admin = await book.app.signIn('admin');
  member = await book.app.signIn('member');
});

test.afterAll(() => book?.stop());

const usagePage = async (browser: Browser): Promise<Page> => {
  const page = await tab(browser, admin, '/settings/usage');
  await expect(page.getByRole('heading', { level: 2, name: 'Usage' })).toBeVisible();
  return page;
};

test('an admin limits a member by keyboard: the chat says why, what waits is decided, lifted it goes on', async ({
  browser,
}) => {
  const { chatId, ran } = await book.waiting(member);
  const page = await usagePage(browser);
  await page.getByLabel('For whom').focus();
  await page.keyboard.type('Noor');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('What is limited')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Hard limit')).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The limit is set.')).toBeVisible();
  await expect(page.getByLabel('Hard limit')).toBeFocused();
  await expect(page.getByTestId('limit')).toContainText('Noor Haddad: Tokens per day');
  await expect(page.getByLabel('Hard limit')).toHaveValue('2');
  expect(await book.app.sql`select what, hard, soft from limits`).toEqual([
    { what: 'tokens_day', hard: '2', soft: null },
  ]);

  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await chat.confirm();
  await expect.poll(ran).toHaveLength(1);
  await expect(chat.conversation.getByText(USED_UP)).toBeVisible();
  await chat.page.goto('/');
  await chat.composer.waitFor();
  await chat.send('and one more thing');
  await expect(chat.page.getByText(USED_UP).first()).toBeVisible();
  expect(
    await book.app.sql`select count(*)::int as count from messages where parts::text like '%one more thing%'`,
  ).toEqual([{ count: 0 }]);
  expect(await findings(chat.page)).toEqual([]);

  await page.getByRole('button', { name: 'Remove the limit: Noor Haddad: Tokens per day' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the limit' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The limit is removed.')).toBeFocused();
  await expect(page.getByText('Nothing is limited.')).toBeVisible();
  book.model.script('one thing again', [{ text: 'All goes on.' }]);
  await chat.page.goto('/');
  await chat.composer.waitFor();
  await chat.ask('one thing again');
  await expect(chat.conversation.getByText('All goes on.')).toBeVisible();
  await chat.close();
  await page.context().close();
});

test('a figure that could be read in two ways sets no limit', async ({ browser }) => {
  const page = await usagePage(browser);
  const [figure, set] = [page.getByLabel('Hard limit'), page.getByRole('button', { name: 'Set limit' })];
  await figure.fill('1,5');
  await expect(page.getByText('Enter a whole number, such as 250,000.')).toBeVisible();
  await expect(figure).toHaveAttribute('aria-invalid', 'true');
  await expect(set).toBeDisabled();
  expect(await findings(page)).toEqual([]);
  await figure.fill('1,500');
  await set.click();
  await expect(page.getByTestId('limit')).toContainText('Stops at 1,500.');
  await page.getByLabel('What is limited').selectOption('money_month');
  await expect(page.getByTestId('money-counts')).toContainText('this limit would stop nothing');
  await figure.fill('20,50');
  await expect(page.getByText('Enter an amount, such as 12.50.')).toBeVisible();
  await expect(set).toBeDisabled();
  await figure.fill('20.50');
  await set.click();
  await expect(page.getByTestId('limit').filter({ hasText: 'Spending per month' })).toContainText(
    '20.50 EUR',
  );
  for (const what of ['tokens_day', 'money_month']) {
    await admin.call('PUT', '/api/usage/limits', {
      whose: 'each',
      what,
      soft: null,
      hard: null,
      currency: 'USD',
    });
  }
  await page.context().close();
});

test('what was used is drawn and told on every screen, to each their own', async ({ browser }) => {
  await book.app.sql`insert into usage (team_id, user_id, model, day, requests, read, written, cost, currency)
    select team_id, user_id, 'a-model', (now() at time zone 'UTC')::date - days, 3, 1200 * days, 90, 4000, 'USD'
    from members cross join generate_series(1, 9) as days`;
  for (const screen of SCREENS) {
    for (const session of [admin, member]) {
      const page = await tab(browser, session, '/settings/usage', screen);
      await expect(page.getByTestId('usage-row').first()).toBeVisible();
      await expect(page.getByTestId('usage-total')).toContainText('Total');
      await expect(page.getByTestId('usage-chart').locator('svg').first()).toBeVisible();
      const ways = await page
        .getByRole('main')
        .getByRole('combobox')
        .first()
        .locator('option')
        .allTextContents();
      expect(ways.includes('Person')).toBe(session === admin);
      expect(await findings(page)).toEqual([]);
      await page.context().close();
    }
  }
});
