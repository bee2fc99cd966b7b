import 'server-only';
/**
 * Erases what has outlived the retention time of its team and the operator. That it was decided and run stays: in the
 * record, as hashes. Each deletion is written together with a receipt.
 */
import type { Database } from '@/db/client';
import type { KeepingSettings } from '@/lib/env/keeping';
import { forgetAnswersOfRun } from '@/lib/store/call-media';
import { eraseContents } from '@/lib/store/keeping/contents';
import {
  type Days,
  deleteOldMail,
  deleteUnusedChats,
  insertSweepOf,
  listOldOutsideRuns,
  lockOldCalls,
  type Swept,
} from '@/lib/store/keeping/retention';
import { LEAST_CONTENTS_DAYS } from './keeping-view';

/** Few at once, so that nobody waits for them. */
const PIECE = 100;

export type SweepSettings = Pick<KeepingSettings, 'chatsDays' | 'contentsDays' | 'mailDays' | 'leastDays'>;

/** @returns whether there may be more */
export async function eraseOld(db: Database, settings: SweepSettings): Promise<boolean> {
  const { chatsDays, contentsDays, mailDays, leastDays: least } = settings;
  const chats = { most: chatsDays, least };
  const contents = { most: contentsDays, least: Math.max(least, LEAST_CONTENTS_DAYS) };
  const found = [
    await deleteUnusedChats(db, chats, PIECE),
    await eraseAnswers(db, chats),
    await eraseOldContents(db, contents),
    await deleteOldMail(db, { most: mailDays, least }, PIECE),
  ];
  return found.some((count) => count >= PIECE);
}

/** Of other clients' calls. */
async function eraseAnswers(db: Database, days: Days): Promise<number> {
  const runs = await listOldOutsideRuns(db, days, PIECE);
  for (const { id, teamId } of runs) {
    await db.transaction(async (tx) => {
      await forgetAnswersOfRun(tx, id);
      await insertSweepOf(tx, teamId, 'answers', 1);
    });
  }
  return runs.length;
}

async function eraseOldContents(db: Database, days: Days): Promise<number> {
  return db.transaction(async (tx) => {
    const calls = await lockOldCalls(tx, days, PIECE);
    await eraseContents(
      tx,
      calls.map(({ id }) => id),
    );
    await countByTeam(calls, (teamId, count) => insertSweepOf(tx, teamId, 'contents' satisfies Swept, count));
    return calls.length;
  });
}

async function countByTeam(
  rows: readonly { teamId: string }[],
  tell: (teamId: string, count: number) => Promise<void>,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { teamId } of rows) counts.set(teamId, (counts.get(teamId) ?? 0) + 1);
  for (const [teamId, count] of counts) await tell(teamId, count);
}
