import 'server-only';
/** The event log of runs: what was streamed of an answer whose message is not stored yet. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import type { HeldRun, RunRow } from './runs';

const { messages, runEvents, runs } = schema;

export type EventsRow = Pick<typeof runEvents.$inferSelect, 'runId' | 'fence' | 'seq' | 'chunks'>;

/** An existing row is the same. */
export async function insertEvents(db: Database, row: EventsRow): Promise<void> {
  await inserting(db, row);
}

const inserting = kept(['runId', 'fence', 'seq', 'chunks'], (db, row) =>
  db.insert(runEvents).values(row).onConflictDoNothing(),
);

/** Everything that the process holding the run has logged of it, in order. */
export async function listEvents(db: Queryable, { id, fence }: HeldRun): Promise<unknown[]> {
  const rows = await db
    .select({ chunks: runEvents.chunks })
    .from(runEvents)
    .where(and(eq(runEvents.runId, id), eq(runEvents.fence, fence)))
    .orderBy(asc(runEvents.seq));
  return rows.flatMap((row) => row.chunks);
}

/** Deletes the log once the run's message is stored. */
export async function deleteEvents(db: Queryable, runId: string): Promise<void> {
  await db.delete(runEvents).where(eq(runEvents.runId, runId));
}

/** A run's state, and the part of its log that has not been read yet, as one snapshot. */
export interface RunProgress {
  status: RunRow['status'];
  fence: number;
  /** Identifies the stored state of the message; the end of a segment stores it again and empties the log. */
  version: string;
  /** Only if it is a newer version than the one that was read. */
  message: { parts: unknown[]; createdAt: string } | null;
  rows: { seq: number; chunks: unknown[] }[];
}

/** @param seen the version of the message that was read, and the first log number that was not */
export async function findProgress(
  db: Database,
  runId: string,
  seen: { version: string; next: number },
): Promise<RunProgress | undefined> {
  const version = sql`coalesce(${messages}.xmin::text, 'none')`;
  const isNew = sql`${version} <> ${seen.version}`;
  const [progress] = await rowsOf<RunProgress>(
    db,
    sql`select ${runs.status} as status, ${runs.fence} as fence, ${version} as version,
        case when ${messages.id} is not null and ${isNew}
          then json_build_object('parts', ${messages.parts}, 'createdAt', ${messages.createdAt}) end as message,
        (select coalesce(json_agg(json_build_object('seq', ${runEvents.seq}, 'chunks', ${runEvents.chunks})
            order by ${runEvents.seq}), '[]') from ${runEvents}
          where ${runEvents.runId} = ${runs.id} and ${runEvents.fence} = ${runs.fence}
            and (${isNew} or ${runEvents.seq} >= ${seen.next})) as rows
      from ${runs} left join ${messages}
        on ${messages.chatId} = ${runs.chatId} and ${messages.id} = ${runs.messageId}
      where ${runs.id} = ${runId}`,
  );
  return progress;
}
