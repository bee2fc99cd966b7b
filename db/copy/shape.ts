/** The tables and sequences of our database according to its catalogue, for copying all of it. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../client';

export interface TableShape {
  table: string;
  /** In table order: a row's text has no column names. */
  columns: string[];
}

/** The list of applied migrations is not copied: restoring applies them again. */
const LEFT_OUT = 'migrations';

export async function listTables(db: Queryable): Promise<TableShape[]> {
  return rowsOf<TableShape>(
    db,
    sql`select c.relname as table, json_agg(a.attname order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> ${LEFT_OUT}
      group by c.relname order by c.relname`,
  );
}

/** The value of each sequence, read after the rows, so never lower than what they use. */
export async function readSequences(db: Queryable): Promise<Record<string, [last: string, called: boolean]>> {
  const names = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const found: Record<string, [string, boolean]> = {};
  for (const { name } of names) {
    const [row] = await rowsOf<{ last: string; called: boolean }>(
      db,
      sql`select last_value::text as last, is_called as called from public.${sql.identifier(name)}`,
    );
    if (row) found[name] = [row.last, row.called];
  }
  return found;
}

/** The hashes of what was applied to it. */
export async function listApplied(db: Queryable): Promise<string[]> {
  return (await rowsOf<{ hash: string }>(db, sql`select hash from migrations`)).map(({ hash }) => hash);
}

/** Whether the database is completely empty. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(
    db,
    sql`select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')) as there`,
  );
  return row?.there === false;
}
