import 'server-only';
/** Stopping an answer that is being written, in this process or in another one. */

import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import { allLive, liveOf } from './live';
import { notifier } from './notifications';
import { readChat } from './read-chats';

const { runs } = schema;

export const STOPPED = 'Stopped by you.';

/** How long another process is given to stop its run, and how often it is looked at, in milliseconds. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 100;

/**
 * Stops the chat's run and waits until what it said is stored.
 * @returns false when nothing was being written, or the chat waits for a decision; then nothing changed
 * @throws AppError not_found, forbidden, unavailable (another process writes it and does not stop)
 */
export async function stopRun(db: Database, caller: Caller, chatId: string): Promise<boolean> {
  const chat = await readChat(db, caller, chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner stops this chat.');
  const live = liveOf(chatId);
  if (!live) return stopElsewhere(db, chatId);
  live.abort.abort(new Error(STOPPED));
  await live.done;
  return true;
}

/** From now on this process stops what others ask it to stop. */
export function stopOnRequest(): void {
  notifier.on('stop', ({ runId }) => {
    for (const live of allLive()) if (live.runId === runId) live.abort.abort(new Error(STOPPED));
  });
}

/** The process that holds the run is told; should it not hear, it looks at the row with every heartbeat. */
async function stopElsewhere(db: Database, chatId: string): Promise<boolean> {
  const [run] = await db
    .update(runs)
    .set({ stopRequestedAt: sql`now()` })
    .where(and(eq(runs.chatId, chatId), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  if (!run) return false;
  notifier.send({ kind: 'stop', runId: run.id });
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const [now] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, run.id));
    if (now?.status !== 'running') return now?.status === 'stopped';
  }
  throw new AppError('unavailable', 'The answer could not be stopped now. Try again in a moment.');
}
