/** What a database of ours consists of, as its catalogue says it: for a copy of the whole. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../client';

export interface TableShape {
  table: string;
  /** In the order of the table: a row's text has no names. */
  columns: string[];
}

/** What was applied to it is not copied: whoever restores applies it again. */
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

/** How far each sequence has counted, read after the rows: never less than what they hold. */
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

/** Whether nothing at all was ever made in it. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(
    db,
    sql`select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')) as there`,
  );
  return row?.there === false;
}
