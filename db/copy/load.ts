/**
 * Loads a copy into an empty database, in one transaction: all of it, or nothing. The copy's own schema is set up
 * first, and migrated to the present one after the rows are in.
 */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '../client';
import { knownMigrations, migrateWithin } from '../migrate';
import { CopyCheck, type Foot, type Head, UnusableCopy } from './copy-lines';
import { prepareText } from './dump';
import { isEmpty, listTables, type TableShape } from './shape';

/**
 * Whether this version of Amber knows the copy's schema.
 * @returns how many migrations it has
 * @throws UnusableCopy
 */
export function schemaOf({ migrations }: Head, folder: string): number {
  const known = knownMigrations(folder).map(({ hash }) => hash);
  const applied = new Set(migrations);
  if (migrations.some((hash) => !known.includes(hash))) {
    throw new UnusableCopy(
      'The file is of a newer Amber, whose schema this one does not know: restore it with that version. Nothing was written.',
    );
  }
  if (!known.slice(0, applied.size).every((hash) => applied.has(hash))) {
    throw new UnusableCopy('The file is of a schema that no Amber ever had. Nothing was written.');
  }
  return applied.size;
}

/**
 * @param lines of a copy; they are checked here in any case
 * @param onRows is told how many more rows are written
 * @throws UnusableCopy; then the transaction must not be committed
 */
export async function loadCopy(
  tx: Transaction,
  lines: AsyncIterable<string>,
  folder: string,
  onRows: (count: number) => void = () => {},
): Promise<{ head: Head; foot: Foot }> {
  if (!(await isEmpty(tx))) {
    throw new UnusableCopy(
      'The database is not empty: a backup is only restored into one in which nothing was ever made. Nothing was written.',
    );
  }
  await prepareText(tx);
  const check = new CopyCheck();
  let loader: Loader | undefined;
  for await (const text of lines) {
    const line = check.take(text);
    if (line.kind === 'head') {
      await migrateWithin(tx, folder, schemaOf(line.head, folder));
      loader = await Loader.begin(tx);
    }
    if (line.kind === 'table') loader?.open(line);
    if (line.kind === 'rows') {
      await loader?.add(line.rows);
      onRows(line.rows.length);
    }
  }
  const ends = check.end();
  await loader?.end(ends.foot);
  await migrateWithin(tx, folder);
  return ends;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

interface Trigger {
  table: string;
  name: string;
}

class Loader {
  private table = '';
  private readonly tx: Queryable;
  private readonly shapes: TableShape[];
  private readonly keys: ForeignKey[];
  private readonly triggers: Trigger[];

  private constructor(tx: Queryable, shapes: TableShape[], keys: ForeignKey[], triggers: Trigger[]) {
    this.tx = tx;
    this.shapes = shapes;
    this.keys = keys;
    this.triggers = triggers;
  }

  /**
   * Drops the foreign keys and disables the triggers, which would check rows before all are in, or write receipts of
   * them: rows arrive in any order, and stay exactly as they were.
   */
  static async begin(tx: Queryable): Promise<Loader> {
    const keys = await rowsOf<ForeignKey>(
      tx,
      sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
    );
    const triggers = await rowsOf<Trigger>(
      tx,
      sql`select tgrelid::regclass::text as table, tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O' order by 1, 2`,
    );
    for (const { table, name } of keys)
      await tx.execute(sql.raw(`alter table ${table} drop constraint "${name}"`));
    for (const { table, name } of triggers)
      await tx.execute(sql.raw(`alter table ${table} disable trigger "${name}"`));
    const shapes = await listTables(tx);
    // Some migrations insert rows themselves, which the copy contains too.
    const all = shapes.map(({ table }) => sql`public.${sql.identifier(table)}`);
    if (all.length > 0) await tx.execute(sql`truncate ${sql.join(all, sql`, `)}`);
    return new Loader(tx, shapes, keys, triggers);
  }

  open({ table, columns }: TableShape): void {
    const shape = this.shapes.find((one) => one.table === table);
    if (shape?.columns.join() !== columns.join()) {
      throw new UnusableCopy(
        `The table ${table} of the file is not as that schema has it. Nothing was written.`,
      );
    }
    this.table = table;
  }

  async add(rows: string[]): Promise<void> {
    const table = sql`public.${sql.identifier(this.table)}`;
    // Without `offset 0` PostgreSQL would parse each row again for each of its columns.
    await this.tx.execute(
      sql`insert into ${table} overriding system value
        select (one.read).* from (select value::${table} as read from json_array_elements_text(${JSON.stringify(rows)}::json) offset 0) one`,
    );
  }

  async end({ sequences }: Foot): Promise<void> {
    for (const [name, [last, called]] of Object.entries(sequences))
      await this.tx.execute(
        sql`select setval(to_regclass(${`public.${name}`}), ${last}::bigint, ${called}::boolean)`,
      );
    for (const { table, name, definition } of this.keys)
      await this.tx.execute(sql.raw(`alter table ${table} add constraint "${name}" ${definition}`));
    for (const { table, name } of this.triggers)
      await this.tx.execute(sql.raw(`alter table ${table} enable trigger "${name}"`));
  }
}
