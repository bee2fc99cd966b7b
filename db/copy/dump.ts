/**
 * Reads a whole database as it is at one moment. On PostgreSQL people can go on working meanwhile; the embedded
 * database has only one connection, so everybody else waits until the copy is done.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, type OpenDatabase, type Queryable, rowsOf } from '../client';
import { FORMAT, type Foot, type Head } from './copy-lines';
import { listApplied, listTables, readSequences, type TableShape } from './shape';

/** Rows per read: as many as should make about this many characters, judged by the rows before, and never more than this. */
const PIECE = 1_000_000;
const MOST_ROWS = 500;
/** For tables that hold files: each row may be large, whatever the one before was. */
const MOST_FILES = 2;
const KEEPS_FILES = new Set(['uploads', 'call_media']);

/** Fixes how values are written as text, whatever the server's or the user's settings are. */
const AS_TEXT = sql`select set_config('datestyle', 'ISO, YMD', true), set_config('timezone', 'UTC', true),
  set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true), set_config('search_path', 'public', true)`;

export async function prepareText(db: Queryable): Promise<void> {
  await db.execute(AS_TEXT);
}

/**
 * @param sealed something sealed with Amber's secret
 * @param write gets one line after the other, without its line end; if it throws, reading stops
 */
export async function dumpDatabase(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  sealed: string,
  write: (line: string) => Promise<void>,
): Promise<Foot> {
  const hash = createHash('sha256');
  const say = async (value: unknown) => {
    const line = JSON.stringify(value);
    hash.update(`${line}\n`);
    await write(line);
  };
  return snapshot(db, kind, async (tx) => {
    const [clock] = await rowsOf<{ now: string }>(tx, sql`select now()::text as now`);
    const head: Head = {
      amber: 'backup',
      format: FORMAT,
      madeAt: new Date(clock?.now ?? 0).toISOString(),
      migrations: await listApplied(tx),
      sealed,
    };
    await say(head);
    const rows: Foot['rows'] = {};
    for (const shape of await listTables(tx)) {
      await say({ table: shape.table, columns: shape.columns });
      rows[shape.table] = await dumpTable(tx, shape, say);
    }
    const sequences = await readSequences(tx);
    const foot: Foot = { end: true, rows, sequences, sha256: hash.digest('hex') };
    await write(JSON.stringify(foot));
    return foot;
  });
}

/** A single snapshot for all tables, read as the owner: the serving role cannot read the key of the record. */
function snapshot<Result>(
  db: Database,
  kind: OpenDatabase['kind'],
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (tx) => {
      if (kind === 'pglite') await tx.execute(sql`set local role none`);
      await prepareText(tx);
      return work(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function dumpTable(
  tx: Queryable,
  { table }: TableShape,
  say: (rows: string[]) => Promise<void>,
): Promise<number> {
  const most = KEEPS_FILES.has(table) ? MOST_FILES : MOST_ROWS;
  await tx.execute(
    sql`declare copied no scroll cursor for select t::text as row from public.${sql.identifier(table)} t`,
  );
  let count = 0;
  for (let next = 1; ; ) {
    const rows = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${next} from copied`));
    if (rows.length === 0) break;
    const texts = rows.map(({ row }) => row);
    await say(texts);
    count += texts.length;
    const size = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    next = Math.max(1, Math.min(most, next * 4, Math.floor(PIECE / size)));
  }
  await tx.execute(sql`close copied`);
  return count;
}
