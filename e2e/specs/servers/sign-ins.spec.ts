/**
 * People sign in at other people's servers, from the chat and from the settings: a real authorization server, a real server that
 * keeps who asked, and a browser. Judged by what both recorded and by what stands in the database.
 */
import { expect, test } from '@playwright/test';
import { startIssuer, type TestIssuer } from '../../../lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected } from '../../../lib/authorization/testing/protected-server';
import { App } from '../../app';
import { ChatPage, tab } from '../../chat-page';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';
import { goThere, offer, place, wantsRight } from '../../sign-in-page';

let app: App;
let model: ScriptedModel;
let issuer: TestIssuer;
let notes: ProtectedServer;
let admin: Session;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  issuer = await startIssuer();
  issuer.tells = true;
  notes = await startProtected(issuer);
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
  await Promise.all([model?.close(), issuer?.close(), notes?.close()]);
});

/** The model reads notes once it is told to go on, and can do nothing before. */
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
  // Nothing was begun by the server's or the model's wish.
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
