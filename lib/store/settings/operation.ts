import 'server-only';
/** How a team's Amber is doing at this moment, and did in the last day: counts and times, no contents. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, calls, chats, outbox, runs } = schema;

export interface OperationRow {
  /** Answers in progress, in any process. */
  running: number;
  /** Cards that wait for a person, and since when the oldest does (ISO 8601); null if none waits. */
  waiting: number;
  oldestWaiting: string | null;
  /** Confirmed calls that are held before they run. */
  held: number;
  /** Calls with an unresolved unknown outcome. */
  unknown: number;
  /** Unsent mail, webhooks and notices, since when the oldest waits, and how many were given up in the last day. */
  unsent: number;
  oldestUnsent: string | null;
  notSent: number;
}

/** In milliseconds, of calls that were sent and have ended in the last day. */
export interface ServerFigures {
  server: string;
  calls: number;
  failed: number;
  unknown: number;
  /** Of successful calls; null if there were none. */
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

/** Each server that was called, those called most first. */
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
