import 'server-only';
/** Cards past their time expire for good, now and then: until they are swept they only read as expired. */
import { and, eq, lte } from 'drizzle-orm';
import { isPending } from '@/db/approval-keys';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { lockChat, settleWaitingRun } from '@/lib/approvals/settle';
import { endLapsed } from '@/lib/outside/calls/end';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { owner } from '@/lib/runs/owner';
import { cardTime, keepTime, readTime } from '@/lib/store/card-time';

const { approvals, runs } = schema;

/** Cards past their time expire, and a run whose set is complete by that goes on. */
export async function expireCards(deps: RunDependencies): Promise<void> {
  const { db } = deps;
  const reading = await readTime(db);
  const due = await db
    .selectDistinct({ runId: approvals.runId })
    .from(approvals)
    .where(and(isPending(approvals), lte(approvals.expiresAt, cardTime)));
  for (const { runId } of due) {
    const run = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(runs).where(eq(runs.id, runId));
      if (!row) return null;
      await lockChat(tx, row.chatId);
      const [current] = await tx.select().from(runs).where(eq(runs.id, runId));
      return current && (await settleWaitingRun(tx, current, owner)) ? current : null;
    });
    if (run) await continueRun(deps, run.id);
    else await announceRun(db, runId);
  }
  keepTime(reading);
  await endLapsed(db);
}

async function announceRun(db: Database, runId: string): Promise<void> {
  const [row] = await db.select({ chatId: runs.chatId }).from(runs).where(eq(runs.id, runId));
  if (row) await announce(db, row.chatId);
}
