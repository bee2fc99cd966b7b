/**
 * The rows of a team's histories, as `copy` writes and reads them: of any version of the schema, and independent of our
 * code.
 */
import type { PGlite } from '@electric-sql/pglite';
import type { OpenDatabase } from '@/db/client';

/** By table: its columns, and its rows as text. */
export type Rows = Record<string, { columns: string[]; text: string }>;

/** Long tables that no chat is shown from: the record, sessions, the tools' own business, and the tool selection. */
const LEFT_OUT =
  /^(?:receipt.*|sessions|accounts|verifications|invitations|migrations|settings|effects|customers|orders|invoices|invoice_lines|bank_accounts|categories|transactions|outbox|tool_memory|tool_vectors|tool_pins|server_looks)$/;

/** The embedded database itself, in the role that owns it. */
export function engineOf({ db }: OpenDatabase): PGlite {
  const { $client } = db as unknown as { $client: PGlite };
  return $client;
}

export async function dumpRows(engine: PGlite): Promise<Rows> {
  const { rows: found } = await engine.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1 order by 1`,
  );
  const rows: Rows = {};
  for (const { table, columns } of found) {
    if (LEFT_OUT.test(table)) continue;
    const { blob } = await engine.query(`copy "${table}" (${listOf(columns)}) to '/dev/blob'`);
    const text = (await blob?.text()) ?? '';
    if (text !== '') rows[table] = { columns, text };
  }
  return rows;
}

/** Without triggers: the loaded rows are from the past. */
export async function loadRows(engine: PGlite, rows: Rows): Promise<void> {
  await engine.exec('set session_replication_role = replica');
  for (const [table, { columns, text }] of Object.entries(rows)) {
    const blob = new Blob([text]);
    await engine.query(`copy "${table}" (${listOf(columns)}) from '/dev/blob'`, [], { blob });
  }
  await engine.exec('set session_replication_role = origin');
  await engine.exec(`do $$ declare one record; begin
    for one in select table_name as t, column_name as c from information_schema.columns
      where table_schema = 'public' and column_default like 'nextval(%' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1) from %I', one.t, one.c, one.c, one.t);
    end loop; end $$`);
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
