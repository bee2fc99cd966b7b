/**
 * A workspace of files: the app is given a folder, a search and a change go through it, and the card shows the diff.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { noSandbox } from '../../mcp/workspace/commands/testing/place';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab, taken, unfold } from '../chat-page';
import { expectAccessible } from '../pictured';
import { ScriptedModel } from '../servers/scripted-model';
import type { Session } from '../session';

const BEFORE = `${Array.from({ length: 60 }, (_, at) => `  case ${at}: return ${at * at};`).join('\n')}\n`;

let folder: string;
let app: App;
let model: ScriptedModel;
let member: Session;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-workspace-'));
  mkdirSync(join(folder, 'src'));
  model = await ScriptedModel.start();
  const env = { AMBER_WORKSPACE: folder, AMBER_WORKSPACE_TEAM: 'Alder & Finch' };
  app = await App.start({ modelUrl: model.url, env });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.beforeEach(() => writeFileSync(join(folder, 'src/squares.ts'), BEFORE));

const text = () => readFileSync(join(folder, 'src/squares.ts'), 'utf8');
const hash = () => createHash('sha256').update(text()).digest('hex').slice(0, 32);

/** A chat in which the model has made this call. */
async function called(by: Session, tool: string, input: object): Promise<string> {
  const mark = `m${Math.random().toString(36).slice(2)}`;
  model.script(mark, [{ calls: [{ tool, input }] }, { text: 'So it is.' }]);
  const chatId = await by.newChat();
  await by.say(chatId, mark);
  return chatId;
}

test('files are searched at once, by their team alone', async () => {
  await called(member, 'grep_search', { pattern: 'case 7:' });
  expect(model.requests.at(-1)?.rounds.flat().join()).toContain('return 49;');
  const outsider = await app.signIn('outsider');
  await called(outsider, 'grep_search', { pattern: 'case 7:' });
  const offered = model.requests.at(-1)?.tools.map((tool) => JSON.stringify(tool)) ?? [];
  expect(offered.join()).not.toContain('grep_search');
});

test('a person of its team opens a file by its name; not what may hold credentials, nor where a rule forbids it', async ({
  browser,
}) => {
  writeFileSync(join(folder, '.env'), 'KEY=planted-in-a-file');
  const chat = await ChatPage.open(
    browser,
    member,
    `/chat/${await called(member, 'glob', { pattern: '*' })}`,
  );
  const { page } = chat;
  await page.getByRole('banner').getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'src', exact: true }).click();
  await dialog.getByRole('button', { name: 'squares.ts', exact: true }).click();
  await expect(dialog.getByRole('group', { name: 'src/squares.ts' })).toContainText('case 59: return 3481;');
  await dialog.getByRole('button', { name: '.env', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('may hold credentials');
  await expect(dialog).not.toContainText('planted-in-a-file');
  await expectAccessible(page, 'files');
  await page.context().close();
  const read = (by: Session) => by.call('GET', '/api/workspace/file?path=src/squares.ts');
  expect((await read(member)).status).toBe(200);
  expect((await read(await app.signIn('outsider'))).status).toBe(404);
  const outside = '/api/workspace/file?path=../../etc/passwd';
  expect((await member.call('GET', outside)).status).toBe(400);
  const admin = await app.signIn('admin');
  const rule = { server: 'workspace', tool: 'read_file' };
  for (const effect of ['ask_admin', 'deny']) {
    await admin.call('PUT', '/api/policy', { ...rule, effect });
    expect((await read(member)).status, effect).toBe(403);
  }
  await admin.call('PUT', '/api/policy', { ...rule, effect: null });
  expect((await read(member)).status).toBe(200);
  rmSync(join(folder, '.env'));
});

for (const screen of SCREENS) {
  const width = screen.viewport.width;
  test(`a change waits for its card, which shows the difference, at ${width} pixels`, async ({ browser }) => {
    const patches = [
      { find: 'case 7: return 49;', replace: 'case 7: return 7 ** 2; // <script>alert(1)</script>\u202e' },
      { find: '  case 30: return 900;\n', replace: '' },
      { find: 'return 3481;', replace: `return ${'long + '.repeat(30)}1;` },
    ];
    const chatId = await called(member, 'patch_file', { path: 'src/squares.ts', patches, hash: hash() });
    const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, screen);
    const difference = chat.cards.getByRole('figure');
    await expect(difference).toContainText('src/squares.ts');
    await expect(difference).toContainText('2 lines added, 3 removed');
    await expect(difference).toContainText('U+202E');
    expect(await findings(chat.page)).toEqual([]);
    expect(text()).toBe(BEFORE);
    await unfold(chat.cards);
    await chat.confirm();
    await member.settled(chatId, 'idle');
    expect(text()).toContain('7 ** 2');
    await chat.close();
  });
}

for (const screen of SCREENS) {
  const width = screen.viewport.width;
  test(`a task that is handed on asks below its call, and in the inbox by whom, at ${width} pixels`, async ({
    browser,
  }) => {
    const mark = `m${Math.random().toString(36).slice(2)}`;
    const input = { role: 'reviewer <b>\u202e', taskPrompt: `Now below${mark}` };
    const patches = [{ find: 'case 7: return 49;', replace: 'case 7: return 7 ** 2;' }];
    const patch = { tool: 'patch_file', input: { path: 'src/squares.ts', patches, hash: hash() } };
    model.script(mark, [
      { text: 'I hand it on.', calls: [{ tool: 'delegate_task', input }] },
      { text: 'All is done.' },
    ]);
    model.script(`below${mark}`, [
      { text: 'I change it.', calls: [patch] },
      { text: 'The file is changed.' },
    ]);
    const chatId = await member.newChat();
    await member.say(chatId, mark);
    const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, screen);
    const work = chat.page.getByTestId('sub-agent');
    await expect(work.getByRole('group', { name: /^Confirm:/ })).toContainText('src/squares.ts');
    await expect(work).toContainText('I change it.');
    await expect(chat.calls('delegate_task').first()).toContainText('Waits for a decision');
    expect(await findings(chat.page)).toEqual([]);
    const inbox = await tab(browser, member, '/approvals', screen);
    await expect(inbox.getByTestId('approval-conversation').first()).toContainText('through reviewer <b>');
    expect(await findings(inbox)).toEqual([]);
    await inbox.context().close();
    await chat.confirm();
    await member.settled(chatId, 'idle');
    expect(text()).toContain('7 ** 2');
    await expect(chat.conversation).toContainText('All is done.');
    await expect(work).toHaveCount(0);
    await chat.page.getByRole('button', { name: /^Delegate a task, arguments/ }).click();
    await expect(work).toContainText('The file is changed.');
    expect(await findings(chat.page)).toEqual([]);
    await chat.close();
  });
}

test('a command in the background asks at the end of its answer about what it has changed', async ({
  browser,
}) => {
  test.skip((await noSandbox()) !== undefined, 'Commands need namespaces, which this machine does not give.');
  const mark = `m${Math.random().toString(36).slice(2)}`;
  const command = "sed -i 's/return 49;/return 7 ** 2;/' src/squares.ts; echo built; sleep 3210987";
  model.script(mark, ({ rounds }) => {
    if (rounds.length === 0)
      return { text: 'It is being built.', calls: [{ tool: 'bash', input: { command, background: true } }] };
    const [, id] = /"id":"([0-9a-f]{32})"/.exec(rounds[0]?.join() ?? '') ?? [];
    if (rounds.length === 1) return { calls: [{ tool: 'bash_output', input: { id, wait: 30 } }] };
    return { text: rounds.length === 2 ? 'It is built.' : 'So it is changed.' };
  });
  const chatId = await member.newChat();
  await member.say(chatId, mark);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(chat.conversation).toContainText('It is built.');
  await expect(chat.cards).toContainText(command);
  await expect(chat.cards).toContainText('1 line added, 1 removed');
  expect(await findings(chat.page)).toEqual([]);
  expect(text()).toBe(BEFORE);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(text()).toContain('7 ** 2');
  await expect(chat.conversation).toContainText('So it is changed.');
  await chat.close();
});

test('what a call changed is taken back from its row, by keyboard, and the row says so after a reload', async ({
  browser,
}) => {
  const patches = [{ find: 'case 7: return 49;', replace: 'case 7: return 7 ** 2;' }];
  const chatId = await called(member, 'patch_file', { path: 'src/squares.ts', patches, hash: hash() });
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(text()).toContain('7 ** 2');
  const button = chat.page.getByRole('button', { name: /^Take back: / });
  // While an answer is in progress nothing can be ordered.
  await expect(button).toBeEnabled();
  await button.focus();
  await chat.page.keyboard.press('Enter');
  await expect(chat.cards).toContainText('7 ** 2');
  await chat.confirm();
  await expect(chat.page.getByText('Taken back', { exact: true })).toBeVisible();
  await expect.poll(text).toBe(BEFORE);
  await member.settled(chatId, 'idle');
  await chat.page.reload();
  await expect(chat.page.getByText('Taken back', { exact: true })).toBeVisible();
  // The undo can itself be undone, but not once the file has changed.
  writeFileSync(join(folder, 'src/squares.ts'), 'theirs');
  await chat.page.getByRole('button', { name: /^Redo: / }).click();
  await expect(chat.page.getByTestId('call-reason')).toContainText('has changed since');
  expect(text()).toBe('theirs');
  expect(await findings(chat.page)).toEqual([]);
  await chat.close();
});

for (const screen of SCREENS) {
  test(`records are taken back after a reload, by keyboard, and cards say beforehand whether they can be, at ${screen.viewport.width} pixels`, async ({
    browser,
  }) => {
    const [customer] =
      await app.sql`select id, phone, updated_at from customers where name = 'Halden Optics'`;
    const chatId = await called(member, 'customer_update', { customerId: customer?.id, phone: '+1 555' });
    const chat = await ChatPage.open(browser, member, `/chat/${chatId}`, screen);
    await chat.page.reload();
    await taken(chat.page);
    const button = chat.page.getByRole('button', { name: 'Take back: Update customer' });
    await expect(button).toBeEnabled();
    await button.focus();
    await chat.page.keyboard.press('Enter');
    await expect(chat.calls('change_take_back')).toHaveAttribute('data-status', 'success');
    const now = await app.sql`select id, phone, updated_at from customers where id = ${customer?.id}`;
    expect(now).toEqual([customer]);
    await member.settled(chatId, 'idle');
    await chat.page.reload();
    await expect(chat.calls('customer_update').getByText('Taken back', { exact: true })).toBeVisible();
    await expect(chat.page.getByRole('button', { name: 'Take back: Update customer' })).toHaveCount(0);
    await expect(chat.page.getByRole('button', { name: /^Redo: / })).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);

    const name = `Fern ${Math.random().toString(36).slice(2)}`;
    const other = await called(member, 'customer_create', { name });
    await chat.page.goto(`/chat/${other}`);
    await taken(chat.page);
    await chat.page.getByRole('button', { name: 'Take back: Create customer' }).click();
    await expect(chat.page.getByTestId('approval-preview')).toContainText(name);
    await expect(chat.page.getByTestId('approval-reversible')).toHaveText(/^Can be taken back/);
    await chat.confirm();
    await expect(chat.calls('change_take_back')).toHaveAttribute('data-status', 'success');
    expect(await app.sql`select 1 from customers where name = ${name}`).toEqual([]);
    await chat.close();
  });
}
