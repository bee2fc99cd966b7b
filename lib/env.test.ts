import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEnv } from './env';
import { EnvError } from './env/env-error';

const SECRET = 'x'.repeat(32);
const POSTGRES = { DATABASE_URL: 'postgres://amber:hush@db.example/amber', AMBER_SECRET: SECRET };

const wrong: [string, Record<string, string>, string[]][] = [
  ['a port that is no number', { PORT: 'abc' }, ['PORT']],
  ['port 0', { PORT: '0' }, ['PORT']],
  ['a port that is too high', { PORT: '65536' }, ['PORT']],
  ['a host with a scheme', { HOST: 'http://a' }, ['HOST']],
  ['another database', { DATABASE_URL: 'mysql://a:hush@b/c', AMBER_SECRET: SECRET }, ['DATABASE_URL']],
  ['PostgreSQL without a secret', { DATABASE_URL: POSTGRES.DATABASE_URL }, ['AMBER_SECRET']],
  [
    'a second way to another database',
    { ...POSTGRES, DATABASE_DIRECT_URL: 'mysql://a:hush@b/c' },
    ['DATABASE_DIRECT_URL'],
  ],
  ['a second way without the first', { DATABASE_DIRECT_URL: POSTGRES.DATABASE_URL }, ['DATABASE_DIRECT_URL']],
  ['a Valkey of another kind', { ...POSTGRES, VALKEY_URL: 'http://a:hush@b' }, ['VALKEY_URL']],
  ['a Valkey without a host', { ...POSTGRES, VALKEY_URL: 'redis:hush' }, ['VALKEY_URL']],
  ['a Valkey with more behind it', { ...POSTGRES, VALKEY_URL: 'redis://a/0?password=hush' }, ['VALKEY_URL']],
  ['a Valkey for one process', { VALKEY_URL: 'redis://:hush@b' }, ['VALKEY_URL']],
  ['statements in words', { AMBER_PREPARE: 'off' }, ['AMBER_PREPARE']],
  ['a drain of an hour', { AMBER_DRAIN_SECONDS: '999' }, ['AMBER_DRAIN_SECONDS']],
  ['a short secret', { AMBER_SECRET: 'hush' }, ['AMBER_SECRET']],
  ['a demo in words', { AMBER_DEMO: 'yes' }, ['AMBER_DEMO']],
  ['an address without a scheme', { AMBER_URL: 'amber.example.com' }, ['AMBER_URL']],
  ['an address of another kind', { AMBER_URL: 'ftp://amber.example.com' }, ['AMBER_URL']],
  ['an address with a path', { AMBER_URL: 'https://example.com/amber' }, ['AMBER_URL']],
  ['an address with a name', { AMBER_URL: 'https://hush@example.com' }, ['AMBER_URL']],
  ['a list of servers that is not there', { AMBER_MCP_CONFIG: '/nowhere/mcp.json' }, ['AMBER_MCP_CONFIG']],
  ['a model server that is no address', { OPENAI_BASE_URL: 'localhost' }, ['OPENAI_BASE_URL']],
  ['an unknown interface', { OPENAI_API: 'completions' }, ['OPENAI_API']],
  ['an unknown kind of input', { OPENAI_INPUT: 'video' }, ['OPENAI_INPUT']],
  [
    'an embedding model of several words',
    { AMBER_EMBEDDING_MODEL: 'small large', OPENAI_API_KEY: 'hush' },
    ['AMBER_EMBEDDING_MODEL'],
  ],
  ['an embedding model without a server', { AMBER_EMBEDDING_MODEL: 'small' }, ['AMBER_EMBEDDING_MODEL']],
  ['a mail server over http', { SMTP_URL: 'http://hush' }, ['SMTP_URL']],
  ['a sender that would add a header', { SMTP_FROM: 'a@b.example\nBcc: c@d.example' }, ['SMTP_FROM']],
  [
    'a webhook with a password',
    { AMBER_NOTIFY_WEBHOOK: 'https://me:hush@hooks.example.com/a', AMBER_NOTIFY_SECRET: SECRET },
    ['AMBER_NOTIFY_WEBHOOK'],
  ],
  [
    'a webhook with a user, which is no address besides',
    { AMBER_NOTIFY_WEBHOOK: 'gopher:hush@hooks.example.com', AMBER_NOTIFY_SECRET: SECRET },
    ['AMBER_NOTIFY_WEBHOOK'],
  ],
  ['a registry that is no address', { AMBER_REGISTRY: 'registry' }, ['AMBER_REGISTRY']],
  ['a registry with a password', { AMBER_REGISTRY: 'https://me:hush@registry.example' }, ['AMBER_REGISTRY']],
  ['a registry with a question', { AMBER_REGISTRY: 'https://registry.example/?hush' }, ['AMBER_REGISTRY']],
  ['room for programs that is none', { AMBER_PROGRAM_MEMORY_MB: '1 GB' }, ['AMBER_PROGRAM_MEMORY_MB']],
  ['a search engine that is no address', { SEARXNG_URL: 'searx' }, ['SEARXNG_URL']],
  [
    'several at once',
    { PORT: '-1', OPENAI_API: 'x', SEARXNG_URL: 'y' },
    ['PORT', 'OPENAI_API', 'SEARXNG_URL'],
  ],
];

describe('bad settings', () => {
  test.each(wrong)('%s', (_, source, names) => {
    const thrown = catching(() => readEnv(source));
    expect(thrown).toBeInstanceOf(EnvError);
    expect(thrown.problems.map((problem) => problem.split(' ')[0])).toEqual(names);
    expect(thrown.message).not.toContain('hush');
  });
});

function catching(attempt: () => unknown): EnvError {
  try {
    attempt();
  } catch (error) {
    return error as EnvError;
  }
  throw new Error('nothing was refused');
}

describe('defaults', () => {
  test('nothing set: the demo on the embedded database, on this machine only, without a model', () => {
    const settings = readEnv({ PORT: '' });
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.amber'),
      demo: true,
      appUrl: 'http://localhost:3000',
      appUrlGiven: false,
      origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
      webSearch: {},
      privateServers: false,
    });
    expect(settings.databaseUrl ?? settings.secret ?? settings.model ?? settings.smtpUrl).toBeUndefined();
  });

  test('on PostgreSQL there is no demo, and it listens to the network', () => {
    expect(readEnv(POSTGRES)).toMatchObject({ demo: false, host: '0.0.0.0', secret: SECRET });
    expect(readEnv({ ...POSTGRES, AMBER_DEMO: '1' })).toMatchObject({ demo: true, host: '127.0.0.1' });
    expect(readEnv({ AMBER_DEMO: '0' })).toMatchObject({ demo: false, host: '0.0.0.0' });
  });

  test('PostgreSQL has one way, keeps statements prepared and is left at once, unless told otherwise', () => {
    expect(readEnv(POSTGRES)).toMatchObject({ prepare: true, drainSeconds: 0 });
    expect(readEnv(POSTGRES).databaseDirectUrl).toBeUndefined();
    const direct = 'postgres://amber:hush@primary.example/amber';
    expect(
      readEnv({ ...POSTGRES, DATABASE_DIRECT_URL: direct, AMBER_PREPARE: '0', AMBER_DRAIN_SECONDS: '10' }),
    ).toMatchObject({
      databaseUrl: POSTGRES.DATABASE_URL,
      databaseDirectUrl: direct,
      prepare: false,
      drainSeconds: 10,
    });
  });

  test.each(['redis://b', 'rediss://amber:hush@b:6380/0', 'valkey://b:6379', 'valkeys://:hush@b/'])(
    'news between processes go by %s',
    (valkeyUrl) => {
      expect(readEnv({ ...POSTGRES, VALKEY_URL: valkeyUrl })).toMatchObject({ valkeyUrl });
    },
  );

  test('the address people use is the only origin', () => {
    expect(readEnv({ AMBER_URL: 'https://Amber.Example.com/', HOST: '::' })).toMatchObject({
      appUrl: 'https://amber.example.com',
      appUrlGiven: true,
      origins: ['https://amber.example.com'],
      smtpFrom: 'Amber <amber@amber.example.com>',
    });
  });

  test('a model needs a key or a server of its own, which speaks chat unless told otherwise', () => {
    expect(readEnv({ OPENAI_MODEL: 'm' }).model).toBeUndefined();
    expect(readEnv({ OPENAI_API_KEY: 'k' }).model).toMatchObject({ apiKey: 'k', api: 'responses' });
    const own = { OPENAI_BASE_URL: 'http://localhost:1234/v1/', OPENAI_MODEL: 'm' };
    expect(readEnv(own).model).toMatchObject({
      baseUrl: 'http://localhost:1234/v1',
      model: 'm',
      api: 'chat',
    });
    expect(readEnv({ ...own, OPENAI_API: 'responses' }).model?.api).toBe('responses');
  });

  test('nothing is embedded unless a model for that is named; it has the key and the server of the other', () => {
    expect(readEnv({ OPENAI_API_KEY: 'k' }).embedding).toBeUndefined();
    const own = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://localhost:1234/v1/' };
    expect(readEnv({ ...own, AMBER_EMBEDDING_MODEL: 'e' }).embedding).toMatchObject({
      apiKey: 'k',
      baseUrl: 'http://localhost:1234/v1',
      model: 'e',
    });
  });
});

describe('the settings of the process', () => {
  let dataDir: string;
  beforeEach(() => {
    vi.resetModules();
    dataDir = join(mkdtempSync(join(tmpdir(), 'amber-env-')), 'data');
    vi.stubEnv('AMBER_DATA_DIR', dataDir);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const fresh = async () => (await import('./env')).env();

  test('a secret is made at the first start, for its owner only, and found again', async () => {
    const { secret } = await fresh();
    expect(secret.length).toBeGreaterThanOrEqual(32);
    const file = join(dataDir, 'secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toBe(secret);
    vi.resetModules();
    expect((await fresh()).secret).toBe(secret);
  });

  test('a damaged secret, or no place for one, is said with the name', async () => {
    await fresh();
    writeFileSync(join(dataDir, 'secret'), 'short');
    vi.resetModules();
    await expect(fresh()).rejects.toThrow(join(dataDir, 'secret'));
    vi.stubEnv('AMBER_DATA_DIR', join(dataDir, 'secret'));
    vi.resetModules();
    await expect(fresh()).rejects.toThrow('AMBER_DATA_DIR');
  });

  test('variables for other servers are given out, our own are not', async () => {
    vi.stubEnv('LEDGER_TOKEN', 'token');
    vi.stubEnv('OPENAI_API_KEY', 'key');
    const { foreignVariable } = await import('./env');
    expect(foreignVariable('LEDGER_TOKEN')).toBe('token');
    expect(foreignVariable('OPENAI_API_KEY')).toBeUndefined();
    expect(foreignVariable('AMBER_SECRET')).toBeUndefined();
  });
});
