/** Makes calls truly overlap, which starting them together would leave to chance. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '@/db/client';

/**
 * Starts the calls while `lock` keeps rows locked, and releases it once every call waits for a lock (PostgreSQL).
 * @param lock such as a `select ... for update` of the rows that the calls will change
 */
export async function meeting<Result>(
  db: Database,
  lock: SQL,
  calls: (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const { outcomes } = await db.transaction(async (tx) => {
    await tx.execute(lock);
    const outcomes = Promise.allSettled(calls.map((call) => call()));
    while ((await waiting(db)) < calls.length) await new Promise((resolve) => setTimeout(resolve, 5));
    return { outcomes };
  });
  return outcomes;
}

async function waiting(db: Database): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted`,
  );
  return row?.count ?? 0;
}
