import 'server-only';
/** How a call of another client stands: for whoever waits for it, in whichever process. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { statusNow } from '@/lib/approvals/approval-rows';
import { decisionOf, lockChat, type RunRow, settle } from '@/lib/approvals/settle';
import { endOf } from '@/lib/execution/ended';
import { callsOfRun, isFinal } from '@/lib/execution/ledger';
import { announce } from '@/lib/runs/follow/events';
import { tellAsked } from './message';
import { type OutsideOutcome, withEdit } from './outcome';

const { approvals, runs } = schema;

/** `open`: a person is asked, or a request runs it. `confirmed`: to be taken. */
export type CallStanding =
  | { kind: 'open'; isAsked: boolean }
  | { kind: 'confirmed' }
  | { kind: 'refused' }
  | { kind: 'over'; outcome: OutsideOutcome };

/** How the call stands now, by the database's clock. */
export async function standingOf(db: Database, runId: string): Promise<{ run: RunRow; now: CallStanding }> {
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  if (!run) throw new Error('The call is gone.');
  if (run.status === 'running') return { run, now: { kind: 'open', isAsked: false } };
  if (run.status !== 'waiting') return { run, now: { kind: 'over', outcome: await outcomeOf(db, runId) } };
  const card = await newestCard(db, runId);
  if (card?.status === 'pending') {
    return { run, now: { kind: 'open', isAsked: true } };
  }
  return { run, now: { kind: card?.status === 'confirmed' ? 'confirmed' : 'refused' } };
}

async function newestCard(db: Database, runId: string) {
  const [card] = await db
    .select({ status: statusNow })
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(desc(approvals.requestedAt), sql`(${approvals.status} = 'superseded')`)
    .limit(1);
  return card;
}

/** What came of a call that is over: the ledger's word, or why its card was not confirmed. */
async function outcomeOf(db: Database, runId: string): Promise<OutsideOutcome> {
  const row = (await callsOfRun(db, runId)).at(-1);
  const isRun = row && isFinal(row.status) && !['denied', 'superseded', 'expired'].includes(row.status);
  if (isRun) {
    const ended = endOf(row);
    if (ended.status === 'success') return withEdit({ kind: 'result', output: ended.output }, row);
    return withEdit({ kind: 'error', text: ended.text }, row);
  }
  const [card] = await db
    .select()
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(desc(approvals.requestedAt))
    .limit(1);
  const decision = decisionOf(card);
  const why = decision && 'reason' in decision ? decision.reason : (row?.error ?? 'This call was given up.');
  return { kind: 'error', text: `${why} Nothing ran.` };
}

/**
 * Ends a call whose card was cancelled, expired or withdrawn: its client is told so now.
 * @returns why it did not run
 */
export async function closeRefused(db: Database, run: RunRow): Promise<OutsideOutcome> {
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    await settle(tx, run.id);
    await tx
      .update(runs)
      .set({ status: 'done', endedAt: sql`now()`, answeredAt: sql`now()` })
      .where(and(eq(runs.id, run.id), eq(runs.status, 'waiting')));
    await tellAsked(tx, run, true);
  });
  await announce(db, run.chatId);
  return outcomeOf(db, run.id);
}

/** An outcome that waited for its client has been handed over. */
export async function markAnswered(db: Database, runId: string): Promise<void> {
  await db
    .update(runs)
    .set({ answeredAt: sql`now()` })
    .where(and(eq(runs.id, runId), sql`${runs.answeredAt} is null`));
}
