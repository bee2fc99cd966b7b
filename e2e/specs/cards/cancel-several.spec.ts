/** After several cards were cancelled or deselected, there is never another card's button under the pointer. */
import { expect, test } from '@playwright/test';
import { tab } from '../../chat-page';
import { ContactBook } from '../../contact-book';
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

test('a second press where several were cancelled, or let go, reaches no other card', async ({ browser }) => {
  const waiting = [];
  for (let nth = 0; nth < 4; nth++) waiting.push(await book.waiting(member));
  const page = await tab(browser, admin, '/approvals');
  await page.setViewportSize({ width: 320, height: 640 });
  const cards = page.getByTestId('approval-card');
  await expect(cards).toHaveCount(4);
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    // Another card's Confirm is right below the button.
    await cards
      .last()
      .getByRole('button', { name: 'Confirm', exact: true })
      .evaluate(
        (confirm, bar) => {
          const by = confirm.getBoundingClientRect().top - (bar?.getBoundingClientRect().top ?? 0);
          for (let one = confirm.parentElement; one; one = one.parentElement) one.scrollTop += by;
        },
        await button.elementHandle(),
      );
    const box = await button.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.click(x, y);
    await expect(button).toHaveCount(0);
    const isOnBar = () =>
      page.evaluate(
        ([left = 0, top = 0]) => {
          const status = [...document.querySelectorAll('[role=status]')];
          const under = document.elementFromPoint(left, top);
          return status.some(
            (one) => one.parentElement?.tabIndex === -1 && one.parentElement.contains(under),
          );
        },
        [x, y],
      );
    for (let nth = 0; nth < 3; nth++) {
      await expect.poll(isOnBar).toBe(true);
      await page.mouse.click(x, y);
    }
  };
  for (const name of ['Choose none', 'Cancel these']) {
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(1).check();
    await press(name);
  }
  const result = page.getByText('2 calls were cancelled');
  await expect(result).toBeInViewport({ ratio: 1 });
  expect(await result.evaluate((words) => words.parentElement === document.activeElement)).toBe(true);
  const ids = waiting.map(({ card: { id } }) => id);
  const rows = await book.app
    .sql`select id, status from approvals where id in ${book.app.sql(ids)} order by requested_at`;
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'pending', 'pending']);
  expect(waiting.flatMap(({ ran }) => ran())).toEqual([]);
  await page.context().close();
});
