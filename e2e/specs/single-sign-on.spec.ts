/**
 * Signing in with a company's provider, a real one with its own pages: optional, required, refused, and signing out
 * there.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { CLIENT, startProvider, type TestProvider } from '../../lib/single-sign-on/testing/provider';
import { App } from '../app';
import { tab, taken } from '../chat-page';
import { expectAccessible } from '../pictured';
import { freePort } from '../program';

let app: App;
let provider: TestProvider;
/** Where the provider sends people back to. */
let home: string;

test.beforeAll(async () => {
  const port = await freePort();
  home = `http://localhost:${port}`;
  provider = await startProvider({
    redirectUris: [`${home}/api/single-sign-on/company/callback`],
    afterwards: `${home}/sign-in`,
  });
  app = await App.start({
    env: {
      PORT: String(port),
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: 'Halden',
      OIDC_TEAM: 'Alder & Finch',
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_DOMAINS: 'halden.test',
      OIDC_FORCED: '1',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLES: 'amber-admins=admin, staff=member',
    },
  });
});

test.afterAll(async () => {
  await app?.stop();
  await provider?.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const fresh = async (browser: Browser, locale = 'en-GB') =>
  (await browser.newContext({ baseURL: home, locale })).newPage();

/** A person known to the provider. */
function known(name: string, groups = ['staff']): string {
  const email = `${name}@halden.test`;
  provider.people.set(name, { email, email_verified: true, name: `${name} Marlow`, groups });
  return email;
}

/** Fills in the provider's own page. */
async function atProvider(page: Page, login: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).origin).toBe(provider.issuer);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('anything');
  await button(page, 'Sign-in').click();
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const roleOf = async (email: string) => {
  const rows = await app.sql`select role from members join users on id = user_id where email = ${email}`;
  return rows[0]?.role;
};

test('three come by the provider’s page at once, each as themselves, with the role that their groups give', async ({
  browser,
}) => {
  const people = [
    { name: 'ada', groups: ['amber-admins'], role: 'admin' },
    { name: 'bo', groups: ['staff'], role: 'member' },
    { name: 'cy', groups: ['staff', 'others'], role: 'member' },
  ];
  await Promise.all(
    people.map(async ({ name, groups, role }) => {
      const email = known(name, groups);
      const page = await fresh(browser);
      await page.goto('/sign-in?next=/settings/account');
      await page.getByRole('link', { name: 'Continue with Halden' }).click();
      await atProvider(page, name);
      // Back to the requested page.
      await expect(page).toHaveURL(`${home}/settings/account`);
      await expect(page.getByText(`You sign in with ${email}.`)).toBeVisible();
      await expect(page.getByText('You have none here')).toBeVisible();
      expect(await roleOf(email)).toBe(role);
      await page.context().close();
    }),
  );
});

test('an address of its domain is led there, and in no other way in', async ({ browser }) => {
  const email = known('dora');
  const page = await fresh(browser);
  await page.goto('/sign-in');
  await expectAccessible(page, 'sign-in');
  await page.getByLabel('Email').fill(email);
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByText('For this address, sign in with Halden.')).toBeVisible();
  await expectAccessible(page, 'forced');
  await page.locator('form').getByRole('button', { name: 'Continue with Halden' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toHaveValue(email);
  await atProvider(page, 'dora');
  await expect(composer(page)).toBeVisible();

  for (const address of [email, 'nobody@halden.test']) {
    const asked = { headers: { origin: home }, data: { email: address, password: 'anything at all' } };
    const refused = await page.request.post(`${home}/api/auth/sign-in/email`, asked);
    expect(refused.status()).toBe(403);
    const reset = await page.request.post(`${home}/api/account/recovery`, {
      headers: { origin: home },
      data: { email: address },
    });
    expect(reset.status()).toBe(403);
  }
  await page.context().close();
});

test('whoever gives up there, or is in no group, is told so in words, and is not signed in', async ({
  browser,
}) => {
  const page = await fresh(browser);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Continue with Halden' }).click();
  await page.getByRole('link', { name: '[ Cancel ]' }).click();
  await expect(page.getByText('The sign-in was cancelled')).toBeVisible();
  await expectAccessible(page, 'cancelled');
  const german = await fresh(browser, 'de-DE');
  known('eve', ['others']);
  await german.goto('/sign-in');
  await german.getByRole('link', { name: 'Weiter mit Halden' }).click();
  await atProvider(german, 'eve');
  await expect(german.getByText('Sie sind in keiner Gruppe, die Amber benutzen darf.')).toBeVisible();
  await expectAccessible(german, 'keine-gruppe');
  for (const one of [page, german]) {
    expect((await one.context().cookies(home)).filter(({ name }) => /session/.test(name))).toEqual([]);
    await one.context().close();
  }
  expect(await roleOf('eve@halden.test')).toBeUndefined();
});

test('who is out there is out here with the next thing that they do, and does not come back', async ({
  browser,
}) => {
  const email = known('fay');
  const page = await fresh(browser);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Continue with Halden' }).click();
  await atProvider(page, 'fay');
  await expect(composer(page)).toBeVisible();
  provider.people.delete('fay');
  // As if the provider had last been asked a while ago.
  await app.sql`update sign_on_accounts set due_at = now() - interval '1 minute'
    where user_id = (select id from users where email = ${email})`;
  // Any request of the open page may be the one for which Amber asks the provider; the poll waits for a stable answer.
  await expect
    .poll(async () => (await page.request.get(`${home}/api/chats`)).status(), { timeout: 30_000 })
    .toBe(401);
  // The open page may be navigating there by itself.
  await page.goto('/settings/account').catch(() => {});
  await expect(page).toHaveURL(/\/sign-in/);
  const left =
    await app.sql`select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email}`;
  expect(left).toHaveLength(0);
  await page.context().close();
});

test('signing out here is signing out there as well', async ({ browser }) => {
  known('gus');
  const page = await fresh(browser);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Continue with Halden' }).click();
  await atProvider(page, 'gus');
  await expect(composer(page)).toBeVisible();
  // The page's other requests are refused before it is told where to go: it must not go to the sign-in page by itself.
  await page.route('**/api/account/sign-out', async (route) => {
    const answer = await route.fetch();
    const refused = page.waitForResponse((one) => one.status() === 401 && one.url().includes('/api/'));
    // Everything on the page is requested again.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await (await refused).finished();
    await route.fulfill({ response: answer });
  });
  await taken(page);
  await page.getByRole('button', { name: /gus marlow/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.getByRole('button', { name: /^Yes/ }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  // The provider asks for the person again.
  await page.getByRole('link', { name: 'Continue with Halden' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
  await page.context().close();
});

test('an admin sees at Team who comes by the company account, in both languages', async ({ browser }) => {
  known('hal');
  const theirs = await fresh(browser);
  await theirs.goto('/sign-in');
  await theirs.getByRole('link', { name: 'Continue with Halden' }).click();
  await atProvider(theirs, 'hal');
  await expect(composer(theirs)).toBeVisible();
  await theirs.context().close();
  const admin = await app.signIn('admin');
  for (const [locale, words] of [
    ['en-GB', 'Signs in with the company account.'],
    ['de-DE', 'Anmeldung mit dem Firmenkonto.'],
  ] as const) {
    const page = await tab(browser, admin, '/settings/team', { locale });
    const row = page.getByTestId('team-member').filter({ hasText: 'hal@halden.test' });
    await expect(row).toContainText(words);
    await expectAccessible(page, `team-${locale}`);
    await page.context().close();
  }
});
