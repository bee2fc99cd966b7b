import 'server-only';
/**
 * The time by which cards expire: the database's clock, but never earlier than this process knows it to be. Otherwise a
 * clock that is set back between two sweeps would reopen an expired card.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { once } from '@/lib/values/once';

/** Readings of the database's clock, and of this process's monotonic clock; both in milliseconds. */
export interface Reading {
  database: number;
  elapsed: number;
}

const time = once<{ seen?: Reading | undefined }>('card-time', () => ({}));

/** In statements: the time at which they are built. */
export const cardTime: SQLWrapper = {
  getSQL(): SQL {
    const { seen } = time;
    if (!seen) return sql`now()`;
    const least = new Date(seen.database + performance.now() - seen.elapsed);
    return sql`greatest(now(), ${least.toISOString()}::timestamptz)`;
  },
};

/** Reads the database's clock; the reading takes effect once it is passed to `keepTime`. */
export async function readTime(db: Queryable): Promise<Reading> {
  // Taken before the query, so that the round trip cannot make the time later than it was.
  const elapsed = performance.now();
  const [row] = await rowsOf<{ now: number }>(
    db,
    sql`select (extract(epoch from now()) * 1000)::float8 as now`,
  );
  if (!row) throw new Error('The database does not say what time it is.');
  return { database: row.now, elapsed };
}

/**
 * From here on, time continues from this reading, even if that is earlier than the last one: whatever had expired by
 * then must have been marked so before.
 */
export function keepTime(reading: Reading | undefined): void {
  time.seen = reading;
}
