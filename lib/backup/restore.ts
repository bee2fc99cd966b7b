/** A backup as a database again. Plain node loads this file too. */
import type { OpenDatabase } from '@/db/client';
import { CopyCheck, type Head } from '@/db/copy/copy-lines';
import { loadCopy, schemaOf } from '@/db/copy/load';
import { countSealed } from '@/db/copy/sealed';
import { checkRecord, noteErased, type Settled, settleCopy } from '@/db/copy/settle';
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';
import { opensProbe } from './probe';

export interface Restored {
  head: Head;
  settled: Settled;
  rows: number;
  receipts: number;
  /** The backup was made with one of our secrets. */
  opens: boolean;
  /** What is sealed with a secret that is not ours any more: it must be entered or signed in anew. */
  shut: Record<string, number>;
  /** Of the list those who are in it: they are erased as soon as Amber runs. */
  erased: number;
}

/**
 * @param read gives the lines of the file, from its first on; asked twice
 * @param folder of the migrations
 * @param secrets Amber's, and the one before
 * @param erased ids of people who were erased since
 * @throws UnusableCopy: nothing was written
 */
export async function restoreBackup(
  { db }: Pick<OpenDatabase, 'db'>,
  read: () => AsyncIterable<string>,
  folder: string,
  secrets: readonly string[],
  erased: readonly string[] = [],
): Promise<Restored> {
  const check = new CopyCheck();
  for await (const text of read()) {
    const line = check.take(text);
    if (line.kind === 'head') schemaOf(line.head, folder);
  }
  const whole = check.end();
  return db.transaction(async (tx) => {
    const { head, foot } = await loadCopy(tx, read(), folder);
    if (foot.sha256 !== whole.foot.sha256) throw new Error('The file was changed while it was read.');
    const receipts = await checkRecord(tx);
    const settled = await settleCopy(tx, BUILT_IN_SERVER, head.madeAt);
    const rows = Object.values(foot.rows).reduce((sum, count) => sum + count, 0);
    const opens = opensProbe(secrets, head.sealed);
    const shut = opens ? {} : await countSealed(tx);
    return { head, settled, rows, receipts, opens, shut, erased: await noteErased(tx, erased) };
  });
}
