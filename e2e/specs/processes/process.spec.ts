/**
 * Starting and ending: problems are named, with an exit code; runs in progress are stored or repaired. And the whole
 * thing once more through `npm start`, on the embedded database.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { freePort, Program } from '../../program';
import { READS } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import { Session } from '../../session';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amber-process-'));
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start` without npm; listens on a free port by default. */
async function start(env: Record<string, string>): Promise<Program> {
  const port = String(await freePort());
  return Program.start(ROOT, ['scripts/start.mjs'], {
    PORT: port,
    AMBER_DATA_DIR: join(folder, 'none'),
    ...env,
  });
}

/** Expects it to end by itself with an error, and to have printed all of this. */
async function expectRefused(program: Program, ...said: string[]): Promise<void> {
  expect(await program.exited).toBeGreaterThan(0);
  for (const words of said) expect(program.output).toContain(words);
  expect(program.output).not.toContain('    at ');
}

test('a bad setting is refused by its name, all of them at once', async () => {
  const program = await start({ PORT: 'abc', AMBER_DEMO: 'yes', OPENAI_BASE_URL: 'ftp://nowhere' });
  await expectRefused(program, 'PORT', '"abc"', 'AMBER_DEMO', '"yes"', 'OPENAI_BASE_URL');
});

test('a secret that is missing or too short is refused, and never shown', async () => {
  const DATABASE_URL = 'postgres://amber:hidden-password@127.0.0.1:1/amber';
  await expectRefused(await start({ DATABASE_URL }), 'AMBER_SECRET');
  const short = await start({ DATABASE_URL, AMBER_SECRET: 'short-and-hidden' });
  await expectRefused(short, 'AMBER_SECRET');
  expect(short.output).not.toContain('hidden');
});

test('a port in use is named, with another one to take', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await expectRefused(await start({ PORT: String(port) }), String(port), 'in use', `PORT=${port + 1}`);
  await new Promise((resolve) => other.close(resolve));
});

test('PostgreSQL away: named without its password', async () => {
  const port = await freePort();
  const program = await start({
    DATABASE_URL: `postgres://amber:hidden-password@127.0.0.1:${port}/amber`,
    AMBER_SECRET: 'long enough to be taken as a secret',
  });
  await expectRefused(program, 'PostgreSQL', `127.0.0.1:${port}/amber`, 'DATABASE_URL');
  expect(program.output).not.toContain('hidden');
});

test('a data folder that cannot be used is named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expectRefused(await start({ AMBER_DATA_DIR: join(file, 'below') }), 'AMBER_DATA_DIR', file);
  const damaged = join(folder, 'damaged');
  mkdirSync(join(damaged, 'db'), { recursive: true });
  writeFileSync(join(damaged, 'db/PG_VERSION'), 'no version');
  await expectRefused(await start({ AMBER_DATA_DIR: damaged }), damaged, 'damaged');
});

test('told to end in the middle of an answer, it stores what was said and ends in order', async () => {
  const model = await ScriptedModel.start();
  const app = await App.start({ modelUrl: model.url });
  const member = await app.signIn('member');
  const chatId = await member.newChat();
  model.script('a long story', [{ text: 'Once upon a time', hold: new Promise(() => {}) }]);
  const said = member.say(chatId, 'a long story').catch(() => undefined);
  await expect.poll(() => model.requests.length).toBe(1);
  expect(await app.restart('SIGTERM')).toBe(0);
  await said;
  const stored = await member.settled(chatId, 'idle');
  expect(JSON.stringify(stored.messages.at(-1)?.parts)).toContain('Once');
  const [run] = await app.sql`select status, error from runs where chat_id = ${chatId}`;
  expect(run?.status).toBe('stopped');
  model.script('go on', [{ text: 'Here it goes on.' }]);
  await member.say(chatId, 'go on');
  expect(JSON.stringify((await member.chat(chatId)).messages)).toContain('Here it goes on.');
  await app.stop();
  await model.close();
});

test('killed in the middle of a read: another process makes it again, and the answer goes on', async () => {
  const model = await ScriptedModel.start();
  let hangs = true;
  const crm = await RecordingMcp.start([
    { name: 'look', annotations: READS, run: () => (hangs ? new Promise(() => {}) : { text: 'seen' }) },
  ]);
  const app = await App.start({ modelUrl: model.url, servers: { crm: { url: crm.url, trusted: true } } });
  const member = await app.signIn('member');
  const chatId = await member.newChat();
  model.script('look at it', [
    { text: 'Looking.', calls: [{ tool: 'crm__look', input: {} }] },
    { text: 'It was seen.' },
  ]);
  const said = member.say(chatId, 'look at it').catch(() => undefined);
  await expect.poll(() => crm.of('look').length).toBe(1);
  hangs = false;
  expect(await app.restart('SIGKILL')).toBe(null);
  await said;
  const stored = await member.settled(chatId, 'idle');
  const parts = stored.messages.at(-1)?.parts ?? [];
  expect(JSON.stringify(parts)).toContain('It was seen.');
  expect(parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([{ state: 'output-available' }]);
  expect(parts.filter(({ type }) => type === 'data-run-error')).toEqual([]);
  expect(crm.of('look')).toHaveLength(2);
  model.script('and now', [{ text: 'All is well.' }]);
  await member.say(chatId, 'and now');
  expect(JSON.stringify((await member.chat(chatId)).messages)).toContain('All is well.');
  await app.stop();
  await model.close();
  await crm.close();
});

test('on the embedded database: started, used, locked, ended and started again', async () => {
  const env = { PORT: String(await freePort()), AMBER_DATA_DIR: join(folder, 'data') };
  const url = `http://127.0.0.1:${env.PORT}`;
  const first = await start(env);
  await first.healthy(url);
  await expect.poll(() => first.output).toContain('member@amber.test');
  expect(first.output).toContain(`http://localhost:${env.PORT}`);
  const member = await Session.open(url, 'member');
  const chatId = await member.newChat();
  expect((await member.say(chatId, 'Which customers owe us money?')).status).toBe(200);
  await member.say(chatId, 'Delete customer Halden Optics');
  const [card] = await member.pending(chatId);
  expect([card?.tool, card?.preview?.lines[0]?.value]).toEqual(['customer_delete', 'Halden Optics']);

  const second = await start({ AMBER_DATA_DIR: env.AMBER_DATA_DIR });
  await expectRefused(second, env.AMBER_DATA_DIR, 'in use by process', 'AMBER_DATA_DIR');

  expect(await first.end('SIGTERM')).toBe(0);
  const again = await start(env);
  await again.healthy(url);
  expect((await member.pending(chatId)).map(({ id }) => id)).toEqual([card?.id]);
  expect((await member.decide(card?.id ?? '', 'confirm')).status).toBe(200);
  await member.settled(chatId, 'idle');
  const { messages } = await member.chat(chatId);
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'dynamic-tool');
  expect(calls.find(({ toolName }) => toolName === 'customer_delete')?.state).toBe('output-available');
  await member.say(chatId, 'Delete customer Halden Optics');
  expect(await member.pending(chatId)).toEqual([]);
  expect(await again.end('SIGTERM')).toBe(0);
});

test('its server process killed: npm start says so in a line, with what to do, and ends not well', async () => {
  // Reuses the previous test's folder, if there is one: creating the demo company again takes time.
  const env = { PORT: String(await freePort()), AMBER_DATA_DIR: join(folder, 'data') };
  const program = await start(env);
  await program.healthy(`http://127.0.0.1:${env.PORT}`);
  await expect.poll(() => program.output).toContain('Amber runs at');
  const { pid } = JSON.parse(readFileSync(join(env.AMBER_DATA_DIR, '.db.lock'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await expectRefused(program, 'the server process was killed by SIGKILL', 'npm start');
});
