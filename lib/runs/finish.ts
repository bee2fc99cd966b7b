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

export type RunState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed' | 'gone';

export interface Finished {
  state: RunState;
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
  return db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    const [current] = await tx.select().from(runs).where(eq(runs.id, run.id));
    if (current?.status !== 'running' || current.owner !== owner) return { state: 'gone', message };
    const finished = await stateAfter(tx, run, message, end);
    const ended = finished.state !== 'waiting' && finished.state !== 'running';
    const [news] = await Promise.all([
      touchChat(tx, run.chatId, { updatedAt: sql`now()` }),
      storeMessage(tx, run, finished.message),
      tx
        .update(runs)
        .set({
          status: finished.state === 'gone' ? 'failed' : finished.state,
          error: end.kind === 'failed' ? end.error.message : null,
          heartbeatAt: sql`now()`,
          endedAt: ended ? sql`now()` : null,
        })
        .where(eq(runs.id, run.id)),
      dropLog(tx, run.id),
      finished.state === 'done' && finished.message.parts.some(isCall) && withdrawOpen(tx, run.id),
    ]);
    return { ...finished, news };
  });
}

async function stateAfter(
  tx: Transaction,
  run: Pick<RunRow, 'id'>,
  message: AmberMessage,
  end: SegmentEnd,
): Promise<Finished> {
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
