import 'server-only';
/** The bytes of images, sounds and files in results of calls. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { callMedia, callReadings, calls, effects, keptChanges } = schema;

export type MediaRow = typeof callMedia.$inferSelect & { chatId: string };

export async function insertMedia(tx: Transaction, media: typeof callMedia.$inferInsert): Promise<void> {
  await tx.insert(callMedia).values(media).onConflictDoNothing();
}

/** What is stored at this position of a call of the team, and the owner of its chat. */
export async function findMedia(
  db: Queryable,
  teamId: string,
  callId: string,
  place: number,
): Promise<MediaRow | undefined> {
  const isIt = and(eq(callMedia.callId, callId), eq(callMedia.place, place));
  const [found] = await db
    .select({ media: callMedia, chatId: calls.chatId })
    .from(callMedia)
    .innerJoin(calls, eq(calls.id, callMedia.callId))
    .where(and(isIt, eq(calls.teamId, teamId)));
  return found && { ...found.media, chatId: found.chatId };
}

/**
 * Deletes results of the calls of a deleted chat, and what was there before they changed it. That they were made, and
 * how they ended, stays.
 */
export function forgetAnswers(db: Queryable, chatId: string): Promise<void> {
  return forget(db, eq(calls.chatId, chatId));
}

/** The same for one run. */
export function forgetAnswersOfRun(db: Queryable, runId: string): Promise<void> {
  return forget(db, eq(calls.runId, runId));
}

async function forget(db: Queryable, which: SQL): Promise<void> {
  const these = db.select({ id: calls.id }).from(calls).where(which);
  await db.update(effects).set({ result: {} }).where(inArray(effects.callId, these));
  await db.delete(keptChanges).where(inArray(keptChanges.callId, these));
  await db.delete(callMedia).where(inArray(callMedia.callId, these));
  await db.delete(callReadings).where(inArray(callReadings.callId, these));
  await db.update(calls).set({ result: null, error: null }).where(which);
}
