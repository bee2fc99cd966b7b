/** Puts the demo into an empty database. */
import { hashPassword } from 'better-auth/crypto';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '../client';
import { newId } from '../ids';
import { schema } from '../schema/all';
import { DEMO_PASSWORD } from './accounts';
import { demoRows } from './generate';
import type { DemoRows } from './rows';

/** Any number that nothing else of ours locks. */
const DEMO_LOCK = 7_236_004;

/** Keeps a statement well under the 65,535 parameters that PostgreSQL takes. */
const BATCH = 1000;

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
    await insertAll(tx, schema.customers, rows.customers);
    await insertAll(tx, schema.orders, rows.orders);
    await insertAll(tx, schema.invoices, rows.invoices);
    await insertAll(tx, schema.invoiceLines, rows.invoiceLines);
    await insertAll(tx, schema.bankAccounts, rows.bankAccounts);
    await insertAll(tx, schema.categories, rows.categories);
    await insertAll(tx, schema.transactions, rows.transactions);
    return true;
  });
}

async function hasTeam(db: Queryable): Promise<boolean> {
  const teams = await db.select({ id: schema.teams.id }).from(schema.teams).limit(1);
  return teams.length > 0;
}

/** What better-auth looks up at sign-in by e-mail. */
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

async function insertAll<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx.insert(table).values(rows.slice(start, start + BATCH));
  }
}
