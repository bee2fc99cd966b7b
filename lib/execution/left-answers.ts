import 'server-only';
/** Answers that nobody waits for any more: of calls that were given up, and of chats that were deleted. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { CallRow, Noted } from './ledger';

const { callMedia, calls, chats, effects } = schema;

/** Forgets what came back from the calls of a chat that is deleted. That they were made, and how they ended, stays. */
export async function forgetAnswers(db: Queryable, chatId: string): Promise<void> {
  const ofChat = db.select({ id: calls.id }).from(calls).where(eq(calls.chatId, chatId));
  await db.update(effects).set({ result: {} }).where(inArray(effects.callId, ofChat));
  await db.delete(callMedia).where(inArray(callMedia.callId, ofChat));
  await db.update(calls).set({ result: null, error: null }).where(eq(calls.chatId, chatId));
}

const deletedChat = sql`(select 1 from ${chats} where ${chats.id} = ${calls.chatId} and ${chats.deletedAt} is not null)`;

/**
 * An answer that came when the call had been given up: it stands beside what was said of it, and changes nothing.
 * @returns whether it was kept
 */
export async function attachLate(
  db: Queryable,
  row: CallRow,
  noted: Pick<Noted, 'result' | 'resultHash'>,
): Promise<boolean> {
  const attached = await db
    .update(calls)
    .set(noted)
    .where(and(eq(calls.id, row.id), eq(calls.status, 'unknown'), sql`not exists ${deletedChat}`))
    .returning({ id: calls.id });
  return attached.length > 0;
}
