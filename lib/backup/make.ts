/** Makes a backup of the configured database, whether or not Amber is running on it. Plain Node loads this file too. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@/db/client';
import { CopyCheck } from '@/db/copy/copy-lines';
import { dumpDatabase } from '@/db/copy/dump';
import { holderOf } from '@/db/lock';
import type { KeepingSettings } from '@/lib/env/keeping';
import { askRunning } from './ask-running';
import { sealProbe } from './probe';
import { backupKey, Refused, writeSealed } from './sealed-file';

export interface BackupSettings {
  databaseUrl?: string | undefined;
  /** An address at which one connection is one session: read from there. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
  /** Absent if there is no database yet in which something was sealed. */
  secret: string | undefined;
  keeping: Pick<KeepingSettings, 'backupKey' | 'backupKeyFile'>;
}

/** @throws Refused, without leaving a file */
export async function makeBackup(
  settings: BackupSettings,
  path: string,
): Promise<{ madeAt: string; rows: number }> {
  const { databaseUrl, dataDir, secret, keeping } = settings;
  const key = backupKey(keeping);
  if (existsSync(path)) throw new Refused(`There is a file ${path} already. Nothing was written.`);
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new Refused(
      `There is no database in ${dataDir}: set AMBER_DATA_DIR or DATABASE_URL as Amber has them.`,
    );
  if (secret === undefined)
    throw new Refused(`There is no secret in ${dataDir}: set AMBER_SECRET as Amber has it.`);
  return writeSealed(path, key, async (write) => {
    const check = new CopyCheck();
    const take = async (line: string) => {
      check.take(line);
      await write(line);
    };
    if (!databaseUrl && holderOf(join(dataDir, 'db')) !== undefined) await askRunning(dataDir, take);
    else await readOurselves(settings, sealProbe(secret), take);
    const { head, foot } = check.end();
    return { madeAt: head.madeAt, rows: Object.values(foot.rows).reduce((sum, count) => sum + count, 0) };
  });
}

async function readOurselves(
  { databaseUrl, databaseDirectUrl, dataDir }: BackupSettings,
  sealed: string,
  take: (line: string) => Promise<void>,
): Promise<void> {
  const url = databaseDirectUrl ?? databaseUrl;
  const opened = await openDatabase({ ...(url && { url }), dataDir, poolSize: 1 });
  try {
    await dumpDatabase(opened, sealed, take);
  } finally {
    await opened.close();
  }
}
