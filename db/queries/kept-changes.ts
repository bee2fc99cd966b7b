/**
 * What a call changed in the back office, row by row as the database keeps it under the call's id, and undoing all of
 * it: if every row is still as the call left it, and nothing refers to what it created, each row is restored exactly.
 */
import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { rowsOf } from '../client';
import { categories, customers, invoiceLines, invoices, orders, transactions } from '../schema/company';
import { facts } from '../schema/facts';
import { effects } from '../schema/ledger';
import { lockTeam, type TeamData } from './change';

/** The tables whose rows are kept; referenced tables come before those that refer to them. */
export const KEPT_TABLES = {
  customers,
  categories,
  orders,
  invoices,
  invoice_lines: invoiceLines,
  transactions,
  facts,
};

export type KeptTable = keyof typeof KEPT_TABLES;

const NAMES = Object.keys(KEPT_TABLES) as KeptTable[];

/** Which columns refer to the rows of each table. */
export const REFERENCES: Partial<Record<KeptTable, [KeptTable, PgColumn][]>> = {
  customers: [
    ['orders', orders.customerId],
    ['invoices', invoices.customerId],
  ],
  categories: [['transactions', transactions.categoryId]],
  invoices: [
    ['invoice_lines', invoiceLines.invoiceId],
    ['transactions', transactions.invoiceId],
  ],
};

/** How many rows of a table a call has changed. */
export interface KeptCounts {
  table: KeptTable;
  created: number;
  changed: number;
  deleted: number;
}

/** A row as it was before the call and after it, by its columns' names; null: it was not there. */
export interface KeptRow {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/**
 * Why a call cannot be undone: nothing is kept, it was undone already, it undid a call that itself undid another, its
 * rows have changed since, or something refers to them now.
 */
export type Standing = 'nothing' | 'taken' | 'twice' | 'changed' | 'referred' | 'stands';

/** Each row once, however often the call changed it; rows that it created and deleted again are left out. */
const kept = (callId: string, table: KeptTable) => sql`(select * from (
    select key, (array_agg(before order by seq))[1] as before, (array_agg(after order by seq desc))[1] as after
    from kept_changes where call_id = ${callId} and table_name = ${table} group by key) as every
  where before is not null or after is not null)`;

const keyOf = (table: KeptTable): SQL =>
  table === 'invoice_lines' ? sql`t.invoice_id || ' ' || t.position` : sql`t.id`;

/** What this call of the team changed, and which call it undid; during a change, the effect is locked from here on. */
export async function findKept(
  data: TeamData,
  callId: string,
): Promise<{ counts: KeptCounts[]; undoes: string | null; standing: Standing }> {
  // All changes that lock several rows lock them in this order, so that they cannot deadlock.
  await lockTeam(data);
  const effect = await findUndone(data, callId);
  const counts = effect ? await countKept(data, callId) : [];
  const undoes = effect?.undoes ?? null;
  return { counts, undoes, standing: await standingOf(data, callId, effect, counts) };
}

async function findUndone(data: TeamData, callId: string) {
  const [found] = await rowsOf<{ undoes: string | null; undone_by: string | null; depth: number }>(
    data.db,
    sql`select undoes, undone_by, (case when undoes is null then 0 when exists (select 1 from effects as above
          where above.call_id = effects.undoes and above.undoes is not null) then 2 else 1 end) as depth
        from effects where call_id = ${callId} and team_id = ${data.teamId} ${data.locks ? sql`for update` : sql``}`,
  );
  return found;
}

async function countKept(data: TeamData, callId: string): Promise<KeptCounts[]> {
  const each = NAMES.map(
    (table) => sql`select ${table}::text as table, count(*) filter (where before is null)::int as created,
      count(*) filter (where before is not null and after is not null)::int as changed,
      count(*) filter (where after is null)::int as deleted from ${kept(callId, table)} k`,
  );
  const counts = await rowsOf<KeptCounts>(data.db, sql.join(each, sql` union all `));
  return counts.filter(({ created, changed, deleted }) => created + changed + deleted > 0);
}

async function standingOf(
  data: TeamData,
  callId: string,
  effect: { undone_by: string | null; depth: number } | undefined,
  counts: readonly KeptCounts[],
): Promise<Standing> {
  if (!effect) return 'nothing';
  if (effect.undone_by !== null) return 'taken';
  if (effect.depth > 1) return 'twice';
  if (counts.length === 0) return 'nothing';
  for (const one of counts) if (!(await isAsLeft(data, callId, one))) return 'changed';
  for (const { table, created } of counts) {
    if (created > 0 && (await isReferredTo(data, callId, table))) return 'referred';
  }
  return 'stands';
}

/** Whether each row of the table is as the call left it; during a change the rows are locked. */
async function isAsLeft(
  data: TeamData,
  callId: string,
  { table, created, changed }: KeptCounts,
): Promise<boolean> {
  const there = KEPT_TABLES[table];
  const held = data.locks ? sql`for update of t` : sql``;
  const [found] = await rowsOf<{ same: number; back: number }>(
    data.db,
    sql`select (select count(*)::int from (select 1 from ${there} t join ${kept(callId, table)} k on k.key = ${keyOf(table)}
          where k.after is not null and kept_row(t)::text = k.after::text ${held}) as same) as same,
        (select count(*)::int from ${there} t join ${kept(callId, table)} k on k.key = ${keyOf(table)}
          where k.after is null) as back`,
  );
  return found?.same === created + changed && found.back === 0;
}

/** Whether anything but what the same call made refers to what it created. */
async function isReferredTo(data: TeamData, callId: string, table: KeptTable): Promise<boolean> {
  for (const [name, column] of REFERENCES[table] ?? []) {
    const [found] = await rowsOf(
      data.db,
      sql`select 1 from ${KEPT_TABLES[name]} t
        where t.${sql.identifier(column.name)} in (select key from ${kept(callId, table)} k where before is null)
          and not exists (select 1 from ${kept(callId, name)} k where k.key = ${keyOf(name)}) limit 1`,
    );
    if (found) return true;
  }
  return false;
}

/** The rows of a table, at most this many of each sort, in the order of their keys; with the names of categories. */
export async function listKept(
  data: TeamData,
  callId: string,
  table: KeptTable,
  most: number,
): Promise<KeptRow[]> {
  const nameOf = (side: SQL) => sql`(select name from categories where id = ${side} ->> 'category_id')`;
  const rows = await rowsOf<KeptRow & { was: string | null; is: string | null }>(
    data.db,
    sql`select before, after, ${nameOf(sql`before`)} as was, ${nameOf(sql`after`)} as is from (
        select before, after, row_number() over (partition by before is null, after is null order by key) as nth
        from ${kept(callId, table)} k) as ranked
      where nth <= ${most} order by nth`,
  );
  return rows.map(({ before, after, was, is }) => ({
    before: before && { ...before, category: was },
    after: after && { ...after, category: is },
  }));
}

/** Restores every row to what it was before the call. Only after `findKept` found it to stand, in the same change. */
export async function restoreKept(
  data: TeamData,
  /** The call that does the undoing. */
  by: string,
  callId: string,
  { counts, undoes }: { counts: readonly KeptCounts[]; undoes: string | null },
): Promise<void> {
  const named = NAMES.flatMap((table) => counts.find((one) => one.table === table) ?? []);
  for (const { table, created } of named.toReversed()) {
    if (created === 0) continue;
    const gone = sql`(select key from ${kept(callId, table)} k where before is null)`;
    await data.db.execute(sql`delete from ${KEPT_TABLES[table]} t where ${keyOf(table)} in ${gone}`);
  }
  for (const { table, changed, deleted } of named) {
    if (deleted > 0) await data.db.execute(insertAgain(callId, table));
    if (changed > 0) await data.db.execute(changeBack(callId, table));
  }
  await data.db.update(effects).set({ undoneBy: by }).where(eq(effects.callId, callId));
  await data.db.update(effects).set({ undoes: callId }).where(eq(effects.callId, by));
  // Whatever that call had undone stands again.
  if (undoes !== null)
    await data.db.update(effects).set({ undoneBy: null }).where(eq(effects.callId, undoes));
}

function insertAgain(callId: string, table: KeptTable): SQL {
  const there: PgTable = KEPT_TABLES[table];
  return sql`insert into ${there} select one.* from ${kept(callId, table)} k,
    json_populate_record(null::${sql.identifier(getTableName(there))}, k.before) as one where k.after is null`;
}

function changeBack(callId: string, table: KeptTable): SQL {
  const there: PgTable = KEPT_TABLES[table];
  const columns = Object.values(getTableColumns(there)).map(({ name }) => sql.identifier(name));
  const of = sql.join(columns, sql`, `);
  const name = sql.identifier(getTableName(there));
  return sql`update ${there} t set (${of}) = (select ${of} from json_populate_record(null::${name}, k.before) as one)
    from ${kept(callId, table)} k where k.key = ${keyOf(table)} and k.before is not null and k.after is not null`;
}
