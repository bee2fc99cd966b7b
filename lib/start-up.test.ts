/** What keeps Amber from starting is said with its remedy, and the process ends instead of answering errors. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from './database';

let dataDir: string;
beforeEach(() => {
  vi.resetModules();
  dataDir = mkdtempSync(join(tmpdir(), 'amber-start-'));
  vi.stubEnv('AMBER_DATA_DIR', dataDir);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await closeDatabase();
});

/** Starts and returns what was said when the process would have ended. */
async function failingStart(): Promise<string> {
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const { startUp } = await import('./start-up');
  await startUp();
  expect(exit.mock.calls).toEqual([[1]]);
  return said;
}

test('a bad setting', async () => {
  vi.stubEnv('OPENAI_API', 'x');
  expect(await failingStart()).toContain('OPENAI_API');
});

test('a list of servers that cannot be read at all', async () => {
  const file = join(dataDir, 'servers.json');
  writeFileSync(file, '{ "mcpServers": ');
  vi.stubEnv('AMBER_MCP_CONFIG', file);
  expect(await failingStart()).toContain('servers.json');
});

test('a bad entry among the servers is named before anything else, and is no reason not to start', async () => {
  const file = join(dataDir, 'servers.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { crm: { url: 'crm.example' } } }));
  vi.stubEnv('AMBER_MCP_CONFIG', file);
  writeFileSync(join(dataDir, '.db.lock'), JSON.stringify({ pid: process.ppid }));
  const said = await failingStart();
  expect(said).toMatch(/server crm is left out: .*url/);
  expect(said).toContain(`process ${process.ppid}`);
});

test('PostgreSQL away, without its password', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://amber:hush@127.0.0.1:1/amber');
  vi.stubEnv('AMBER_SECRET', 'x'.repeat(32));
  const said = await failingStart();
  expect(said).toContain('127.0.0.1:1/amber');
  expect(said).toContain('DATABASE_URL');
  expect(said).not.toContain('hush');
});

test('a data folder that another process uses', async () => {
  writeFileSync(join(dataDir, '.db.lock'), JSON.stringify({ pid: process.ppid }));
  const said = await failingStart();
  expect(said).toContain(`process ${process.ppid}`);
  expect(said).toContain('AMBER_DATA_DIR');
});

test('a damaged database', async () => {
  mkdirSync(join(dataDir, 'db'));
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), 'rubbish');
  const said = await failingStart();
  expect(said).toContain(join(dataDir, 'db'));
  expect(said).toContain('backup');
});
