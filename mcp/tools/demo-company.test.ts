/**
 * The read tools on the demo company: large lists are complete, teams see only their own data, the story has answers.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { members, users } from '@/db/schema/auth';
import { invoices } from '@/db/schema/company';
import { testDatabases } from '@/db/testing/databases';
import type { ToolContext } from '../context';
import { scopesOf } from '../scopes';
import { ToolsClient } from '../testing/tools-client';

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: OpenDatabase;
  let ours: ToolContext;
  let client: ToolsClient;
  let theirs: ToolContext;
  let outsider: ToolsClient;

  beforeAll(async () => {
    database = await open();
    await loadDemo(database.db, new Date());
    ours = await contextOf(database, 'viewer@amber.test');
    theirs = await contextOf(database, 'outsider@amber.test');
    client = await ToolsClient.connect(ours);
    outsider = await ToolsClient.connect(theirs);
  });
  afterAll(() => database?.close());

  describe.each([
    ['customers_list', 'customers'],
    ['orders_list', 'orders'],
    ['invoices_list', 'invoices'],
    ['transactions_list', 'transactions'],
    ['bank_accounts_list', 'bank_accounts'],
    ['bank_accounts_balances', 'bank_accounts'],
    ['categories_list', 'categories'],
  ] as const)('%s', (tool, table) => {
    test('shows every row of the team once, whatever had to be cut', async () => {
      const shown = (await client.everyRow(tool, { limit: 100 })).map(({ id }) => id);
      expect(new Set(shown).size).toBe(shown.length);
      expect(new Set(shown)).toEqual(await idsOf(table, ours.teamId));
    });

    test('shows the other team its own rows', async () => {
      const shown = (await outsider.everyRow(tool, { limit: 100 })).map(({ id }) => id);
      const own = await idsOf(table, theirs.teamId);
      expect(own.size).toBeGreaterThan(0);
      expect(new Set(shown)).toEqual(own);
    });
  });

  test('a full page of transactions does not fit, and is cut', async () => {
    const { data, meta } = await client.page('transactions_list', { limit: 100 });
    expect(data.length).toBeLessThan(100);
    expect(meta).toMatchObject({ hasNextPage: true, truncated: expect.any(String) });
  });

  test('"Which customers owe us money?" comes to what the invoices say', async () => {
    const rows = await client.everyRow('customers_list', { owing: true, limit: 30 });
    const amounts = rows.map(({ openAmount }) => Math.round(Number(openAmount) * 100));
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
    const [open] = await database.db
      .select({
        minor: sql<number>`sum(${invoices.totalMinor})::bigint`.mapWith(Number),
        count: sql<number>`count(*)::int`,
      })
      .from(invoices)
      .where(and(eq(invoices.teamId, ours.teamId), inArray(invoices.status, ['finalised', 'sent'])));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(open?.minor);
    expect(rows.reduce((count, { openInvoices }) => count + Number(openInvoices), 0)).toBe(open?.count);
  });

  test('Halden Optics has two orders and one draft', async () => {
    const halden = await client.call('customers_get', { name: 'Halden Optics' });
    expect(halden).toMatchObject({ orders: 2, draftInvoices: 1, openInvoices: 0, paidInvoices: 0 });
    expect((await client.page('orders_list', { search: 'halden' })).data).toHaveLength(2);
    const { data } = await client.page('invoices_list', { customerId: halden.id });
    const [draft] = data;
    const { lines } = await client.call('invoices_get', { invoiceId: draft?.id });
    expect(lines).not.toEqual([]);
    await outsider.fail('customers_get', { customerId: halden.id });
    await outsider.fail('invoices_get', { invoiceId: draft?.id });
  });

  test('spending of two months can be compared, and forecast', async () => {
    const { months, forecast } = (await client.call('forecast_spending', { history: 2 })) as {
      months: string[];
      forecast: unknown[];
    };
    const compared = await client.call('forecast_spending', { months });
    expect((compared.spending as unknown[]).length).toBeGreaterThan(5);
    expect(forecast.length).toBeGreaterThan(5);
  });

  async function idsOf(table: string, teamId: string): Promise<Set<string>> {
    const rows = await rowsOf<{ id: string }>(
      database.db,
      sql`select id from ${sql.identifier(table)} where team_id = ${teamId}`,
    );
    return new Set(rows.map(({ id }) => id));
  }
});

async function contextOf({ db }: OpenDatabase, email: string): Promise<ToolContext> {
  const [person] = await db
    .select({ userId: users.id, teamId: members.teamId, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(users.email, email));
  if (!person) throw new Error(`${email} is not in the demo.`);
  return { db, ...person, scopes: scopesOf(person.role), webSearch: {}, appUrl: 'http://amber.test' };
}
