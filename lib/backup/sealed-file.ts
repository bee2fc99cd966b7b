/**
 * Lines in an encrypted file: in the format of age, so that its own program can open it as well. Compressed and
 * encrypted piece by piece, so that little of it is in memory, however large it is. Plain Node loads this file too.
 */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { UnusableCopy } from '@/db/copy/copy-lines';
import type { KeepingSettings } from '@/lib/env/keeping';
import { linesOf } from './lines';

/** Fast compression, since people are waiting for the embedded database. */
const LEVEL = 1;

/** For a request that cannot be met; nothing has happened. */
export class Refused extends Error {
  override name = 'Refused';
}

/**
 * The configured key.
 * @throws Refused
 */
export function backupKey({
  backupKey,
  backupKeyFile,
}: Pick<KeepingSettings, 'backupKey' | 'backupKeyFile'>): string {
  if (backupKey && backupKeyFile)
    throw new Refused('Set AMBER_BACKUP_KEY or AMBER_BACKUP_KEY_FILE, not both.');
  const lines = backupKeyFile ? textOf(backupKeyFile).split('\n') : [backupKey ?? ''];
  const key = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))?.trim() ?? '';
  if (key !== '') return key;
  throw new Refused(
    'AMBER_BACKUP_KEY is missing: a passphrase of at least 16 characters, or a key that "age-keygen" made; ' +
      'AMBER_BACKUP_KEY_FILE names a file that holds it. Without it a backup cannot be opened: keep it apart from the backup.',
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Refused(`AMBER_BACKUP_KEY_FILE is ${path}, which cannot be read.`);
  }
}

/**
 * Writes a new file, and renames it once it is complete.
 * @param write is given a function that accepts one line
 * @throws Refused if the file exists
 */
export async function writeSealed<Result>(
  path: string,
  key: string,
  write: (line: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const part = `${path}.part`;
  const encrypter = new Encrypter();
  if (key.startsWith('age1')) encrypter.addRecipient(key);
  else if (key.startsWith('AGE-SECRET-KEY-')) encrypter.addRecipient(await identityToRecipient(key));
  else encrypter.setPassphrase(key);
  const lines = new PassThrough();
  const packed = Readable.toWeb(lines.pipe(createGzip({ level: LEVEL }))) as ReadableStream<Uint8Array>;
  const sealed = Readable.fromWeb(
    (await encrypter.encrypt(packed)) as Parameters<typeof Readable.fromWeb>[0],
  );
  const written = pipeline(sealed, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
  // Handled below, at the end; until then it must not count as unhandled.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  try {
    const result = await Promise.race([write((text) => put(lines, text)), failed]);
    lines.end();
    await written;
    await rename(part, path);
    return result;
  } catch (error) {
    lines.destroy();
    sealed.destroy();
    await written.catch(() => {});
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Refused(
        `${part} is there already: another backup is made, or was broken off. Remove it first.`,
      );
    await rm(part, { force: true });
    throw error;
  }
}

function put(lines: PassThrough, text: string): Promise<void> {
  if (lines.write(`${text}\n`)) return Promise.resolve();
  return new Promise((resolve) => lines.once('drain', resolve));
}

/**
 * The lines of a file.
 * @throws UnusableCopy, even midway: what came before counts only once everything has been read
 */
export async function* readSealed(path: string, key: string): AsyncGenerator<string> {
  const decrypter = new Decrypter();
  if (key.startsWith('age1')) {
    throw new UnusableCopy(
      'This key only makes backups: the one that opens them begins with AGE-SECRET-KEY-1.',
    );
  }
  if (key.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  const file = createReadStream(path);
  const opened = await decrypter
    .decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
    .catch((error: NodeJS.ErrnoException) => {
      file.destroy();
      throw new UnusableCopy(
        error.code === 'ENOENT'
          ? `There is no file ${path}.`
          : 'The key does not open the file, or it is no backup. Nothing was written.',
      );
    });
  const plain = new PassThrough();
  const running = pipeline(
    Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0]),
    createGunzip(),
    plain,
  );
  running.catch((error) => plain.destroy(error));
  try {
    yield* linesOf(plain);
    await running;
  } catch {
    throw new UnusableCopy(
      'The file is not whole: something of it is missing or was changed. Nothing was written.',
    );
  } finally {
    plain.destroy();
    file.destroy();
  }
}
