/** What people set for themselves: it is there after a reload, and wherever they sign in. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings } from '../axe';
import { ContactBook } from '../contact-book';

let book: ContactBook;

test.beforeAll(async () => {
  book = await ContactBook.start();
});

test.afterAll(() => book?.stop());

/** A browser that nobody has signed in with, and that asks for this language. */
async function stranger(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  await page.goto(`${book.app.url}/sign-in`);
  return page;
}

const language = (page: Page) => page.locator('html').getAttribute('lang');

test('the door speaks the browser’s language, or the one that is chosen there', async ({ browser }) => {
  const page = await stranger(browser, 'de-AT');
  expect(await language(page)).toBe('de');
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await expect(page).toHaveTitle('Anmelden · Amber');
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('E-Mail').fill('nobody@amber.test');
  await page.getByLabel('Passwort').fill('wrong');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'E-Mail oder Passwort ist falsch' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  expect(await language(page)).toBe('en');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.context().close();
});
