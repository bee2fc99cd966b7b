/** People and their own account: a forgotten password, a new name and address, their data, leaving. */
import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ContactBook } from '../contact-book';

let book: ContactBook;

test.beforeAll(async () => {
  book = await ContactBook.start();
});

test.afterAll(() => book?.stop());

const PASSWORD = 'a password of their own';

/** An invited person, in a browser of their own. */
async function invited(browser: Browser, name: string): Promise<Page> {
  const admin = await book.app.signIn('admin');
  const asked = { email: `${name}@amber.test`, role: 'member', way: 'link' };
  const { body } = await admin.call<{ link: string }>('POST', '/api/team/invitations', asked);
  const page = await (await browser.newContext({ baseURL: book.app.url })).newPage();
  const invitation = new URL(body.link).searchParams.get('invitation');
  const made = await page.request.post(`${book.app.url}/api/sign-up`, {
    headers: { origin: book.app.url },
    data: { invitation, name, password: PASSWORD },
  });
  expect(made.status()).toBe(201);
  return page;
}

const signIn = (page: Page, email: string, password: string) =>
  page.request.post(`${book.app.url}/api/auth/sign-in/email`, {
    headers: { origin: book.app.url },
    data: { email, password },
  });

/** The path and fragment of the link in the newest mail to an address. */
async function mailed(address: string, page: string): Promise<string> {
  const find = () => new RegExp(`/${page}#\\S+`).exec(book.app.mailsTo(address).at(-1) ?? '')?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

async function expectAccessible(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    expect(await findings(page)).toEqual([]);
  }
}

test('a forgotten password is replaced by a mailed link, which signs out everywhere and is good once', async ({
  browser,
}) => {
  const theirs = await invited(browser, 'kit');
  const page = await (await browser.newContext({ baseURL: book.app.url })).newPage();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  // There is no mail server here, and the page says what that means.
  await expect(page.getByText('No email is sent from here')).toBeVisible();
  const ask = async (address: string) => {
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Ask for the link' }).click();
    await expect(page.getByText('If somebody has an account with this address')).toBeFocused();
  };
  await ask('nobody@amber.test');
  await ask('kit@amber.test');
  await expectAccessible(page);

  await page.goto(await mailed('kit@amber.test', 'reset'));
  const next = page.getByLabel('New password');
  const set = page.getByRole('button', { name: 'Set the password' });
  await expect(set).toBeEnabled();
  await expectAccessible(page);
  await next.fill('chosen by a link');
  await set.click();
  await expect(page.getByText('Your password is changed. Sign in with it.')).toBeFocused();
  await expect(page).toHaveURL(/\/reset$/);
  expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
  await theirs.goto('/settings/account');
  await expect(theirs).toHaveURL(/sign-in/);
  expect((await signIn(theirs, 'kit@amber.test', PASSWORD)).status()).toBe(401);
  await page.getByRole('link', { name: 'sign in' }).click();
  await page.getByLabel('Email').fill('kit@amber.test');
  await page.getByLabel('Password').fill('chosen by a link');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  const used = book.app.mailsTo('kit@amber.test').map((mail) => /\/reset#\S+/.exec(mail)?.[0]);
  await theirs.goto(used.find((one) => one !== undefined) ?? '');
  await expect(theirs.getByRole('button', { name: 'Set the password' })).toBeEnabled();
  await theirs.getByLabel('New password').fill('chosen by a thief');
  await theirs.getByRole('button', { name: 'Set the password' }).click();
  await expect(theirs.getByText(/This link is not valid any more/)).toBeFocused();
  await expect(theirs.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
  for (const one of [theirs, page]) await one.context().close();
});

test('name and address are changed, data is taken along, and the team is left', async ({ browser }) => {
  const theirs = await invited(browser, 'lou');
  await theirs.goto('/settings/account');
  const button = (name: string) => theirs.getByRole('button', { name, exact: true });
  await theirs.getByLabel('Your name').fill('Lou Marlow');
  await button('Change name').click();
  await expect(theirs.getByText('Your name is changed.')).toBeFocused();
  await expectAccessible(theirs);

  await theirs.getByLabel('New address').fill('lou.new@amber.test');
  const confirm = theirs.getByLabel('Confirm with your password');
  await confirm.fill('not the password');
  await button('Change address').click();
  await expect(theirs.getByText(/That is not your password/)).toBeFocused();
  await confirm.fill(PASSWORD);
  await button('Change address').click();
  await expect(theirs.getByText(/If the address is free/)).toBeFocused();
  const link = await mailed('lou.new@amber.test', 'settings/account');
  expect((await signIn(theirs, 'lou@amber.test', PASSWORD)).status()).toBe(200);

  // Opened where nobody is signed in: the target is kept until sign-in.
  const elsewhere = await (await browser.newContext({ baseURL: book.app.url })).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByLabel('Email').fill('lou@amber.test');
  await elsewhere.getByLabel('Password').fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  const use = elsewhere.getByRole('button', { name: 'Use the new address' });
  await expect(use).toBeEnabled();
  await use.click();
  await expect(elsewhere.getByText('You sign in with lou.new@amber.test from now on.')).toBeFocused();
  await expect
    .poll(() => book.app.mailsTo('lou@amber.test').join())
    .toContain('address of your account was changed');
  expect((await signIn(elsewhere, 'lou@amber.test', PASSWORD)).status()).toBe(401);
  await elsewhere.context().close();

  // A chosen time zone takes precedence over the browser's.
  await theirs.goto('/settings');
  await theirs.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await button('Use this time zone').click();
  await expect(button('Use this time zone')).toHaveCount(0);
  await expect(theirs.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await theirs.goto('/settings/account');
  const seen = theirs.getByTestId('session').first().locator('time').first();
  await expect(seen).toHaveAttribute('title', /GMT\+9|JST/);

  const saving = theirs.waitForEvent('download');
  await theirs.getByRole('link', { name: 'Save my data' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^amber-own-data-.*\.json$/);
  const data = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  expect(data.profile).toMatchObject({ name: 'Lou Marlow', email: 'lou.new@amber.test', role: 'member' });

  await button('Leave the team').click();
  const dialog = theirs.getByRole('dialog');
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await expectAccessible(theirs);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Leave now' }).click();
  await expect(theirs).toHaveURL(/sign-in/);
  expect(
    await book.app
      .sql`select role from members join users on id = user_id where email = 'lou.new@amber.test'`,
  ).toHaveLength(0);
  await theirs.context().close();
});
