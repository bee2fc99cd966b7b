import 'server-only';
/**
 * Adds committed receipts to their team's hash chain, through a database function that can do nothing else. Every
 * process links whatever is unlinked, including receipts written by a process that has died since.
 */
import type { Database, Queryable } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { linkReceiptStep, listTeamsToLink } from '@/lib/store/receipts/receipts';

/** The most receipts that one call of the function links. */
const STEP = 1_000;
/** Teams linked in parallel: each step waits for the disk. */
const AT_ONCE = 8;
/** Steps for one team before the others get their turn. */
const STEPS = 5;

/** Links the team's committed receipts. If another process is already doing so, does not wait for it. */
export async function linkReceipts(db: Queryable, teamId: string): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    if ((await linkReceiptStep(db, teamId)) < STEP) return;
  }
}

/** The same before a reader looks. If it fails, readers still see what is linked, and that the rest is not. */
export async function linkBeforeReading(db: Queryable, teamId: string): Promise<void> {
  await linkReceipts(db, teamId).catch((error) => log('error', 'receipts not linked', describeError(error)));
}

let isFailing = false;

/** Links the committed receipts of all teams. Never throws; a lasting failure is logged once. */
export async function linkAllReceipts(db: Database): Promise<void> {
  try {
    const waiting = await listTeamsToLink(db);
    const next = waiting.values();
    const work = async () => {
      for (const { teamId } of next) await linkReceipts(db, teamId);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work));
    isFailing = false;
  } catch (error) {
    if (!isFailing) log('error', 'receipts not linked', describeError(error));
    isFailing = true;
  }
}
