import 'server-only';
/**
 * Puts committed receipts into their team's chain, by a function of the database that links and does nothing else. Every process
 * does so, for whatever is not linked: also for what a process left that is dead.
 */
import type { Database, Queryable } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { linkReceiptStep, listTeamsToLink } from '@/lib/store/receipts/receipts';

/** What the function links at once, at most. */
const STEP = 1_000;
/** Teams at once: each step waits for the disk. */
const AT_ONCE = 8;
/** Steps of one team before the others have their turn. */
const STEPS = 5;

/** Links what of the team is committed; waits for nobody who does so already. */
export async function linkReceipts(db: Queryable, teamId: string): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    if ((await linkReceiptStep(db, teamId)) < STEP) return;
  }
}

/** The same before a reader looks: where it fails they see what is linked, and what is not. */
export async function linkBeforeReading(db: Queryable, teamId: string): Promise<void> {
  await linkReceipts(db, teamId).catch((error) => log('error', 'receipts not linked', describeError(error)));
}

let isFailing = false;

/** Links what of all teams is committed. Never throws; that it fails is logged once. */
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
