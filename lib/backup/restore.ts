/** Restores a backup into a database. Plain Node loads this file too. */
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
  /** Whether the backup was made with one of our secrets. */
  opens: boolean;
  /** Values sealed with a secret that is no longer ours: they must be entered, or signed in to, again. */
  shut: Record<string, number>;
  /** How many on the list are in it: they are erased as soon as Amber runs. */
  erased: number;
}

/** The progress of a restore, which may take long. */
export type RestoreStep =
  | { at: 'checking' }
  | { at: 'writing'; rows: number; madeAt: string }
  /** `rows` of them are written. */
  | { at: 'written'; rows: number; of: number }
  | { at: 'record' }
  | { at: 'settling' };

/** How many times progress is reported. */
const PIECES = 10;

/**
 * @param read returns the lines of the file from the start; called twice
 * @param folder of the migrations
 * @param secrets Amber's, and the previous one
 * @param erased ids of people who have since been erased
 * @param onStep is called as each step begins, and while rows are written
 * @throws UnusableCopy: nothing was written
 */
export async function restoreBackup(
  { db }: Pick<OpenDatabase, 'db'>,
  read: () => AsyncIterable<string>,
  folder: string,
  secrets: readonly string[],
  erased: readonly string[] = [],
  onStep: (step: RestoreStep) => void = () => {},
): Promise<Restored> {
  onStep({ at: 'checking' });
  const check = new CopyCheck();
  for await (const text of read()) {
    const line = check.take(text);
    if (line.kind === 'head') schemaOf(line.head, folder);
  }
  const whole = check.end();
  const rows = Object.values(whole.foot.rows).reduce((sum, count) => sum + count, 0);
  return db.transaction(async (tx) => {
    onStep({ at: 'writing', rows, madeAt: whole.head.madeAt });
    const { head, foot } = await loadCopy(tx, read(), folder, inPieces(rows, onStep));
    if (foot.sha256 !== whole.foot.sha256) throw new Error('The file was changed while it was read.');
    onStep({ at: 'record' });
    const receipts = await checkRecord(tx);
    onStep({ at: 'settling' });
    const settled = await settleCopy(tx, BUILT_IN_SERVER, head.madeAt);
    const opens = opensProbe(secrets, head.sealed);
    const shut = opens ? {} : await countSealed(tx);
    return { head, settled, rows, receipts, opens, shut, erased: await noteErased(tx, erased) };
  });
}

/** Is told how many more rows are written, and reports a tenth at a time. */
function inPieces(of: number, onStep: (step: RestoreStep) => void): (more: number) => void {
  let rows = 0;
  let told = 0;
  return (more) => {
    rows += more;
    const pieces = Math.floor((rows * PIECES) / Math.max(1, of));
    if (pieces > told) onStep({ at: 'written', rows, of });
    told = pieces;
  };
}
