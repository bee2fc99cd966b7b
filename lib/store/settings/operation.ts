import 'server-only';
/** How a team's Amber does at this moment, and how it did in the last day: counts and times, no contents. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, calls, chats, outbox, runs } = schema;

export interface OperationRow {
  /** Answers that are being made, by any process. */
  running: number;
  /** Cards that wait for a person, and since when the oldest does (ISO 8601); null: none waits. */
  waiting: number;
  oldestWaiting: string | null;
  /** Confirmed, and held before they run. */
  held: number;
  /** Calls of which nobody has said yet what became of them. */
  unknown: number;
  /** Mail, webhooks and notices that have not left yet, since when the oldest waits, and those given up in the last day. */
  unsent: number;
  oldestUnsent: string | null;
  notSent: number;
}

/** Milliseconds; what was sent and has ended in the last day. */
export interface ServerFigures {
  server: string;
  calls: number;
  failed: number;
  unknown: number;
  /** Of those that succeeded; null: none did. */
  median: number | null;
  p95: number | null;
}

const iso = (time: ReturnType<typeof sql>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export async function readOperation(db: Queryable, teamId: string): Promise<OperationRow | undefined> {
  const waits = sql`${approvals.teamId} = ${teamId} and ${approvals.status} = 'pending' and ${approvals.expiresAt} > now()`;
  const leaves = sql`${outbox.teamId} = ${teamId} and ${outbox.status} = 'pending'`;
  const [row] = await rowsOf<OperationRow>(
    db,
    sql`select
      (select count(*)::int from ${runs} join ${chats} on ${chats.id} = ${runs.chatId}
        where ${chats.teamId} = ${teamId} and ${runs.status} = 'running') as running,
      (select count(*)::int from ${approvals} where ${waits}) as waiting,
      (select ${iso(sql`min(${approvals.requestedAt})`)} from ${approvals} where ${waits}) as "oldestWaiting",
      (select count(*)::int from ${approvals} where ${approvals.teamId} = ${teamId} and ${approvals.status} = 'confirmed'
        and ${approvals.holdUntil} is not null and ${approvals.claimedAt} is null) as held,
      (select count(*)::int from ${calls} where ${calls.teamId} = ${teamId} and ${calls.status} = 'unknown'
        and ${calls.resolution} is null) as unknown,
      (select count(*)::int from ${outbox} where ${leaves}) as unsent,
      (select ${iso(sql`min(${outbox.createdAt})`)} from ${outbox} where ${leaves}) as "oldestUnsent",
      (select count(*)::int from ${outbox} where ${outbox.teamId} = ${teamId} and ${outbox.status} = 'failed'
        and ${outbox.createdAt} > now() - interval '1 day') as "notSent"`,
  );
  return row;
}

/** Of each server of which something was called, those that are called most first. */
export function listServerFigures(db: Queryable, teamId: string, most: number): Promise<ServerFigures[]> {
  const ms = sql`extract(epoch from ${calls.endedAt} - ${calls.dispatchedAt}) * 1000`;
  const isGood = sql`filter (where ${calls.status} = 'success')`;
  return rowsOf<ServerFigures>(
    db,
    sql`select ${calls.server} as server, count(*)::int as calls,
      count(*) filter (where ${calls.status} = 'error')::int as failed,
      count(*) filter (where ${calls.status} = 'unknown')::int as unknown,
      (percentile_cont(0.5) within group (order by ${ms}) ${isGood})::float8 as median,
      (percentile_cont(0.95) within group (order by ${ms}) ${isGood})::float8 as p95
    from ${calls} where ${calls.teamId} = ${teamId} and ${calls.createdAt} > now() - interval '1 day'
      and ${calls.dispatchedAt} is not null and ${calls.endedAt} is not null
    group by ${calls.server} order by count(*) desc, ${calls.server} limit ${most}`,
  );
}
