import 'server-only';
/** What was read of the records that calls are about after the calls, and what calls of our own tools changed. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import type { KeptTable } from '@/db/queries/kept-changes';
import { schema } from '@/db/schema/all';
import { BESIDE, type CallRow, isBeside } from '../calls';

const { approvals, callReadings, calls } = schema;

/**
 * After a request, nobody reads again for this long; below, how long a reading may be in progress, since its process
 * may have died.
 */
const BETWEEN_S = 5;
const AT_WORK_S = 30;

export type ReadingRow = typeof callReadings.$inferSelect;

/** Stores a reading; a successful one stays as it is, a failed one is replaced. */
export async function keepReading(db: Queryable, reading: typeof callReadings.$inferInsert): Promise<void> {
  const { after, afterHash, failure, readBy, askedBy } = reading;
  await db
    .insert(callReadings)
    .values(reading)
    .onConflictDoUpdate({
      target: callReadings.callId,
      set: { after, afterHash, failure, readBy, askedBy, at: sql`now()` },
      setWhere: isNull(callReadings.afterHash),
    });
}

export async function findReading(db: Queryable, callId: string): Promise<ReadingRow | undefined> {
  const [row] = await db.select().from(callReadings).where(eq(callReadings.callId, callId));
  return row;
}

/** What was shown on the card by which the call ran. */
export async function findShownBefore(
  db: Queryable,
  { runId, toolCallId }: { runId: string; toolCallId: string },
): Promise<{ preview: (typeof approvals.$inferSelect)['preview']; hash: string } | undefined> {
  const isIt = and(eq(approvals.runId, runId), eq(approvals.toolCallId, toolCallId));
  const [card] = await db
    .select({ preview: approvals.preview, hash: approvals.previewHash })
    .from(approvals)
    .where(and(isIt, eq(approvals.kind, 'ask'), eq(approvals.status, 'confirmed')));
  return card;
}

/** The id of a reading of a call: of several that take the same turn, one is stored. */
export const readingId = (callId: string, turn: number) => `${BESIDE}${callId}_${turn}`;

/**
 * All readings of a call; by the database's clock, whether one began within the last seconds, or may still be in
 * progress.
 */
export async function listReadingsOf(
  db: Queryable,
  { id, runId }: { id: string; runId: string },
): Promise<{ turn: number; status: CallRow['status']; isFresh: boolean; isLately: boolean }[]> {
  const since = (seconds: number) =>
    sql<boolean>`${calls.createdAt} > now() - make_interval(secs => ${seconds})`;
  const begins = `${BESIDE}${id}_`;
  const rows = await db
    .select({
      toolCallId: calls.toolCallId,
      status: calls.status,
      isFresh: since(BETWEEN_S),
      isLately: since(AT_WORK_S),
    })
    .from(calls)
    .where(and(eq(calls.runId, runId), isBeside, sql`starts_with(${calls.toolCallId}, ${begins})`));
  return rows.map(({ toolCallId, ...one }) => ({ ...one, turn: Number(toolCallId.slice(begins.length)) }));
}

/** Whether any of the call was sent. */
export async function wasSent(db: Queryable, callId: string): Promise<boolean> {
  return (await db.$count(calls, and(eq(calls.id, callId), sql`${calls.attempts} > 0`))) > 0;
}

/** A row that a call of our own tools changed, before and after. */
export interface KeptChange {
  table: KeptTable;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Each row once, in the order in which the call changed them; without rows that it created and deleted again. */
export function listKeptChanges(db: Queryable, callId: string, most: number): Promise<KeptChange[]> {
  return rowsOf<KeptChange>(
    db,
    sql`select "table", before, after from (select table_name as "table", min(seq) as first,
        (array_agg(before order by seq))[1] as before, (array_agg(after order by seq desc))[1] as after
        from kept_changes where call_id = ${callId} group by table_name, key) as every
      where before is not null or after is not null order by first limit ${most}`,
  );
}
