/**
 * People sign in at other people's servers, from the chat and from the settings: a real authorization server, a real
 * server that records its callers, and a browser. Judged by what both recorded and by the database.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { startIssuer, type TestIssuer } from '../../../lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected } from '../../../lib/authorization/testing/protected-server';
import { App } from '../../app';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab } from '../../chat-page';
import { takePicture } from '../../pictured';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';
import { declines, goThere, offer, place, wantsOpened, wantsRight } from '../../sign-in-page';

let app: App;
let model: ScriptedModel;
let issuer: TestIssuer;
let notes: ProtectedServer;
let books: ProtectedServer;
let admin: Session;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  issuer = await startIssuer();
  issuer.tells = true;
  notes = await startProtected(issuer);
  books = await startProtected(issuer);
  app = await App.start({
    modelUrl: model.url,
    servers: { notes: { url: notes.url, trusted: true } },
    env: { AMBER_PRIVATE_SERVERS: '1' },
  });
  admin = await app.signIn('admin');
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await Promise.all([model?.close(), issuer?.close(), notes?.close(), books?.close()]);
});

/** The model reads notes once it is told to continue, and can do nothing before. */
function script(mark: string): void {
  model.script(mark, [{ text: 'I cannot read any notes.' }]);
  model.script('I have signed in to notes', [
    { calls: [{ tool: 'notes__read', input: {} }] },
    { text: 'I have read them.' },
  ]);
}

test('a person signs in from the chat, comes back to it, and the answer goes on', async ({ browser }) => {
  script('What do my notes say?');
  const chat = await ChatPage.open(browser, member);
  const { page } = chat;
  await chat.ask('What do my notes say?');
  await expect(offer(page, 'notes')).toContainText('You are not signed in to notes.');
  // Nothing was begun at the server's or the model's request.
  expect(issuer.requestsFor('/authorize')).toEqual([]);
  expect(notes.ran).toEqual([]);
  issuer.login = 'mia';
  const address = page.url();
  const button = offer(page, 'notes').getByRole('button', { name: 'Sign in to notes' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('sign-in-there')).toBeFocused();
  await goThere(page, issuer);
  await expect(offer(page, 'notes')).toContainText('You are signed in to notes now.');
  expect(page.url()).toBe(address);
  expect(notes.ran).toEqual([]);
  await page.getByRole('button', { name: 'Go on with the answer' }).click();
  await expect(chat.conversation).toContainText('I have read them.');
  await expect(offer(page, 'notes')).toHaveCount(0);
  expect(notes.ran).toEqual([{ login: 'mia', tool: 'read' }]);
  const rows = await app.sql`select person_id, account from server_sign_ins where state = 'active'`;
  expect(rows).toMatchObject([{ account: 'mia' }]);
  await page.context().close();
});

test('each person sees their own sign-in only, and signs out', async ({ browser }) => {
  const ofAdmin = await tab(browser, admin, '/settings/sign-ins');
  await expect(place(ofAdmin, 'notes')).toHaveAttribute('data-state', 'none');
  expect(await ofAdmin.content()).not.toContain('mia');
  const page = await tab(browser, member, '/settings/sign-ins');
  await expect(place(page, 'notes')).toContainText('Signed in as “mia”.');
  issuer.login = 'ada';
  await ofAdmin.getByRole('button', { name: 'Sign in: notes' }).click();
  await goThere(ofAdmin, issuer);
  await expect(place(ofAdmin, 'notes')).toContainText('Signed in as “ada”.');
  await expect(ofAdmin).toHaveURL(/\/settings\/servers#server-notes$/);
  await expect(place(ofAdmin, 'notes')).toContainText('2 people');
  await page.reload();
  await expect(place(page, 'notes')).toContainText('Signed in as “mia”.');
  await page.getByRole('button', { name: 'Sign out: notes' }).click();
  await expect(page.getByText('You are signed out of notes.')).toBeVisible();
  await expect(place(page, 'notes')).toHaveAttribute('data-state', 'none');
  await ofAdmin.reload();
  await expect(place(ofAdmin, 'notes')).toContainText('Signed in as “ada”.');
  const rows =
    await app.sql`select account, state, sealed = '' as empty from server_sign_ins order by account`;
  expect(rows).toEqual([
    { account: 'ada', state: 'active', empty: false },
    { account: 'mia', state: 'out', empty: true },
  ]);
  await Promise.all([page.context().close(), ofAdmin.context().close()]);
});

test('a server that wants more rights gets them by a person only, and the answer goes on', async ({
  browser,
}) => {
  script('Look at my notes again');
  model.script('Look at my notes again', [
    { calls: [{ tool: 'notes__read', input: {} }] },
    { text: 'It wants more rights.' },
  ]);
  const ran = notes.ran.length;
  wantsRight(notes, 'write');
  const chat = await ChatPage.open(browser, admin);
  const { page } = chat;
  await chat.ask('Look at my notes again');
  await expect(offer(page, 'notes')).toContainText('notes wants more rights than you gave it: write.');
  expect(notes.ran).toHaveLength(ran);
  await page.getByRole('button', { name: 'Sign in to notes with more rights' }).click();
  await expect(page.getByTestId('sign-in-there')).toContainText('Amber asks there for: write.');
  await goThere(page, issuer);
  await page.getByRole('button', { name: 'Go on with the answer' }).click();
  await expect(chat.conversation).toContainText('I have read them.');
  expect(notes.ran).toHaveLength(ran + 1);
  notes.onCall = undefined;
  await page.context().close();
});

test('the inbox shows the person what waits for a sign-in, and nobody else', async ({ browser }) => {
  script('And my notes now?');
  const chatId = await member.newChat();
  await member.say(chatId, 'And my notes now?');
  const page = await tab(browser, member, '/approvals');
  const waiting = page.getByTestId('waiting-sign-ins');
  await expect(waiting).toContainText('And my notes now?');
  const ofAdmin = await tab(browser, admin, '/approvals');
  await expect(ofAdmin.getByRole('heading', { name: /Nothing waits|waits?/ }).first()).toBeVisible();
  await expect(ofAdmin.getByTestId('waiting-sign-ins')).toHaveCount(0);
  await waiting.getByRole('button', { name: 'Sign in to notes' }).click();
  issuer.login = 'mia';
  await goThere(page, issuer);
  await expect(page).toHaveURL(new RegExp(`/chat/${chatId}$`));
  await expect(offer(page, 'notes')).toContainText('You are signed in to notes now.');
  await page.goto('/approvals');
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await Promise.all([page.context().close(), ofAdmin.context().close()]);
});

test('an admin adds a server that wants a sign-in, signs the team in, and changes it in place', async ({
  browser,
}) => {
  const page = await tab(browser, admin, '/settings/servers');
  await page.getByLabel(/^Name/).fill('books');
  await page.getByLabel('Address').fill(books.url);
  await page.getByText('More: headers and time limits').click();
  await page.getByLabel('Header 1', { exact: true }).fill('Authorization');
  await page.getByLabel(/^Value 1/).fill('Bearer wrong');
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'leave it out to sign in' })).toBeVisible();
  await page.getByLabel('Header 1', { exact: true }).fill('X-Place');
  await page.getByLabel(/^Value 1/).fill('only-here');
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(place(page, 'books')).toHaveAttribute('data-state', 'none');
  const panel = page.locator('[data-testid="server"][data-server="books"]');
  await panel.getByText('The team, once').click();
  await expect(panel).toContainText('The team is not signed in.');
  issuer.login = 'team';
  await page.getByRole('button', { name: 'Sign in: books' }).click();
  await goThere(page, issuer);
  await expect(place(page, 'books')).toContainText('The team is signed in as “team”');
  const ofMember = await tab(browser, member, '/settings/sign-ins');
  await expect(place(ofMember, 'books')).toContainText('One sign-in serves the whole team here');
  await expect(ofMember.getByRole('button', { name: 'Sign in: books' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change: books' }).click();
  const form = page.getByRole('form', { name: 'Change books' });
  await form.getByLabel('Address').fill('http://127.0.0.1:9/mcp');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(panel.getByRole('alert')).toContainText('Nothing was changed.');
  expect(await app.sql`select url from team_servers`).toEqual([{ url: books.url }]);
  await form.getByLabel('Address').fill(`${books.url}?v=2`);
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(panel).toContainText('Changed: it answered.');
  await expect(place(page, 'books')).toHaveAttribute('data-state', 'none');
  // The stored header was sent along, since the address is the same.
  expect(books.asked.at(-1)?.headers['x-place']).toBe('only-here');
  const told =
    await app.sql`select body::json ->> 'change' as change from receipts where kind = 'server changed'
    and body::json ->> 'server' = 'books' order by id`;
  const either = expect.stringMatching(/^(?:changed|signed-out)$/);
  const changes = ['added', 'sign-in-of-team', 'signed-in', either, either];
  expect(told.map(({ change }) => change)).toEqual(changes);
  await Promise.all([page.context().close(), ofMember.context().close()]);
});

test('a sign-in that comes to nothing says why on a page, and is begun again there', async ({ browser }) => {
  declines(issuer, '<b>Call us</b>');
  const page = await tab(browser, member, '/settings/sign-ins');
  await page.getByRole('button', { name: 'Sign in again: notes' }).click();
  await goThere(page, issuer);
  const { host } = new URL(issuer.origin);
  await expect(page.getByRole('heading', { name: 'The sign-in to notes did not work' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`The sign-in at ${host} was declined.`);
  expect(await page.content()).not.toContain('Call us');
  expect(await findings(page)).toEqual([]);
  issuer.instead = undefined;
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await goThere(page, issuer);
  await expect(place(page, 'notes')).toHaveAttribute('data-state', 'active');
  await page.goto('/oauth/callback?state=nobodys&code=x');
  await expect(page.getByRole('main')).toContainText('was not begun here');
  await page.context().close();
});

test('a page that a server wants opened is opened by the person only, and the server is told', async ({
  browser,
}) => {
  const heard = wantsOpened(notes, 'https://books.example/let?in=1');
  model.script('Fetch my books', [
    { calls: [{ tool: 'notes__read', input: {} }] },
    { text: 'The books are in.' },
  ]);
  const chat = await ChatPage.open(browser, member);
  const { page } = chat;
  const opened: string[] = [];
  page.context().on('page', (one) => opened.push(one.url()));
  await page.context().route('https://books.example/**', (route) => route.fulfill({ body: 'Books' }));
  await chat.send('Fetch my books');
  const card = page.getByTestId('elicitation-card');
  await expect(card.getByTestId('address-host')).toHaveText('books.example');
  await expect(card).toContainText('https://books.example/let?in=1');
  expect(await findings(page)).toEqual([]);
  expect([opened, heard]).toEqual([[], []]);
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    card.getByRole('link', { name: 'Open books.example in a new tab' }).click(),
  ]);
  await expect(other).toHaveURL('https://books.example/let?in=1');
  expect(await other.evaluate(() => window.opener === null)).toBe(true);
  await expect(chat.conversation).toContainText('The books are in.');
  expect(heard).toEqual([{ action: 'accept' }]);
  await expect(page.getByTestId('elicitation-line')).toContainText('You opened the page');
  notes.instead = undefined;
  await page.context().close();
});

for (const screen of SCREENS) {
  test(`is fit to be read and used: ${screen.colorScheme}, ${screen.viewport.width} wide`, async ({
    browser,
  }) => {
    const shot = (page: Page, name: string) => takePicture(page, `${name}-${screen.viewport.width}`);
    await looked(browser, admin, '/settings/servers', async (page) => {
      await page.getByRole('button', { name: /^Sign in(?: again)?: notes/ }).click();
      await expect(page.getByTestId('sign-in-there')).toBeVisible();
      await page.getByText('If the provider refuses').first().click();
      await page.getByRole('button', { name: 'Change: books' }).click();
      await shot(page, 'servers');
    });
    await looked(browser, member, '/settings/sign-ins', async (page) => {
      await expect(place(page, 'notes')).toBeVisible();
      await shot(page, 'sign-ins');
    });
    await signOut(member);
    script('Once more, my notes');
    const chatId = await member.newChat();
    await member.say(chatId, 'Once more, my notes');
    await looked(browser, member, `/chat/${chatId}`, async (page) => {
      await offer(page, 'notes').getByRole('button', { name: 'Sign in to notes' }).click();
      await expect(page.getByTestId('sign-in-there')).toBeVisible();
      await shot(page, 'chat');
    });
    await looked(browser, member, '/approvals', async (page) => {
      await expect(page.getByTestId('waiting-sign-ins')).toBeVisible();
      await shot(page, 'inbox');
    });

    async function looked(of: Browser, who: Session, path: string, prepare: (page: Page) => Promise<void>) {
      const page = await tab(of, who, path, screen);
      await prepare(page);
      expect(await findings(page)).toEqual([]);
      await page.context().close();
    }
  });
}

/** Where the person is signed in; signing out twice does no harm. */
async function signOut(session: Session): Promise<void> {
  expect([204, 404]).toContain(
    (await session.call('POST', '/api/servers/sign-out', { server: 'notes' })).status,
  );
}
