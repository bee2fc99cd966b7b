/** Whatever keeps Amber from starting is reported with its remedy, and the process ends instead of answering errors. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, rowsOf } from '@/db/client';
import { createPostgresDatabase } from '@/db/testing/databases';
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
  // Settings are read once, by modules that the next file of this process would reuse.
  vi.resetModules();
  await closeDatabase();
});

/** Starts and returns what was printed when the process would have ended. */
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
  vi.stubEnv('AMBER_DATA', dataDir);
  const said = await failingStart();
  expect(said).toContain(`process ${process.ppid}`);
  expect(said).toMatch(/AMBER_DATA is set, .*AMBER_DATA_DIR/);
});

test('a damaged database', async () => {
  mkdirSync(join(dataDir, 'db'));
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), 'rubbish');
  const said = await failingStart();
  expect(said).toContain(join(dataDir, 'db'));
  expect(said).toContain('backup');
});

/**
 * Like a pooler that passes on no startup parameter except user and database, and knows only the owner: PgBouncer
 * without `auth_query`.
 */
async function startPooler(postgresUrl: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(postgresUrl);
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (startup) => {
      if (startup.includes('\0role\0')) return client.end(refusal('unsupported startup parameter: role'));
      if (startup.includes('amber_app_')) return client.end(refusal('no such user'));
      const upstream = connect(Number(port), hostname);
      upstream.on('error', () => client.destroy());
      client.on('close', () => upstream.destroy());
      upstream.write(startup);
      client.pipe(upstream).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = Object.assign(new URL(postgresUrl), { port: String((server.address() as AddressInfo).port) });
  return { url: url.href, server };
}

/** An ErrorResponse of PostgreSQL's protocol. */
function refusal(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('a pooler that refuses the role that serves, unless one setting lets it', async () => {
  const { url: direct, drop } = await createPostgresDatabase();
  const { url, server } = await startPooler(direct);
  try {
    vi.stubEnv('DATABASE_URL', url);
    vi.stubEnv('AMBER_SECRET', 'x'.repeat(32));
    vi.stubEnv('AMBER_DEMO', '0');
    const said = await failingStart();
    expect(said).toContain('amber_app');
    expect(said).toContain('unsupported startup parameter: role');
    expect(said).toContain('no such user');
    expect(said).toContain('DATABASE_DIRECT_URL');
    expect(said).toContain('AMBER_SERVE_AS_OWNER=1');
    await closeDatabase();
    const opened = await openDatabase({ url, dataDir, poolSize: 1 });
    const { takeServingRole } = await import('./start-up');
    await takeServingRole(opened, { secret: 'x'.repeat(32), serveAsOwner: true });
    const [who] = await rowsOf<{ role: string }>(opened.db, sql`select current_user as role`);
    expect(who?.role).toBe(new URL(url).username);
    await opened.close();
  } finally {
    server.close();
    await drop();
  }
});
