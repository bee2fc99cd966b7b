/** Everything that a database holds, as text. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../client';

/** @returns the contents of each of our tables, as JSON */
export async function dumpOf(db: Queryable): Promise<Map<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await rowsOf(db, sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`);
    dump.set(name, JSON.stringify(rows));
  }
  return dump;
}
