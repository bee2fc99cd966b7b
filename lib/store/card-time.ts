import 'server-only';
/**
 * The time by which cards expire: the database's clock, but never earlier than this process knows it to be. A clock that
 * is set back between two sweeps would otherwise open a card again whose time was over.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { once } from '@/lib/values/once';

/** What the database's clock showed, and this process's own, which nobody can set; both in milliseconds. */
export interface Reading {
  database: number;
  elapsed: number;
}

const time = once<{ seen?: Reading | undefined }>('card-time', () => ({}));

/** Stands in statements for the time at which they are built. */
export const cardTime: SQLWrapper = {
  getSQL(): SQL {
    const { seen } = time;
    if (!seen) return sql`now()`;
    const least = new Date(seen.database + performance.now() - seen.elapsed);
    return sql`greatest(now(), ${least.toISOString()}::timestamptz)`;
  },
};

/** Reads the database's clock; what comes of it counts once `keepTime` is told. */
export async function readTime(db: Queryable): Promise<Reading> {
  // Before the question: what the answer took must not make the time later than it was.
  const elapsed = performance.now();
  const [row] = await rowsOf<{ now: number }>(
    db,
    sql`select (extract(epoch from now()) * 1000)::float8 as now`,
  );
  if (!row) throw new Error('The database does not say what time it is.');
  return { database: row.now, elapsed };
}

/**
 * From here on the time goes on from this reading, even when that is earlier than the last one: whatever was past its
 * time by then has to be expired for good before.
 */
export function keepTime(reading: Reading | undefined): void {
  time.seen = reading;
}
