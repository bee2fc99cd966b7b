/** Second factors and passkeys, with an app's codes generated here and Chromium's virtual device. */
import { expect, test } from '@playwright/test';
import { ContactBook } from '../contact-book';
import { signInClient } from '../outside-client';
import { expectAccessible } from '../pictured';
import {
  button,
  codeOf,
  enter,
  forget,
  fresh,
  homeOf,
  invited,
  PASSWORD,
  setUpApp,
  withApp,
  withDevice,
} from '../second-factor';

let book: ContactBook;
let home: string;

test.beforeAll(async () => {
  book = await ContactBook.start();
  home = homeOf(book.app);
});

test.afterAll(() => book?.stop());

test('an app is set up, asked for at sign-in, and turned off by who has it and knows the password', async ({
  browser,
}) => {
  const theirs = await invited(book.app, browser, 'kit');
  const { typed, codes } = await withApp(theirs, 'kit');
  expect(codes).toHaveLength(10);
  const page = await fresh(book.app, browser);
  await enter(page, 'kit');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(button(page, 'Use a passkey')).toHaveCount(0);
  await expectAccessible(page, 'kit-sign-in');
  await page.getByLabel('Code').fill('000000');
  await button(page, 'Continue').click();
  await expect(page.getByText('That code is not right, or it was used already.')).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
  await page.getByLabel('Code').fill(await codeOf(typed));
  await button(page, 'Continue').click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  const lost = await fresh(book.app, browser);
  await enter(lost, 'kit');
  await lost.getByLabel('Code').fill(codes[0] ?? '');
  await button(lost, 'Continue').click();
  await expect(lost.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await lost.goto('/settings/account');
  await expect(lost.getByText('9 are left.')).toBeVisible();
  await button(lost, 'Turn off').click();
  await lost.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await lost.getByLabel('Code').fill(codes[1] ?? '');
  await lost.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(button(lost, 'Set up app')).toBeVisible();
  await expect
    .poll(() => book.app.mailsTo('kit@amber.test').join())
    .toContain('Codes of an app were turned off');
});

test('a passkey is added, named, signs in without a password, and is removed', async ({ browser }) => {
  const page = await invited(book.app, browser, 'lou');
  await withDevice(page);
  await page.goto('/settings/account');
  await button(page, 'Add passkey').click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  await button(page, 'I have kept them').click();
  await expect(page.getByTestId('passkey')).toContainText('My phone');
  await expectAccessible(page, 'lou-account');
  await button(page, 'Rename My phone').click();
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('The blue one');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByTestId('passkey')).toContainText('The blue one');

  await forget(page);
  await page.goto('/sign-in');
  await button(page, 'Use a passkey').click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await forget(page);
  await enter(page, 'lou');
  await expect(page.getByLabel('Recovery code')).toBeVisible();
  await button(page, 'Use a passkey').click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  await page.goto('/settings/account');
  await button(page, 'Remove The blue one').click();
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByTestId('passkey')).toHaveCount(0);
});

test('a critical card asks for the code of who has an app, and a password does not confirm it', async ({
  browser,
}) => {
  const admin = await book.app.signIn('admin');
  const critical = { server: 'crm', tool: 'contact_delete', effect: 'ask', critical: true };
  expect((await admin.call('PUT', '/api/policy', critical)).status).toBe(200);
  const page = await invited(book.app, browser, 'nia');
  const { typed } = await withApp(page, 'nia');
  await page.goto('/');
  const mark = book.script([{ tool: 'crm__contact_delete', input: {} }]);
  await page.getByRole('textbox', { name: 'Message' }).fill(`delete ${mark}`);
  await button(page, 'Send').click();
  const card = page.getByTestId('approval-card');
  await expect(card.getByLabel(/^Code of your app/)).toBeVisible();
  await expectAccessible(page, 'nia-card');
  await expect(card.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  const id = await card.getAttribute('data-approval-id');
  const byPassword = await page.request.post(`${home}/api/approvals/${id}`, {
    headers: { origin: home },
    data: { decision: 'confirm', password: PASSWORD },
  });
  expect(byPassword.status()).toBe(403);
  await card.getByLabel(/^Code of your app/).fill(await codeOf(typed));
  await expect(card.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => book.ranFor(mark).length).toBe(1);
});

test('it is said in German as well', async ({ browser }) => {
  const page = await invited(book.app, browser, 'mia', { locale: 'de-DE' });
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { name: 'Zweiter Faktor und Passkeys' })).toBeVisible();
  await expectAccessible(page, 'mia-konto');
});

test('a team asks everybody for one: who has none sets it up before anything else', async ({ browser }) => {
  const admin = await invited(book.app, browser, 'ada', { role: 'admin' });
  const member = await invited(book.app, browser, 'bo');
  await member.goto('/');
  await expect(member.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await withApp(admin, 'ada');
  await admin.goto('/settings/team');
  await admin.getByLabel('Who must have one').selectOption('Everybody');
  await button(admin, 'Change').click();
  await expect(admin.getByText('From now on, everybody has to have a second factor')).toBeVisible();
  await expectAccessible(admin, 'ada-team');

  // The open page is led there at the next navigation.
  await member.goto('/approvals');
  await expect(member).toHaveURL(/\/second-factor$/);
  const refused = await member.request.get(`${home}/api/chats`);
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'second_factor']);
  await expectAccessible(member, 'bo-asked');
  await setUpApp(member, 'bo');
  await expect(member.getByRole('textbox', { name: 'Message' })).toBeVisible();

  // A client that waits to be let in is kept while its person sets one up.
  await admin.getByLabel('Who must have one').selectOption('Nobody');
  await button(admin, 'Change').click();
  await expect(admin.getByText('From now on, nobody has to have a second factor')).toBeVisible();
  const late = await invited(book.app, browser, 'sam');
  await admin.getByLabel('Who must have one').selectOption('Everybody');
  await button(admin, 'Change').click();
  await expect(admin.getByText('From now on, everybody has to have a second factor')).toBeVisible();
  await forget(late);
  const client = await signInClient(home, 'A client', async (link) => {
    await late.goto(link);
    await late.getByLabel('Email').fill('sam@amber.test');
    await late.getByLabel('Password').fill(PASSWORD);
    await button(late, 'Sign in').click();
    await expect(late).toHaveURL(/\/second-factor\?next=/);
    await setUpApp(late, 'sam');
    await expect(late.getByTestId('allow-place')).toBeVisible();
    await button(late, 'Allow').click();
    await expect(late.getByText('The program has heard.')).toBeVisible();
  });
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close().catch(() => {});
  await late.context().close();
  await admin.getByLabel('Who must have one').selectOption('Nobody');
  await button(admin, 'Change').click();
  await expect(admin.getByText('From now on, nobody has to have a second factor')).toBeVisible();
});
