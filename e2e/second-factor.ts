/**
 * People of the specs with a second factor: an authenticator app whose codes are generated here, or Chromium's virtual
 * device.
 */
import { createOTP } from '@better-auth/utils/otp';
import { type Browser, expect, type Page } from '@playwright/test';
import type { App } from './app';
import { taken } from './chat-page';
import { expectAccessible } from './pictured';

export const PASSWORD = 'a password of their own';

/** A passkey needs a host name, and `127.0.0.1` is not one. */
export const homeOf = ({ url }: App): string => url.replace('127.0.0.1', 'localhost');

export async function fresh(app: App, browser: Browser, locale = 'en-GB'): Promise<Page> {
  return (await browser.newContext({ baseURL: homeOf(app), locale })).newPage();
}

/** An invited person, in a browser of their own. */
export async function invited(
  app: App,
  browser: Browser,
  name: string,
  { role = 'member', locale = 'en-GB' } = {},
): Promise<Page> {
  const home = homeOf(app);
  const admin = await app.signIn('admin');
  const asked = { email: `${name}@amber.test`, role, way: 'link' };
  const { body } = await admin.call<{ link: string }>('POST', '/api/team/invitations', asked);
  const page = await fresh(app, browser, locale);
  const invitation = new URL(body.link).searchParams.get('invitation');
  const made = await page.request.post(`${home}/api/sign-up`, {
    headers: { origin: home },
    data: { invitation, name, password: PASSWORD },
  });
  expect(made.status()).toBe(201);
  return page;
}

/** A virtual device of the person in this browser, which asks them and gets their consent. */
export async function withDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The code of an app for a key that was entered into it, this many half minutes from now. */
export function codeOf(typed: string, steps = 0): Promise<string> {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...typed.replaceAll(' ', '')].map((one) => signs.indexOf(one).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
  return createOTP(key).hotp(Math.floor(Date.now() / 30_000) + steps);
}

/** The code of the previous half minute, so that the current one is still unused afterwards. */
async function earlierCodeOf(typed: string): Promise<string> {
  // At the end of a half minute it would have expired by the time it is checked.
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
  return codeOf(typed, -1);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets up an app in *Your account*. @returns the key entered into it, and the recovery codes */
export async function withApp(page: Page, name: string) {
  await page.goto('/settings/account');
  return setUpApp(page, name);
}

export async function setUpApp(page: Page, name: string) {
  // A press before hydration is lost.
  await taken(page);
  await button(page, 'Set up app').click();
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, `${name}-app`);
  const typed = (await page.getByTestId('app-secret').textContent()) ?? '';
  await page.getByLabel('Code that the app shows').fill(await earlierCodeOf(typed));
  await button(page, 'Turn on').click();
  await expect(page.getByTestId('recovery-codes')).toBeVisible();
  const codes = await page.getByTestId('recovery-codes').getByRole('listitem').allTextContents();
  await expectAccessible(page, `${name}-codes`);
  await button(page, 'I have kept them').click();
  return { typed, codes };
}

/** A device of theirs, and a passkey on it. */
export async function addPasskey(page: Page, language: 'en' | 'de' = 'en'): Promise<void> {
  const isGerman = language === 'de';
  await withDevice(page);
  await page.goto('/settings/account');
  await taken(page);
  await button(page, isGerman ? 'Passkey hinzufügen' : 'Add passkey').click();
  await page
    .getByRole('dialog')
    .getByLabel(isGerman ? 'Aktuelles Passwort' : 'Current password')
    .fill(PASSWORD);
  await button(page, isGerman ? 'Weiter' : 'Continue').click();
  await button(page, isGerman ? 'Ich habe sie aufbewahrt' : 'I have kept them').click();
  await expect(page.getByTestId('passkey')).toHaveCount(1);
}

/** First leaves the open page: it would notice that nobody is signed in, and navigate to the sign-in page meanwhile. */
export async function forget(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

export async function enter(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(`${name}@amber.test`);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
}
