/** Whether anything in a database changed, table by table. */
import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { type Queryable, rowsOf } from '../client';
import { schema } from '../schema/all';

/** Except for the key of the record, which the serving role cannot read. */
const tables = Object.values(schema).filter((table) => is(table, PgTable) && table !== schema.receiptKey);

/** For every table the number of rows and a hash of all their contents. Equal: not one row differs. */
export async function fingerprint(db: Queryable): Promise<Record<string, string>> {
  const rows = await rowsOf<{ table: string; print: string }>(
    db,
    sql.join(tables.map(printOf), sql` union all `),
  );
  return Object.fromEntries(rows.map(({ table, print }) => [table, print]));
}

function printOf(table: PgTable): SQL {
  const row = sql`md5(t::text)`;
  const all = sql`coalesce(md5(string_agg(${row}, '' order by ${row})), '')`;
  return sql`select ${sql.raw(`'${getTableName(table)}'`)} as table, count(*) || ' rows ' || ${all} as print from ${table} t`;
}
