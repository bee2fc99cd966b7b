import 'server-only';
/**
 * Reseals what was sealed with the previous secret: piece by piece, in one process at a time, and from the start again
 * after a crash.
 */
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { listSealed, lockResealing, type SealedRow, updateSealed } from '@/lib/store/settings/sealed';
import { openWith, sealText } from '@/lib/values/seal';
import { PLACES } from './sealed-places';

const PIECE = 100;
const START = '(0,0)';

export interface Resealed {
  /** Resealed with the present secret. */
  anew: number;
  /** Neither secret opens them. */
  shut: number;
}

/** Never throws. Does nothing if the secret was not changed. */
export async function resealAll(
  db: Database,
  secret: string,
  secretBefore: string | undefined,
): Promise<void> {
  if (secretBefore === undefined || secretBefore === secret) return;
  try {
    log('info', 'secret_changed', { ...(await reseal(db, secret, secretBefore)) });
  } catch (error) {
    log('error', 'secret_changed', describeError(error));
  }
}

export async function reseal(db: Database, secret: string, secretBefore: string): Promise<Resealed> {
  const told = { anew: 0, shut: 0 };
  for (const place of PLACES) {
    const resealRow = (row: SealedRow) => {
      const seal = { purpose: place.purpose, owner: row.owner.map((one) => one ?? '') };
      if (openWith({ ...seal, secret }, row.sealed) !== undefined) return undefined;
      const opened = openWith({ ...seal, secret: secretBefore }, row.sealed);
      if (opened === undefined) told.shut += 1;
      else told.anew += 1;
      return opened === undefined ? undefined : sealText({ ...seal, secret }, opened);
    };
    for (let after: string | undefined = START; after !== undefined; ) {
      const from = after;
      after = await db.transaction(async (tx) => {
        await lockResealing(tx);
        const rows = await listSealed(tx, place, from, PIECE);
        for (const row of rows) {
          const anew = resealRow(row);
          if (anew !== undefined) await updateSealed(tx, place, row, anew);
        }
        return rows.at(-1)?.place;
      });
    }
  }
  return told;
}
