import 'server-only';
/** What was read of the records that calls are about once they were over, and what calls of ours changed. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import type { KeptTable } from '@/db/queries/kept-changes';
import { schema } from '@/db/schema/all';

const { approvals, callReadings, calls } = schema;

export type ReadingRow = typeof callReadings.$inferSelect;

/** Writes it down; one that was read already stays as it is, one that could not be read is replaced. */
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

/** What the card by which the call ran had shown. */
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

/** Whether anything of the call has left. */
export async function wasSent(db: Queryable, callId: string): Promise<boolean> {
  return (await db.$count(calls, and(eq(calls.id, callId), sql`${calls.attempts} > 0`))) > 0;
}

/** A row that a call of ours changed, as it was before the call and after it. */
export interface KeptChange {
  table: KeptTable;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Each row once, in the order in which the call changed them; without what it created and deleted again. */
export function listKeptChanges(db: Queryable, callId: string, most: number): Promise<KeptChange[]> {
  return rowsOf<KeptChange>(
    db,
    sql`select "table", before, after from (select table_name as "table", min(seq) as first,
        (array_agg(before order by seq))[1] as before, (array_agg(after order by seq desc))[1] as after
        from kept_changes where call_id = ${callId} group by table_name, key) as every
      where before is not null or after is not null order by first limit ${most}`,
  );
}
