/** What an admin has stopped for other clients does not exist for them, and cannot be called. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { lift, stopAtOnce } from '@/lib/rules/halting';
import { OutsideHarness } from './testing/outside-harness';

const { calls } = schema;

const CLIENTS = {
  kind: 'clients',
  server: null,
  tool: null,
  userId: null,
  reason: 'A token was lost.',
} as const;

describe.each(testDatabases)('other clients that are stopped on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  test('see no tool and call none, until that is lifted', async () => {
    const { token } = await harness.token();
    const client = await harness.client(token, 'auto');
    const customer = await harness.harness.office.addCustomer();
    const read = { name: 'customers_get', arguments: { customerId: customer.id } };
    const { admin } = harness.harness;
    const { halts } = await stopAtOnce(opened.db, admin, CLIENTS);
    expect((await client.listTools()).tools).toEqual([]);
    const refused = await client.callTool(read).catch((error: unknown) => String(error));
    expect(JSON.stringify(refused)).not.toContain(customer.name);
    expect(await opened.db.$count(calls, eq(calls.status, 'success'))).toBe(0);
    await lift(opened.db, admin, halts[0]?.id ?? '');
    const answer = await client.callTool(read);
    expect(JSON.stringify(answer.content)).toContain(customer.name);
    await client.close();
  });
});
