import 'server-only';
/**
 * The end of a segment, in one transaction that locks the chat: the message as it was streamed plus what was
 * decided meanwhile, the run's new state, and the log forgotten.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { failOpenCalls, hasWaitingCall } from '@/lib/approvals/call-parts';
import { applyRows, lockChat, settle } from '@/lib/approvals/settle';
import { type RunRow, supersedeApprovals } from './begin';
import type { AmberMessage, RunError } from './chat-view';
import { dropLog } from './event-log';
import { closeText } from './message-parts';
import { owner } from './owner';

const { chats, messages, runs } = schema;

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
    await storeMessage(tx, run, finished.message);
    const ended = finished.state !== 'waiting' && finished.state !== 'running';
    await tx
      .update(runs)
      .set({
        status: finished.state === 'gone' ? 'failed' : finished.state,
        error: end.kind === 'failed' ? end.error.message : null,
        heartbeatAt: sql`now()`,
        endedAt: ended ? sql`now()` : null,
      })
      .where(eq(runs.id, run.id));
    await dropLog(tx, run.id);
    await tx
      .update(chats)
      .set({ rev: sql`${chats.rev} + 1`, updatedAt: sql`now()` })
      .where(eq(chats.id, run.chatId));
    return finished;
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
    const why = 'This call never ran.';
    await withdrawOpen(tx, run.id, why);
    const closed = failOpenCalls(parts, why) as AmberMessage['parts'];
    return { state: 'done', message: { ...message, parts: closed } };
  }
  const { rows, complete } = await settle(tx, run.id);
  const decided = applyRows(parts, rows) as AmberMessage['parts'];
  return { state: complete ? 'running' : 'waiting', message: { ...message, parts: decided } };
}

/** No card outlives its run: a decision on it would come to nothing. */
async function withdrawOpen(tx: Transaction, runId: string, why: string): Promise<void> {
  const { approvals } = schema;
  await tx
    .update(approvals)
    .set({ status: 'superseded', decisionReason: why })
    .where(and(eq(approvals.runId, runId), inArray(approvals.status, ['pending', 'held'])));
}

/** Inserts or replaces the run's message. */
export async function storeMessage(
  tx: Transaction,
  run: Pick<RunRow, 'chatId' | 'messageId'>,
  message: AmberMessage,
): Promise<void> {
  const { parts } = message;
  const ofMessage = and(eq(messages.chatId, run.chatId), eq(messages.id, run.messageId));
  const updated = await tx.update(messages).set({ parts }).where(ofMessage).returning({ id: messages.id });
  if (updated.length > 0) return;
  await tx.insert(messages).values({ chatId: run.chatId, id: run.messageId, role: 'assistant', parts });
}
