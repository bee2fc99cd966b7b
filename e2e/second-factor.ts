/** People of the specs who have a second factor: an app whose codes are made here, or Chromium's own virtual device. */
import { createOTP } from '@better-auth/utils/otp';
import { type Browser, expect, type Page } from '@playwright/test';
import type { App } from './app';
import { taken } from './chat-page';
import { expectAccessible } from './pictured';

export const PASSWORD = 'a password of their own';

/** A passkey is of a name, and `127.0.0.1` is none. */
export const homeOf = ({ url }: App): string => url.replace('127.0.0.1', 'localhost');

export async function fresh(app: App, browser: Browser, locale = 'en-GB'): Promise<Page> {
  return (await browser.newContext({ baseURL: homeOf(app), locale })).newPage();
}

/** Somebody who was invited, in a browser of their own. */
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

/** A device of the person in this browser, which asks them and hears yes. */
export async function withDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** What an app shows for a key that was typed into it, this many half minutes from now. */
export function codeOf(typed: string, steps = 0): Promise<string> {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...typed.replaceAll(' ', '')].map((one) => signs.indexOf(one).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
  return createOTP(key).hotp(Math.floor(Date.now() / 30_000) + steps);
}

/** The code of the half minute before, so that the present one is still good afterwards. */
async function earlierCodeOf(typed: string): Promise<string> {
  // At the end of a half minute it would be too old by the time it is looked at.
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
  return codeOf(typed, -1);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sets an app up in *Your account*. @returns what was typed into it, and the recovery codes */
export async function withApp(page: Page, name: string) {
  await page.goto('/settings/account');
  return setUpApp(page, name);
}

export async function setUpApp(page: Page, name: string) {
  // A press before React has taken the page over is lost.
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

/** First away from what is open: it notices by itself that nobody is signed in, and would go to the sign-in page meanwhile. */
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
