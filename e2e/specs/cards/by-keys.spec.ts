/**
 * Cards by keyboard alone: moved through, selected, reviewed together, edited; and that the focus is always visible.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ChatPage, tab } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { focused } from '../../focused';
import { takePicture } from '../../pictured';
import type { Session } from '../../session';

/** A window of 1280 px at twice the zoom. */
const SMALL = { width: 640, height: 400 };

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

/** Several cards of one tool, shown to an admin. */
async function approvals(browser: Browser, count: number): Promise<Page> {
  for (let nth = 0; nth < count; nth++) await book.waiting(member);
  const page = await tab(browser, admin, '/approvals', { viewport: SMALL });
  await expect(cards(page)).toHaveCount(count);
  return page;
}

test('J, K and X work where few wait, and what X has done is in sight', async ({ browser }) => {
  const page = await approvals(browser, 3);
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(cards(page).nth(0)).toBeFocused({ timeout: 10_000 });
  }).toPass();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(cards(page).nth(2)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await expect(cards(page).nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('2 chosen')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Cancel these' })).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'keys-chosen-640');
  await page.getByRole('button', { name: 'Cancel these' }).press('Enter');
  await expect(page.getByText('2 calls were cancelled')).toBeInViewport({ ratio: 1 });
  await expect(cards(page)).toHaveCount(1);
  await page.context().close();
});

test('Tab stops at a Confirm that is not ready, and what came of one for several is seen', async ({
  browser,
}) => {
  const page = await approvals(browser, 2);
  await page.getByRole('button', { name: 'Look at them together' }).press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel the 2 shown' });
  const confirm = page.getByRole('button', { name: 'Confirm the 2 shown' });
  await cancel.focus();
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(cancel).toBeFocused();
  for (const row of await page.locator('[data-alike]').all()) {
    await row.scrollIntoViewIfNeeded();
    await expect(row).toBeInViewport();
  }
  await expect(page.getByText('not been in view yet')).toHaveCount(0);
  await cancel.focus();
  await page.keyboard.press('Tab');
  await expect(confirm).toHaveAttribute('aria-disabled', 'false');
  await takePicture(page, 'keys-confirm-640');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 were confirmed.')).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'keys-confirmed-640');
  await page.context().close();
});

test('what is opened on a card is in sight, closes by Escape, and hands the focus back', async ({
  browser,
}) => {
  const { chatId } = await book.waiting(member);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, { viewport: SMALL });
  const { page } = chat;
  // The card no longer moves by then.
  await expect(chat.button('Confirm')).toBeEnabled();
  const change = page.getByRole('button', { name: 'Change the arguments' });
  await change.press('Enter');
  await expect(page.getByTestId('argument-form')).toBeFocused();
  await expect(page.getByTestId('argument-form')).toBeInViewport();
  await takePicture(page, 'keys-change-640');
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  const reason = page.getByRole('button', { name: 'Give a reason' });
  await reason.press('Enter');
  await page.keyboard.press('Escape');
  await expect(reason).toBeFocused();
  await chat.button('Cancel').press('Enter');
  await expect(chat.decisions).toHaveCount(1);
  await expect(chat.decisions.getByRole('button').first()).toBeFocused();
  expect(await focused(page)).toMatchObject({ isWithin: true });
  await takePicture(page, 'keys-cancelled-640');
  await chat.close();
});

test('on phones Tab goes through a card from the top to the bottom', async ({ browser }) => {
  const { chatId } = await book.waiting(member);
  const viewport = { width: 320, height: 640 };
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, { viewport });
  const { page } = chat;
  await expect(chat.button('Confirm')).toBeEnabled();
  const buttons = chat.cards.getByRole('button');
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(3);
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  await chat.button('Cancel').focus();
  await page.keyboard.press('Tab');
  await expect(chat.button('Confirm')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Change the arguments' })).toBeFocused();
  await takePicture(page, 'keys-card-320');
  await chat.close();
});
