import 'server-only';
/**
 * How the whole installation is doing, for its operator: counts, times and sizes over all teams, no contents. One short
 * statement each.
 */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, calls, outbox, receiptTail, runs } = schema;

/** A count by name. */
export interface CountOf {
  name: string;
  count: number;
}

/** Unfinished answers and calls of other clients, by status. */
export function countRunsByState(db: Queryable): Promise<CountOf[]> {
  return rowsOf<CountOf>(
    db,
    sql`select ${runs.status} as name, count(*)::int as count from ${runs}
      where ${runs.status} in ('running', 'waiting') group by 1`,
  );
}

/** In seconds since the oldest was asked; 0 if none waits. */
export async function countWaitingCards(
  db: Queryable,
): Promise<{ count: number; oldest: number } | undefined> {
  const [row] = await rowsOf<{ count: number; oldest: number }>(
    db,
    sql`select count(*)::int as count,
      coalesce(extract(epoch from now() - min(${approvals.requestedAt})), 0)::float8 as oldest
      from ${approvals} where ${approvals.status} = 'pending' and ${approvals.expiresAt} > now()`,
  );
  return row;
}

export async function countUnknownCalls(db: Queryable): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${calls} where ${calls.status} = 'unknown' and ${calls.resolution} is null`,
  );
  return row?.count ?? 0;
}

export function countUnlinkedReceipts(db: Queryable): Promise<number> {
  return db.$count(receiptTail);
}

/** For each kind with unsent rows: how many, and for how many seconds the oldest could have been sent. */
export function countOutbox(db: Queryable): Promise<(CountOf & { oldest: number })[]> {
  return rowsOf<CountOf & { oldest: number }>(
    db,
    sql`select ${outbox.kind} as name, count(*)::int as count,
      greatest(extract(epoch from now() - min(${outbox.createdAt})), 0)::float8 as oldest
      from ${outbox} where ${outbox.status} = 'pending' group by 1`,
  );
}

/** Bytes including indexes and TOAST, largest first. */
export function listTableSizes(db: Queryable, most: number): Promise<{ name: string; bytes: number }[]> {
  return rowsOf<{ name: string; bytes: number }>(
    db,
    sql`select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 2 desc, 1 limit ${most}`,
  );
}

/**
 * Connections to this database, by anybody. The state of others' connections is not always visible: those count as
 * `other`.
 */
export async function countConnections(
  db: Queryable,
): Promise<{ active: number; idle: number; other: number; most: number } | undefined> {
  const [row] = await rowsOf<{ active: number; idle: number; other: number; most: number }>(
    db,
    sql`select count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'idle')::int as idle,
      count(*) filter (where coalesce(state, '') not in ('active', 'idle'))::int as other,
      current_setting('max_connections')::int as most
      from pg_stat_activity where datname = current_database()`,
  );
  return row;
}
