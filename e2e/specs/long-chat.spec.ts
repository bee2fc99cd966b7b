/** A chat of 2,000 messages: its newest part is shown at once, the rest is loaded while scrolling back. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ChatPage, taken } from '../chat-page';
import { ContactBook } from '../contact-book';
import { putBefore, UNKNOWN } from '../long-chat';
import type { Session } from '../session';

const EXCHANGES = 1_000;
/** The most messages on the page at first. */
const AT_FIRST = 45;

let book: ContactBook;
let member: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
});

test.afterAll(() => book?.stop());

const opened = (browser: Browser, id: string, viewport = { width: 1280, height: 800 }) =>
  ChatPage.open(browser, member, `/chat/${id}`, { viewport });

const messages = (page: Page) => page.locator('[data-message]');
const earlier = (page: Page) => page.getByRole('button', { name: 'Show earlier messages' });

const topOf = (page: Page, id: string) =>
  page
    .locator(`[data-message="${id}"]`)
    .evaluate((element: HTMLElement) => element.getBoundingClientRect().top);

/** Waits until the content stops growing: formatting changes its height. */
async function steady(page: Page): Promise<void> {
  const heights = () =>
    page.getByRole('log').evaluate(async (element) => {
      const seen = new Set<number>();
      for (let look = 0; look < 10; look++) {
        seen.add(element.scrollHeight);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return seen.size;
    });
  await expect.poll(heights).toBe(1);
}

test('opens at its newest part, goes back as one scrolls, and what one reads stays in its place', async ({
  browser,
}) => {
  const { chatId } = await book.waiting(member);
  await putBefore(book.app.sql, chatId, EXCHANGES);
  const html = await (await member.fetch('GET', `/chat/${chatId}`)).text();
  expect(html.length).toBeLessThan(500_000);

  const { page, cards } = await opened(browser, chatId);
  // Until then the page itself scrolls to the newest part.
  await taken(page);
  await steady(page);
  await expect(cards).toBeInViewport();
  const atFirst = await messages(page).count();
  expect(atFirst).toBeLessThan(AT_FIRST);

  const log = page.getByRole('log');
  for (let pages = 0; pages < 3; pages++) {
    const before = await messages(page).count();
    // In one step: older ones may have been loaded by the next moment.
    const seen = await log.evaluate((element) => {
      element.scrollTo({ top: 700 });
      const edge = element.getBoundingClientRect().top;
      const all = [...element.querySelectorAll<HTMLElement>('[data-message]')];
      const found = all.find((one) => one.getBoundingClientRect().bottom > edge + 1);
      return { id: found?.dataset.message ?? '', top: found?.getBoundingClientRect().top ?? 0 };
    });
    await expect.poll(() => messages(page).count()).toBeGreaterThan(before);
    expect(Math.abs((await topOf(page, seen.id)) - seen.top)).toBeLessThanOrEqual(2);
  }
  const ids = await messages(page).evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).dataset.message),
  );
  expect(new Set(ids).size).toBe(ids.length);

  await page.reload();
  await expect(cards).toBeInViewport();
  expect(await messages(page).count()).toBeLessThan(AT_FIRST);
  await page.context().close();
});

test('by keyboard alone: one goes back, and confirms its card; what is shown of before stays', async ({
  browser,
}) => {
  const { chatId, ran } = await book.waiting(member);
  await putBefore(book.app.sql, chatId, EXCHANGES);
  const chat = await opened(browser, chatId);
  const { page } = chat;
  await expect(chat.cards).toBeInViewport();
  const before = await messages(page).count();
  await earlier(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => messages(page).count()).toBeGreaterThan(before);
  const shown = await messages(page).count();
  const first = await messages(page).first().getAttribute('data-message');

  await expect(async () => {
    if ((await chat.cards.count()) > 0) {
      await chat.button('Confirm').focus();
      await page.keyboard.press('Enter');
    }
    await expect(chat.cards).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
  await expect(chat.conversation).toContainText('It is settled.');
  expect(await messages(page).count()).toBeGreaterThanOrEqual(shown);
  await expect(page.locator(`[data-message="${first}"]`)).toHaveCount(1);

  await chat.ask('One more');
  expect(await messages(page).count()).toBeGreaterThanOrEqual(shown + 2);
  await chat.close();
});

test('what waits in an old message is reached, and decided, in two tabs', async ({ browser }) => {
  const { chatId } = await book.waiting(member);
  await putBefore(book.app.sql, chatId, EXCHANGES, 900);
  const [one, other] = [await opened(browser, chatId), await opened(browser, chatId)];
  for (const { page } of [one, other]) {
    await page.getByRole('button', { name: 'Something waits further up' }).focus();
    await page.keyboard.press('Enter');
    const found = page.locator(`[data-message="a_${UNKNOWN}"]`);
    await expect(found).toBeFocused();
    await expect(found).toBeInViewport();
    await expect(found.getByRole('group', { name: /^Unknown/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Something waits further up' })).toHaveCount(0);
  }
  const call = `${chatId}_${UNKNOWN}`;
  expect((await member.call('POST', `/api/calls/${call}`, { resolution: 'happened' })).status).toBe(200);
  for (const { page } of [one, other])
    await expect(page.getByTestId('doubt-resolution')).toContainText('You said that it happened');
  await one.close();
  await other.close();
});
