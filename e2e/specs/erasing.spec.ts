/** For how long the team keeps what, set by an admin; and a person who is erased, with what goes and what stays. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { tab } from '../chat-page';
import { ContactBook } from '../contact-book';

let book: ContactBook;

test.beforeAll(async () => {
  book = await ContactBook.start();
});

test.afterAll(() => book?.stop());

async function keepingPage(browser: Browser, who: 'admin' | 'member' = 'admin'): Promise<Page> {
  return tab(browser, await book.app.signIn(who), '/settings/keeping');
}

test('an admin sets by keyboard how long chats are kept; members are told that it is for admins', async ({
  browser,
}) => {
  const page = await keepingPage(browser);
  await expect(page.getByRole('heading', { level: 2, name: 'Keeping and erasing' })).toBeVisible();
  const [chats, contents] = [page.getByLabel('Chats that nobody uses'), page.getByLabel('Contents of calls')];
  await contents.fill('29');
  await expect(page.getByText('Write a whole number of days, at least 30.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await contents.fill('90');
  await chats.focus();
  await page.keyboard.type('365');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. It counts from the next time on')).toBeVisible();
  expect(await book.app.sql`select chats_days, contents_days, mail_days from team_keeping`).toEqual([
    { chats_days: 365, contents_days: 90, mail_days: null },
  ]);
  await page.reload();
  await expect(chats).toHaveValue('365');
  await page.goto(`${book.app.url}/activity`);
  await expect(page.getByText('changed for how long the team keeps what')).toBeVisible();
  await page.context().close();

  const member = await keepingPage(browser, 'member');
  await expect(member.getByLabel('Chats that nobody uses')).toHaveCount(0);
  await member.context().close();
});

test('axe finds nothing on it, on every screen', async ({ browser }) => {
  await book.app.sql`insert into sweeps (team_id, what, count) select team_id, what, 3 from
    (select distinct team_id from members) as teams cross join unnest(array['chats', 'erased chats', 'contents', 'mail']) as what`;
  for (const screen of SCREENS) {
    const page = await tab(browser, await book.app.signIn('admin'), '/settings/keeping', screen);
    await expect(page.getByText('3 deleted chats were erased')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  }
});
