/** The key of a backup, its file, and the commands; and an embedded database that a running Amber has open. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { MIGRATIONS } from '@/db/testing/databases';
import { layEmbedded } from '@/db/testing/embedded-template';
import { answerRequest } from './answer-request';
import { makeBackup } from './make';
import { opensProbe, sealProbe } from './probe';
import { backupKey, Refused, readSealed, writeSealed } from './sealed-file';
import { EMPTY, folder, fresh, KEY, ownFolder, restore, SECRET } from './testing/copies';

const { teams } = schema;
ownFolder();
const PASSPHRASE = 'a passphrase that nobody guesses';

describe('the key', () => {
  it('is a passphrase, or one of age: then who makes backups need not be able to open them', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const path = fresh();
    await writeSealed(path, recipient, (write) => write('one line'));
    const other = fresh();
    await writeSealed(other, PASSPHRASE, (write) => write('one line'));
    expect((await readSealed(other, PASSPHRASE).next()).value).toBe('one line');
    await expect(readSealed(other, `${PASSPHRASE}.`).next()).rejects.toThrow('The key does not open');
    await expect(readSealed(path, recipient).next()).rejects.toThrow('only makes backups');
    expect((await readSealed(path, identity).next()).value).toBe('one line');
    expect(readFileSync(path, 'utf8')).toContain('age-encryption.org/v1');
    expect(readFileSync(path).includes('one line')).toBe(false);
  });

  it('is wanted, once, and may stand in a file', () => {
    const none = { backupKey: undefined, backupKeyFile: undefined };
    expect(() => backupKey(none)).toThrow('AMBER_BACKUP_KEY is missing');
    expect(() => backupKey({ ...none, backupKey: KEY, backupKeyFile: 'x' })).toThrow('not both');
    const file = fresh();
    writeFileSync(file, '# created: today\nAGE-SECRET-KEY-1XYZ\n');
    expect(backupKey({ ...none, backupKeyFile: file })).toBe('AGE-SECRET-KEY-1XYZ');
  });

  it('tells a secret from another one', () => {
    expect(opensProbe(['another secret, of the same length......', SECRET], sealProbe(SECRET))).toBe(true);
    expect(opensProbe(['another secret, of the same length......'], sealProbe(SECRET))).toBe(false);
  });
});

describe('an embedded database that a running Amber holds', () => {
  const keeping = { backupKey: KEY, backupKeyFile: undefined };
  let dataDir: string;
  let opened: OpenDatabase;
  beforeAll(async () => {
    dataDir = join(folder, 'held');
    await layEmbedded(dataDir, MIGRATIONS);
    opened = await openDatabase({ dataDir });
    await opened.db.insert(teams).values({ id: 'tea_held', name: 'Held' });
    await opened.serve();
  });
  afterAll(() => opened.close());

  it('is handed over by it, and neither key nor rows lie in the folder', async () => {
    const path = fresh();
    const made = makeBackup({ dataDir, secret: SECRET, keeping }, path);
    await expect.poll(() => existsSync(join(dataDir, 'backup-request.json'))).toBe(true);
    expect(readFileSync(join(dataDir, 'backup-request.json'), 'utf8')).not.toContain(KEY);
    await answerRequest(opened, dataDir, SECRET);
    expect((await made).rows).toBeGreaterThan(0);
    expect(readdirSync(dataDir).sort()).toEqual(['.db.lock', 'db']);
    const other = await EMPTY.pglite();
    await restore(other, path);
    expect(await other.db.$count(teams)).toBe(1);
    await other.close();
    // It keeps serving, in the serving role.
    await expect(opened.db.select().from(schema.receiptKey)).rejects.toThrow();
  });

  it('is handed to nobody who listens where a backup that was killed had asked for it', async () => {
    const heard: string[] = [];
    const stranger = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (piece) => {
        heard.push(String(piece));
        // Everything that it knows about the requester.
        socket.write(piece);
      });
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const request = { port, token: 'of the one that was killed', proof: 'which the stranger has not read' };
    writeFileSync(join(dataDir, 'backup-request.json'), JSON.stringify(request));
    await answerRequest(opened, dataDir, SECRET);
    expect(heard.join('')).toBe('of the one that was killed\n');
    stranger.close();
  });

  it('writes nothing over a file that is there, and leaves none where it fails', async () => {
    const path = fresh();
    writeFileSync(path, 'mine');
    await expect(makeBackup({ dataDir, secret: SECRET, keeping }, path)).rejects.toThrow(Refused);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    const broken = fresh();
    const stops = writeSealed(broken, KEY, async (write) => {
      await write('a line');
      throw new Error('The database went away.');
    });
    await expect(stops).rejects.toThrow('went away');
    expect([existsSync(broken), existsSync(`${broken}.part`)]).toEqual([false, false]);
  });
});

it('is a command that says what it did, and refuses with words', async () => {
  const dataDir = join(folder, 'command');
  mkdirSync(dataDir);
  await layEmbedded(dataDir, MIGRATIONS);
  const opened = await openDatabase({ dataDir });
  await opened.db.insert(teams).values({ id: 'tea_one', name: 'One' });
  await opened.close();
  const { DATABASE_URL: _, ...ours } = process.env;
  const command = (script: string, more: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [`scripts/${script}.mjs`, ...args], {
      env: { ...ours, AMBER_DATA_DIR: dataDir, AMBER_SECRET: SECRET, AMBER_BACKUP_KEY: KEY, ...more },
    }).catch((error) => error as { stdout: string; stderr: string });
  const file = fresh();
  expect((await command('backup', {}, file)).stdout).toContain(`${file} holds`);
  expect((await command('backup', {}, file)).stderr).toContain('already');
  const into = { AMBER_DATA_DIR: join(folder, 'restored') };
  const wrong = { ...into, AMBER_BACKUP_KEY: await generateX25519Identity() };
  expect((await command('restore', wrong, file)).stderr).toContain('The key does not open the file');
  expect((await command('restore', into, file)).stdout).toContain('The record is whole');
  expect((await command('restore', into, file)).stderr).toContain('not empty');
});
