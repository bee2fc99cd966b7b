import 'server-only';
/** The state of another client's call, for those who wait for it in any process. */
import type { Database } from '@/db/client';
import { decisionOf } from '@/lib/approvals/card-decision';
import { settle } from '@/lib/approvals/settle';
import { endOf } from '@/lib/execution/ended';
import { isFinal } from '@/lib/execution/ledger';
import { announce } from '@/lib/runs/follow/events';
import { findNewestApproval, findNewestStatus } from '@/lib/store/approvals';
import { listCallsOfRun } from '@/lib/store/calls';
import { lockChat } from '@/lib/store/chats';
import { markOver } from '@/lib/store/outside/outside-runs';
import { findRun, type RunRow } from '@/lib/store/runs';
import { tellAsked } from './message';
import { type OutsideOutcome, withEdit } from './outcome';

/** `open`: a person is being asked, it is confirmed but held, or a request runs it. `confirmed`: ready to be taken. */
export type CallState =
  | { kind: 'open'; isAsked: boolean; isHeld?: true }
  | { kind: 'confirmed' }
  | { kind: 'refused' }
  | { kind: 'over'; outcome: OutsideOutcome };

/** The state of the call now, by the database's clock. */
export async function stateOf(db: Database, runId: string): Promise<{ run: RunRow; now: CallState }> {
  const run = await findRun(db, runId);
  if (!run) throw new Error('The call is gone.');
  if (run.status === 'running') return { run, now: { kind: 'open', isAsked: false } };
  if (run.status !== 'waiting') return { run, now: { kind: 'over', outcome: await outcomeOf(db, runId) } };
  const status = await findNewestStatus(db, runId);
  if (status === 'pending') {
    return { run, now: { kind: 'open', isAsked: true } };
  }
  if (status === 'held') return { run, now: { kind: 'open', isAsked: true, isHeld: true } };
  return { run, now: { kind: status === 'confirmed' ? 'confirmed' : 'refused' } };
}

/** The outcome of a call that is over: what the ledger says, or why its card was not confirmed. */
async function outcomeOf(db: Database, runId: string): Promise<OutsideOutcome> {
  const row = (await listCallsOfRun(db, runId)).at(-1);
  const isRun = row && isFinal(row.status) && !['denied', 'superseded', 'expired'].includes(row.status);
  if (isRun) {
    const ended = endOf(row);
    if (ended.status === 'success') return withEdit({ kind: 'result', output: ended.output }, row);
    return withEdit({ kind: 'error', text: ended.text }, row);
  }
  const card = await findNewestApproval(db, runId);
  const decision = decisionOf(card);
  const why = decision && 'reason' in decision ? decision.reason : (row?.error ?? 'This call was given up.');
  return { kind: 'error', text: `${why} Nothing ran.` };
}

/**
 * Ends a call whose card was cancelled, expired or withdrawn, since its client is told now.
 * @returns why it did not run
 */
export async function closeRefused(db: Database, run: RunRow): Promise<OutsideOutcome> {
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    await settle(tx, run.id);
    await markOver(tx, run.id, 'waiting', 'done');
    await tellAsked(tx, run);
  });
  await announce(db, run.chatId);
  return outcomeOf(db, run.id);
}
