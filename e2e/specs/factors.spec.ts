/** Second factors and passkeys, with an app's codes made here and Chromium's own virtual device. */
import { createOTP } from '@better-auth/utils/otp';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ContactBook } from '../contact-book';

let book: ContactBook;
/** A passkey is of a name, and `127.0.0.1` is none. */
let home: string;

test.beforeAll(async () => {
  book = await ContactBook.start();
  home = book.app.url.replace('127.0.0.1', 'localhost');
});

test.afterAll(() => book?.stop());

const PASSWORD = 'a password of their own';

async function fresh(browser: Browser, locale = 'en-GB'): Promise<Page> {
  return (await browser.newContext({ baseURL: home, locale })).newPage();
}

/** Somebody who was invited, in a browser of their own. */
async function invited(
  browser: Browser,
  name: string,
  { role = 'member', locale = 'en-GB' } = {},
): Promise<Page> {
  const admin = await book.app.signIn('admin');
  const asked = { email: `${name}@amber.test`, role, way: 'link' };
  const { body } = await admin.call<{ link: string }>('POST', '/api/team/invitations', asked);
  const page = await fresh(browser, locale);
  const invitation = new URL(body.link).searchParams.get('invitation');
  const made = await page.request.post(`${home}/api/sign-up`, {
    headers: { origin: home },
    data: { invitation, name, password: PASSWORD },
  });
  expect(made.status()).toBe(201);
  return page;
}

/** A device of the person in this browser, which asks them and hears yes. */
async function withDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** What an app shows for a key that was typed into it, so many half minutes from now. */
function codeOf(typed: string, steps = 0): Promise<string> {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...typed.replaceAll(' ', '')].map((one) => signs.indexOf(one).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
  return createOTP(key).hotp(Math.floor(Date.now() / 30_000) + steps);
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    const picture = (theme: string) =>
      page.screenshot({
        path: test.info().outputPath(`${name}-${screen.viewport.width}-${theme}.png`),
        fullPage: true,
      });
    await picture('one');
    expect(await findings(page)).toEqual([]);
    await picture('other');
  }
  await page.setViewportSize(SCREENS[0].viewport);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets an app up in *Your account*. @returns what was typed into it, and the recovery codes */
async function withApp(page: Page, name: string) {
  await page.goto('/settings/account');
  return setUpApp(page, name);
}

async function setUpApp(page: Page, name: string) {
  await button(page, 'Set up app').click();
  await page.getByRole('dialog').getByLabel('Present password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, `${name}-app`);
  const typed = (await page.getByTestId('app-secret').textContent()) ?? '';
  await page.getByLabel('Code that the app shows').fill(await codeOf(typed, -1));
  await button(page, 'Turn on').click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  const codes = await page.getByTestId('recovery-codes').getByRole('listitem').allTextContents();
  await expectAccessible(page, `${name}-codes`);
  await button(page, 'I have kept them').click();
  return { typed, codes };
}

async function enter(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(`${name}@amber.test`);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
}

test('an app is set up, asked for at sign-in, and turned off by who has it and knows the password', async ({
  browser,
}) => {
  const theirs = await invited(browser, 'kit');
  const { typed, codes } = await withApp(theirs, 'kit');
  expect(codes).toHaveLength(10);
  const page = await fresh(browser);
  await enter(page, 'kit');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page, 'kit-sign-in');
  await page.getByLabel('Code').fill('000000');
  await button(page, 'Continue').click();
  await expect(page.getByText('That code is not right, or it was used already.')).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
  await page.getByLabel('Code').fill(await codeOf(typed));
  await button(page, 'Continue').click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  const lost = await fresh(browser);
  await enter(lost, 'kit');
  await lost.getByLabel('Code').fill(codes[0] ?? '');
  await button(lost, 'Continue').click();
  await expect(lost.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await lost.goto('/settings/account');
  await expect(lost.getByText('9 are left.')).toBeVisible();
  await button(lost, 'Turn off').click();
  await lost.getByRole('dialog').getByLabel('Present password').fill(PASSWORD);
  await lost.getByLabel('Code').fill(codes[1] ?? '');
  await lost.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(button(lost, 'Set up app')).toBeVisible();
  await expect
    .poll(() => book.app.mailsTo('kit@amber.test').join())
    .toContain('Codes of an app were turned off');
});

test('a passkey is added, named, signs in without a password, and is removed', async ({ browser }) => {
  const page = await invited(browser, 'lou');
  await withDevice(page);
  await page.goto('/settings/account');
  await button(page, 'Add passkey').click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('dialog').getByLabel('Present password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  await button(page, 'I have kept them').click();
  await expect(page.getByTestId('passkey')).toContainText('My phone');
  await expectAccessible(page, 'lou-account');
  await button(page, 'Rename My phone').click();
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('The blue one');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByTestId('passkey')).toContainText('The blue one');

  await page.context().clearCookies();
  await page.goto('/sign-in');
  await button(page, 'Use a passkey').click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.context().clearCookies();
  await enter(page, 'lou');
  await expect(page.getByLabel('Recovery code')).toBeVisible();
  await button(page, 'Use a passkey').click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  await page.goto('/settings/account');
  await button(page, 'Remove The blue one').click();
  await page.getByRole('dialog').getByLabel('Present password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByTestId('passkey')).toHaveCount(0);
});

test('a critical card asks for the code of who has an app, and a password does not confirm it', async ({
  browser,
}) => {
  const admin = await book.app.signIn('admin');
  const critical = { server: 'crm', tool: 'contact_delete', effect: 'ask', critical: true };
  expect((await admin.call('PUT', '/api/policy', critical)).status).toBe(200);
  const page = await invited(browser, 'nia');
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
  const page = await invited(browser, 'mia', { locale: 'de-DE' });
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { name: 'Zweiter Faktor und Passkeys' })).toBeVisible();
  await expectAccessible(page, 'mia-konto');
});

test('a team asks everybody for one: who has none sets it up before anything else', async ({ browser }) => {
  const admin = await invited(browser, 'ada', { role: 'admin' });
  const member = await invited(browser, 'bo');
  await member.goto('/');
  await expect(member.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await withApp(admin, 'ada');
  await admin.goto('/settings/team');
  await admin.getByLabel('Who must have one').selectOption('Everybody');
  await button(admin, 'Change').click();
  await expect(admin.getByText('It counts from now on.')).toBeVisible();
  await expectAccessible(admin, 'ada-team');

  // What was open leads there with the next thing that is done.
  await member.goto('/approvals');
  await expect(member).toHaveURL(/\/second-factor$/);
  const refused = await member.request.get(`${home}/api/chats`);
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'second_factor']);
  await expectAccessible(member, 'bo-asked');
  await setUpApp(member, 'bo');
  await expect(member.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await admin.getByLabel('Who must have one').selectOption('Nobody');
  await button(admin, 'Change').click();
  await expect(admin.getByText('It counts from now on.')).toBeVisible();
});
