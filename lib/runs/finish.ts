import 'server-only';
/**
 * The end of a segment, in one transaction that locks the chat: the message as it was streamed plus what was
 * decided meanwhile, the run's new state, and the log forgotten.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { failOpenCalls, hasWaitingCall, isCall } from '@/lib/approvals/call-parts';
import { applyRows, lockChat, settle } from '@/lib/approvals/settle';
import { type RunRow, supersedeApprovals } from './begin';
import type { AmberMessage, RunError } from './chat-view';
import { dropLog } from './event-log';
import type { ChatNews } from './events';
import { closeText } from './message-parts';
import { owner } from './owner';
import { touchChat } from './touch-chat';

const { messages, runs } = schema;

const NEVER_RAN = 'This call never ran.';

/** How the model's stream ended. */
export type SegmentEnd =
  | { kind: 'completed' }
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
  run: Pick<RunRow, 'id' | 'chatId' | 'messageId'>,
  message: AmberMessage,
  end: SegmentEnd,
): Promise<Finished> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockChat(tx, run.chatId))) throw new RunGone();
      const finished = await stateAfter(tx, run, message, end);
      const [isOurs, news] = await Promise.all([
        endRun(tx, run.id, finished.state, end),
        touchChat(tx, run.chatId, { updatedAt: sql`now()` }),
        storeMessage(tx, run, finished.message),
        dropLog(tx, run.id),
        finished.state === 'done' && finished.message.parts.some(isCall) && withdrawOpen(tx, run.id),
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
async function endRun(tx: Transaction, runId: string, state: StoredState, end: SegmentEnd): Promise<boolean> {
  const isOver = state !== 'waiting' && state !== 'running';
  const ended = await tx
    .update(runs)
    .set({
      status: state,
      error: end.kind === 'failed' ? end.error.message : null,
      heartbeatAt: sql`now()`,
      endedAt: isOver ? sql`now()` : null,
    })
    .where(and(eq(runs.id, runId), eq(runs.status, 'running'), eq(runs.owner, owner)))
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
  if (end.kind !== 'completed') {
    const why = end.kind === 'stopped' ? end.why : 'The answer failed before this call ended.';
    await supersedeApprovals(tx, run.id, why);
    const closed = failOpenCalls(parts, why) as AmberMessage['parts'];
    const last: AmberMessage['parts'][number] =
      end.kind === 'stopped'
        ? { type: 'data-notice', data: { text: end.why } }
        : { type: 'data-run-error', data: end.error };
    return { state: end.kind, message: { ...message, parts: [...closed, last] } };
  }
  if (!hasWaitingCall(parts)) {
    const closed = failOpenCalls(parts, NEVER_RAN) as AmberMessage['parts'];
    return { state: 'done', message: { ...message, parts: closed } };
  }
  const { rows, complete } = await settle(tx, run.id);
  const decided = applyRows(parts, rows) as AmberMessage['parts'];
  return { state: complete ? 'running' : 'waiting', message: { ...message, parts: decided } };
}

/** No card outlives its run: a decision on it would come to nothing. */
async function withdrawOpen(tx: Transaction, runId: string): Promise<void> {
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
