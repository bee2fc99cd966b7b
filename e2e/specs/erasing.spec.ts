/** Retention times, set by an admin; and the erasure of a person, with what is deleted and what stays. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { tab } from '../chat-page';
import { ContactBook } from '../contact-book';
import { expectAccessible } from '../pictured';
import { button, codeOf, fresh, homeOf, invited, PASSWORD, withApp } from '../second-factor';

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
  await expect(page.getByText('Enter a whole number of days, at least 30.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await contents.fill('90');
  await chats.focus();
  await page.keyboard.type('365');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. It takes effect within ten minutes.')).toBeVisible();
  expect(await book.app.sql`select chats_days, contents_days, mail_days from team_keeping`).toEqual([
    { chats_days: 365, contents_days: 90, mail_days: null },
  ]);
  await page.reload();
  await expect(chats).toHaveValue('365');
  await page.goto(`${book.app.url}/activity`);
  await expect(page.getByText('changed how long the team keeps things')).toBeVisible();
  await page.context().close();

  const member = await keepingPage(browser, 'member');
  await expect(member.getByLabel('Chats that nobody uses')).toHaveCount(0);
  await member.context().close();
});

test('what shorter times would take is said before they are saved, and nothing is until that is confirmed', async ({
  browser,
}) => {
  const { sql } = book.app;
  const member = await book.app.signIn('member');
  const old = [await member.newChat(), await member.newChat()];
  await sql`update chats set updated_at = now() - interval '50 days' where id in ${sql(old)}`;
  const page = await keepingPage(browser);
  await page.getByLabel('Chats that nobody uses').fill('40');
  const daysNow = async () => (await sql`select chats_days from team_keeping`)[0]?.chats_days;
  const before = await daysNow();
  const dialog = page.getByRole('dialog');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(dialog).toContainText('2 chats.');
  await expectAccessible(page, 'going');
  await dialog.getByRole('button', { name: 'Keep it as it is' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await daysNow()).toBe(before);
  await save.click();
  await dialog.getByRole('button', { name: 'Save and delete' }).click();
  await expect(page.getByText('Saved. It takes effect within ten minutes.')).toBeVisible();
  expect(await daysNow()).toBe(40);
  await page.context().close();
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

test('an admin with a second factor erases somebody: told before what goes, and after what went', async ({
  browser,
}) => {
  const leaving = await invited(book.app, browser, 'wren');
  book.model.script('wren asks', [{ text: 'An answer for wren.' }]);
  await leaving.goto('/');
  await leaving.getByRole('textbox', { name: 'Message' }).fill('wren asks');
  await button(leaving, 'Send').click();
  await expect(leaving.getByText('An answer for wren.')).toBeVisible();
  const [found] = await book.app.sql`select id from users where name = 'wren'`;
  const wren = String(found?.id);

  const page = await invited(book.app, browser, 'ivo', { role: 'admin' });
  const { typed } = await withApp(page, 'ivo');
  await page.goto('/settings/keeping');
  await expectAccessible(page, 'keeping');
  await button(page, 'Erase wren').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 chat', { exact: true })).toBeVisible();
  await expect(dialog.getByText('2 messages', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Everything, in backups that were made before')).toBeVisible();
  await expectAccessible(page, 'erase');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(dialog.getByText('That code is not right, or it was used already.')).toBeVisible();
  expect(await book.app.sql`select erased_at from users where id = ${wren}`).toEqual([{ erased_at: null }]);
  await dialog.getByLabel('Code').fill(await codeOf(typed));
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('They are erased: 1 chat, 2 messages and 0 files are gone.')).toBeFocused();
  await expect(page.getByTestId('erased')).toContainText(wren);
  await expect(page.getByTestId('erasable').filter({ hasText: 'wren' })).toHaveCount(0);
  const list = await page.request.get(`${homeOf(book.app)}/api/keeping/erased`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(await list.text()).toBe(`${wren}\n`);
  await expectAccessible(page, 'erased');

  // They are signed out, and their address can no longer sign in.
  await leaving.reload();
  await expect(leaving).toHaveURL(/sign-in/);
  const again = await fresh(book.app, browser);
  const signIn = await again.request.post(`${homeOf(book.app)}/api/auth/sign-in/email`, {
    headers: { origin: homeOf(book.app) },
    data: { email: 'wren@amber.test', password: PASSWORD },
  });
  expect(signIn.status()).toBe(401);
  expect(
    await book.app.sql`select count(*)::int as count from messages where parts::text like '%wren%'`,
  ).toEqual([{ count: 0 }]);
  await page.goto('/activity');
  await expect(page.getByText('erased a person')).toBeVisible();
});
