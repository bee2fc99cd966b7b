import { verifyPassword } from 'better-auth/crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type OpenDatabase, openDatabase, rowsOf } from '../client';
import { migrate } from '../migrate';
import { schema } from '../schema/all';
import { createPostgresDatabase, MIGRATIONS, testDatabases } from '../testing/databases';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts';
import { demoRows } from './generate';
import { loadDemo } from './load';

const TODAY = new Date('2026-11-20T09:30:00Z');
const expected = demoRows(TODAY);

/** How many rows each table of the demo holds. */
async function countsOf(db: Database): Promise<Record<string, number>> {
  const counts = Object.keys(expected).map(async (table) => {
    return [table, await db.$count(schema[table as keyof typeof expected])];
  });
  return Object.fromEntries(await Promise.all(counts));
}

const EXPECTED_COUNTS = Object.fromEntries(
  Object.entries(expected).map(([table, rows]) => [table, rows.length]),
);

describe.each(testDatabases)('the demo on $name', ({ open }) => {
  let opened: OpenDatabase;
  let loaded: boolean;
  beforeAll(async () => {
    opened = await open();
    loaded = await loadDemo(opened.db, TODAY);
  });
  afterAll(() => opened.close());

  test('is loaded into an empty database, completely', async () => {
    expect(loaded).toBe(true);
    expect(await countsOf(opened.db)).toEqual(EXPECTED_COUNTS);
  });

  test('is loaded only once', async () => {
    expect(await loadDemo(opened.db, new Date('2027-02-01T00:00:00Z'))).toBe(false);
    expect(await countsOf(opened.db)).toEqual(EXPECTED_COUNTS);
    expect(await opened.db.$count(schema.accounts)).toBe(DEMO_ACCOUNTS.length);
  });

  test('comes back from the database as it was made', async () => {
    const [customer] = expected.customers;
    const [transaction] = expected.transactions;
    const [line] = expected.invoiceLines;
    const { db } = opened;
    expect(
      await db
        .select()
        .from(schema.customers)
        .where(eq(schema.customers.id, customer?.id ?? '')),
    ).toEqual([customer]);
    expect(
      await db
        .select()
        .from(schema.transactions)
        .where(eq(schema.transactions.id, transaction?.id ?? '')),
    ).toMatchObject([transaction ?? {}]);
    const lines = await db
      .select()
      .from(schema.invoiceLines)
      .where(eq(schema.invoiceLines.invoiceId, line?.invoiceId ?? ''));
    expect(lines).toContainEqual(line);
  });

  test.each(DEMO_ACCOUNTS)(
    '$email has a password, a team and a role',
    async ({ email, name, role, team }) => {
      const [row] = await opened.db
        .select()
        .from(schema.users)
        .innerJoin(schema.accounts, eq(schema.accounts.userId, schema.users.id))
        .innerJoin(schema.members, eq(schema.members.userId, schema.users.id))
        .innerJoin(schema.teams, eq(schema.teams.id, schema.members.teamId))
        .where(eq(schema.users.email, email));
      expect(row).toMatchObject({ users: { name, demo: true }, members: { role }, teams: { name: team } });
      expect(row?.accounts).toMatchObject({ providerId: 'credential', accountId: row?.users.id });
      expect(await verifyPassword({ hash: row?.accounts.password ?? '', password: DEMO_PASSWORD })).toBe(
        true,
      );
    },
  );

  test('adds up by the arithmetic of the database too', async () => {
    const wrong = await rowsOf(
      opened.db,
      sql`select i.id from invoices i join invoice_lines l on l.invoice_id = i.id group by i.id
        having sum(round(l.quantity * l.unit_price_minor)) <> i.subtotal_minor
          or round(i.subtotal_minor * i.tax_rate / 10000.0) <> i.tax_minor`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('loading', () => {
  let server: { url: string; drop(): Promise<void> };
  let clients: OpenDatabase[];
  beforeAll(async () => {
    server = await createPostgresDatabase();
    clients = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ url: server.url, dataDir: 'memory', poolSize: 2 })),
    );
    await migrate(firstOf(clients).db, MIGRATIONS);
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server.drop();
  });

  test('that fails half-way leaves nothing behind, and works when tried again', async () => {
    const { db } = firstOf(clients);
    await db.insert(schema.users).values({ id: 'usr_taken', name: 'Taken', email: 'outsider@amber.test' });
    await expect(loadDemo(db, TODAY)).rejects.toThrow();
    expect(await db.$count(schema.teams)).toBe(0);
    expect(await db.$count(schema.users)).toBe(1);
    await db.delete(schema.users);
  });

  test('by five processes at once happens once', async () => {
    const results = await Promise.all(clients.map((client) => loadDemo(client.db, TODAY)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await countsOf(firstOf(clients).db)).toEqual(EXPECTED_COUNTS);
  });
});

function firstOf(clients: OpenDatabase[]): OpenDatabase {
  const [first] = clients;
  if (!first) throw new Error('There is no client.');
  return first;
}
