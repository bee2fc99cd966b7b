import 'server-only';
/** Marks expired cards at intervals: before the sweep they only read as expired. */
import type { Database } from '@/db/client';
import { settleWaitingRun } from '@/lib/approvals/settle';
import { endLapsed } from '@/lib/outside/calls/end';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { owner } from '@/lib/runs/owner';
import { listRunsToExpire } from '@/lib/store/approvals';
import { keepTime, readTime } from '@/lib/store/card-time';
import { lockChat } from '@/lib/store/chats';
import { findRun } from '@/lib/store/runs';

/** Marks expired cards, and continues runs in which nothing waits any more. */
export async function expireCards(deps: RunDependencies): Promise<void> {
  const { db } = deps;
  const reading = await readTime(db);
  for (const { runId } of await listRunsToExpire(db)) {
    const run = await db.transaction(async (tx) => {
      const row = await findRun(tx, runId);
      if (!row) return null;
      await lockChat(tx, row.chatId);
      const current = await findRun(tx, runId);
      return current && (await settleWaitingRun(tx, current, owner)) ? current : null;
    });
    if (run) await continueRun(deps, run.id);
    else await announceRun(db, runId);
  }
  keepTime(reading);
  await endLapsed(db);
}

async function announceRun(db: Database, runId: string): Promise<void> {
  const row = await findRun(db, runId);
  if (row) await announce(db, row.chatId);
}
