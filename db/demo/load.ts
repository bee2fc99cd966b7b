/** Loads the demo into an empty database. */
import { hashPassword } from 'better-auth/crypto';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '../client';
import { newId } from '../ids';
import { schema } from '../schema/all';
import { DEMO_PASSWORD } from './accounts';
import { demoPeriod } from './calendar';
import { demoCompany } from './company';
import { demoRows } from './generate';
import type { CompanyRows, DemoRows } from './rows';

/** An arbitrary number that none of our other locks uses. */
const DEMO_LOCK = 7_236_004;

/**
 * Loads the demo in one transaction. Of several processes that try at once one loads it.
 * @param today the day before which the demo ends
 * @returns whether it was loaded: false when the database has a team already
 */
export async function loadDemo(db: Database, today: Date): Promise<boolean> {
  if (await hasTeam(db)) return false;
  const rows = demoRows(today);
  const credentials = await credentialsOf(rows.users);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    if (await hasTeam(tx)) return false;
    await insertAll(tx, schema.teams, rows.teams);
    await insertAll(tx, schema.users, rows.users);
    await insertAll(tx, schema.accounts, credentials);
    await insertAll(tx, schema.members, rows.members);
    await insertAll(tx, schema.policyRules, rows.policyRules);
    await insertCompany(tx, rows);
    return true;
  });
}

/**
 * Gives a team that has no records of its own those of the invented company, under ids of their own.
 * @param today the day before which they end
 * @returns whether it did: false when the team has customers or bank accounts already
 */
export async function loadCompany(db: Database, teamId: string, today: Date): Promise<boolean> {
  const rows = withOwnIds(demoCompany(teamId, demoPeriod(today)));
  return db.transaction(async (tx) => {
    await tx
      .select({ id: schema.teams.id })
      .from(schema.teams)
      .where(eq(schema.teams.id, teamId))
      .for('update');
    const [customers, accounts] = [schema.customers, schema.bankAccounts];
    const known = await Promise.all([
      tx.$count(customers, eq(customers.teamId, teamId)),
      tx.$count(accounts, eq(accounts.teamId, teamId)),
    ]);
    if (known.some((count) => count > 0)) return false;
    await insertCompany(tx, rows);
    return true;
  });
}

async function insertCompany(tx: Transaction, rows: CompanyRows): Promise<void> {
  await insertAll(tx, schema.customers, rows.customers);
  await insertAll(tx, schema.orders, rows.orders);
  await insertAll(tx, schema.invoices, rows.invoices);
  await insertAll(tx, schema.invoiceLines, rows.invoiceLines);
  await insertAll(tx, schema.bankAccounts, rows.bankAccounts);
  await insertAll(tx, schema.categories, rows.categories);
  await insertAll(tx, schema.transactions, rows.transactions);
}

/**
 * The generated company has the same ids every time; this gives the rows new ids, so that they cannot clash with
 * another team's.
 */
function withOwnIds(rows: CompanyRows): CompanyRows {
  const ids = new Map<unknown, string>();
  for (const { id } of Object.values(rows).flat() as { id?: string }[])
    if (id !== undefined) ids.set(id, newId(id.split('_')[0] ?? 'row'));
  const own = <Row extends object>(row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, ids.get(value) ?? value])) as Row;
  return {
    customers: rows.customers.map(own),
    orders: rows.orders.map(own),
    invoices: rows.invoices.map(own),
    invoiceLines: rows.invoiceLines.map(own),
    bankAccounts: rows.bankAccounts.map(own),
    categories: rows.categories.map(own),
    transactions: rows.transactions.map(own),
  };
}

async function hasTeam(db: Queryable): Promise<boolean> {
  const teams = await db.select({ id: schema.teams.id }).from(schema.teams).limit(1);
  return teams.length > 0;
}

/** The credential rows that better-auth looks up at sign-in by e-mail. */
function credentialsOf(users: DemoRows['users']): Promise<(typeof schema.accounts.$inferInsert)[]> {
  return Promise.all(
    users.map(async ({ id }) => ({
      id: newId('crd'),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: await hashPassword(DEMO_PASSWORD),
    })),
  );
}

/** Sends all rows of a table as one parameter, which takes a quarter of the time of one parameter per value. */
async function insertAll<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  // A column that a row leaves out gets its default only when the insert does not name it, so rows are grouped by their
  // columns.
  const alike = new Map<string, Table['$inferInsert'][]>();
  for (const row of rows) {
    const keys = Object.keys(row).sort().join();
    const some = alike.get(keys) ?? [];
    alike.set(keys, some);
    some.push(row);
  }
  for (const some of alike.values()) await insertAlike(tx, table, some);
}

async function insertAlike<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in (rows[0] ?? {}));
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map(([key, column]) => [column.name, recorded(column, Reflect.get(row, key))]),
    ),
  );
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(sql`insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`);
}

function recorded(column: PgColumn, value: unknown): unknown {
  return value === undefined || value === null ? null : column.mapToDriverValue(value);
}
