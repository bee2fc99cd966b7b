import 'server-only';
/** The bytes of pictures, sounds and files that calls were answered with. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { callMedia, callReadings, calls, effects, keptChanges } = schema;

export type MediaRow = typeof callMedia.$inferSelect & { chatId: string };

export async function insertMedia(tx: Transaction, media: typeof callMedia.$inferInsert): Promise<void> {
  await tx.insert(callMedia).values(media).onConflictDoNothing();
}

/** What is kept at this place of a call of the team, and whose chat it is of. */
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

/** Forgets what came back from the calls of a chat that is deleted, and what stood there before they changed it. That they were made, and how they ended, stays. */
export function forgetAnswers(db: Queryable, chatId: string): Promise<void> {
  return forget(db, eq(calls.chatId, chatId));
}

/** The same of one run. */
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
