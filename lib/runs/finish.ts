import 'server-only';
/**
 * The end of a segment, in one transaction that locks the chat: the message as it was streamed plus what was
 * decided meanwhile, the run's new state, and the log forgotten.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { failOpenCalls, hasWaitingCall, isCall } from '@/lib/approvals/call-parts';
import { applyResolutions, unresolved } from '@/lib/approvals/doubts';
import { applyEnds } from '@/lib/approvals/ledger-parts';
import { applyRows, lockChat, type RunRow, settle } from '@/lib/approvals/settle';
import { callsOfRun, endUnsent } from '@/lib/execution/ledger';
import { settleLeft } from '@/lib/execution/settle-left';
import { supersedeApprovals } from './begin';
import type { AmberMessage, RunError } from './chat-view';
import { dropLog } from './event-log';
import type { ChatNews } from './events';
import { closeText, withDoubts } from './message-parts';
import { touchChat } from './touch-chat';

const { messages, runs } = schema;

const NEVER_RAN = 'This call never ran.';

/** How the model's stream ended. */
export type SegmentEnd =
  /** `inDoubt`: it ended because nobody knows what became of a call, and goes on once somebody does. */
  | { kind: 'completed'; inDoubt?: boolean }
  | { kind: 'stopped'; why: string }
  | { kind: 'failed'; error: RunError };

type StoredState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

export interface Finished {
  state: StoredState | 'gone';
  /** As stored; the next segment goes on from it. */
  message: AmberMessage;
  /** The chat with this in it; none when the run is gone. */
  news?: ChatNews;
}

/**
 * Stores a segment.
 * @returns `running` when every card was decided before the segment ended: the run goes on at once; `gone`
 *   when the chat or the run was taken away meanwhile and nothing was stored
 */
export async function finishSegment(
  db: Database,
  run: RunRow,
  message: AmberMessage,
  end: SegmentEnd,
): Promise<Finished> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockChat(tx, run.chatId))) throw new RunGone();
      const finished = await stateAfter(tx, run, message, end);
      const [isOurs, news] = await Promise.all([
        endRun(tx, run, finished.state, end),
        touchChat(tx, run.chatId, { updatedAt: sql`now()` }),
        storeMessage(tx, run, finished.message),
        dropLog(tx, run.id),
        finished.message.parts.some(isCall) && closeRows(tx, run.id, finished.state, end),
      ]);
      // Found out together with the rest, for a round trip less; none of it stays.
      if (!isOurs) throw new RunGone();
      return { ...finished, news };
    });
  } catch (error) {
    if (error instanceof RunGone) return { state: 'gone', message };
    throw error;
  }
}

/** Undoes the transaction: the run is not this process's to end any more. */
class RunGone extends Error {}

/** @returns false, and nothing is changed, when this process does not run it any more */
async function endRun(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'fence'>,
  state: StoredState,
  end: SegmentEnd,
): Promise<boolean> {
  const isOver = state !== 'waiting' && state !== 'running';
  const ended = await tx
    .update(runs)
    .set({
      status: state,
      error: end.kind === 'failed' ? end.error.message : null,
      heartbeatAt: sql`now()`,
      endedAt: isOver ? sql`now()` : null,
    })
    .where(and(eq(runs.id, run.id), eq(runs.status, 'running'), eq(runs.fence, run.fence)))
    .returning({ id: runs.id });
  return ended.length > 0;
}

async function stateAfter(
  tx: Transaction,
  run: Pick<RunRow, 'id'>,
  message: AmberMessage,
  end: SegmentEnd,
): Promise<{ state: StoredState; message: AmberMessage }> {
  const parts = closeText(message.parts);
  const hasCalls = parts.some(isCall);
  if (end.kind !== 'completed') {
    const why = end.kind === 'stopped' ? end.why : 'The answer failed before this call ended.';
    await supersedeApprovals(tx, run.id, why);
    if (hasCalls) await settleLeft(tx, run.id);
    const rows = hasCalls ? await callsOfRun(tx, run.id) : [];
    const closed = failOpenCalls(applyEnds(parts, rows), why) as AmberMessage['parts'];
    const last: AmberMessage['parts'][number] =
      end.kind === 'stopped'
        ? { type: 'data-notice', data: { text: end.why } }
        : { type: 'data-run-error', data: end.error };
    return { state: end.kind, message: { ...message, parts: [...withDoubts(closed, rows), last] } };
  }
  const asks = hasWaitingCall(parts);
  const { rows: cards, complete } = asks ? await settle(tx, run.id) : { rows: [], complete: true };
  const rows = hasCalls ? await callsOfRun(tx, run.id) : [];
  const decided = applyResolutions(applyRows(parts, cards), rows) as AmberMessage['parts'];
  const doubts = withDoubts(decided, rows);
  const waits = !complete || unresolved(rows).length > 0;
  if (waits) return { state: 'waiting', message: { ...message, parts: doubts } };
  if (asks || end.inDoubt) return { state: 'running', message: { ...message, parts: doubts } };
  const closed = failOpenCalls(doubts, NEVER_RAN) as AmberMessage['parts'];
  return { state: 'done', message: { ...message, parts: closed } };
}

/** No card outlives its run, and no call that was not sent: a decision on it would come to nothing. */
async function closeRows(tx: Transaction, runId: string, state: StoredState, end: SegmentEnd): Promise<void> {
  if (state === 'waiting' || state === 'running') return;
  await endUnsent(tx, runId, end.kind === 'stopped' ? end.why : NEVER_RAN);
  if (state !== 'done') return;
  const { approvals } = schema;
  await tx
    .update(approvals)
    .set({ status: 'superseded', decisionReason: NEVER_RAN })
    .where(and(eq(approvals.runId, runId), inArray(approvals.status, ['pending', 'held'])));
}

/** Inserts or replaces the run's message. */
export async function storeMessage(
  tx: Transaction,
  run: Pick<RunRow, 'chatId' | 'messageId'>,
  message: AmberMessage,
): Promise<void> {
  const { parts } = message;
  await tx
    .insert(messages)
    .values({ chatId: run.chatId, id: run.messageId, role: 'assistant', parts })
    .onConflictDoUpdate({ target: [messages.chatId, messages.id], set: { parts } });
}
