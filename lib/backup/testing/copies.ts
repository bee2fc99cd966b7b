/** Backups for tests: made from one database, restored into another. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, beforeAll } from 'vitest';
import { type OpenDatabase, openDatabase } from '@/db/client';
import { dumpDatabase } from '@/db/copy/dump';
import { createPostgresDatabase, MIGRATIONS } from '@/db/testing/databases';
import { openEmpty } from '@/db/testing/embedded-template';
import { sealProbe } from '../probe';
import { type RestoreStep, restoreBackup } from '../restore';
import { readSealed, writeSealed } from '../sealed-file';

export const SECRET = 'a secret for tests only, long enough';
/** An age identity, since opening with a passphrase is deliberately slow. */
export const KEY = await generateX25519Identity();

export let folder: string;
let nth = 0;
/**
 * Called by each test file: several share one process, and the leftovers of one must not be what the next depends on.
 */
export function ownFolder(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'amber-backup-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}
export const fresh = () => join(folder, `${++nth}.amber`);

/** Databases without any tables. */
export const EMPTY: Record<'pglite' | 'postgres', () => Promise<OpenDatabase>> = {
  pglite: openEmpty,
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await openDatabase({ url, dataDir: 'memory', poolSize: 2 });
    return { ...opened, close: () => opened.close().then(drop) };
  },
};

export async function backUp(opened: OpenDatabase, key = KEY): Promise<string> {
  const path = fresh();
  await writeSealed(path, key, (write) => dumpDatabase(opened, sealProbe(SECRET), write));
  return path;
}

export const restore = (
  into: OpenDatabase,
  path: string,
  key = KEY,
  secrets = [SECRET],
  erased: readonly string[] = [],
  tell?: (step: RestoreStep) => void,
) => restoreBackup(into, () => readSealed(path, key), MIGRATIONS, secrets, erased, tell);
