import 'server-only';
/**
 * Runs whose process is gone: their answer is put together from the log as far as it came, what had no
 * outcome is marked as an error, and the chat goes on.
 */
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { failOpenCalls } from '@/lib/approvals/call-parts';
import { lockChat } from '@/lib/approvals/settle';
import { describeError, log } from '@/lib/log';
import { type RunRow, supersedeApprovals } from './begin';
import type { AmberMessage } from './chat-view';
import { dropLog, readLog } from './event-log';
import { announce } from './events';
import { storeMessage } from './finish';
import { foldChunks } from './message-chunks';
import { closeText } from './message-parts';
import { owner } from './owner';
import { touchChat } from './touch-chat';

const { messages, runs } = schema;

/** A run that has not been heard of for this long has lost its process. */
const STALE = sql`now() - interval '15 seconds'`;

/** What a run that nobody goes on with leaves behind: said of its open calls, and of itself. */
export interface EndWords {
  call: string;
  run: string;
  /** Whether sending the same message again may help. */
  retryable: boolean;
}

const DIED: EndWords = {
  call: 'The server stopped while this was going on. Whether the call took effect is not known; check before asking again.',
  run: 'The server stopped while this answer was being written.',
  retryable: true,
};

/**
 * Marks runs without a process as failed.
 * @param alone this is the only process on the database: whatever another one left running is dead
 */
export async function failDeadRuns(db: Database, alone: boolean): Promise<void> {
  const dead = await db
    .select()
    .from(runs)
    .where(
      // A run of this very process goes stale when its end, or its going on, could not be written.
      and(eq(runs.status, 'running'), alone ? ne(runs.owner, owner) : lt(runs.heartbeatAt, STALE)),
    );
  for (const run of dead) {
    try {
      await failRun(db, run, DIED);
      await announce(db, run.chatId);
    } catch (error) {
      log('error', 'repair', describeError(error));
    }
  }
}

/** Ends a run that nobody drives, as failed; its answer is what was said so far. Nothing happens when it is driven again. */
export async function failRun(db: Database, run: RunRow, words: EndWords): Promise<void> {
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    const taken = await tx
      .update(runs)
      .set({ status: 'failed', error: words.run, endedAt: sql`now()` })
      .where(and(eq(runs.id, run.id), eq(runs.status, 'running'), eq(runs.heartbeatAt, run.heartbeatAt)))
      .returning({ id: runs.id });
    if (taken.length === 0) return;
    await supersedeApprovals(tx, run.id, words.run);
    const [stored] = await tx
      .select({ parts: messages.parts })
      .from(messages)
      .where(and(eq(messages.chatId, run.chatId), eq(messages.id, run.messageId)));
    const base: AmberMessage = {
      id: run.messageId,
      role: 'assistant',
      parts: (stored?.parts ?? []) as AmberMessage['parts'],
    };
    const message = await foldChunks(base, await readLog(tx, run.id));
    const parts = failOpenCalls(closeText(message.parts), words.call) as AmberMessage['parts'];
    const error = { message: words.run, retryable: words.retryable };
    await storeMessage(tx, run, { ...message, parts: [...parts, { type: 'data-run-error', data: error }] });
    await dropLog(tx, run.id);
    await touchChat(tx, run.chatId);
  });
}
