/** The limits of a token: its lifetime, and the number of its cards. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setLimit } from '@/lib/limits/usage';
import { OutsideHarness } from './testing/outside-harness';

const TOOL = 'customer_delete';

describe.each(testDatabases)('limits of tokens on $name', ({ open }) => {
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

  test('what is confirmed after the token’s time runs no more, also for a client that has waited all along', async () => {
    const { tokens, runs, customers } = schema;
    const { token, id } = await harness.token();
    const client = await harness.client(token, 'legacy');
    const customer = await harness.harness.office.addCustomer();
    const answering = client.callTool({ name: TOOL, arguments: { customerId: customer.id } });
    const card = await harness.card(customer.id);
    const past = { expiresAt: sql`now() - interval '1 second'` };
    await harness.db.update(tokens).set(past).where(eq(tokens.id, id));
    await harness.harness.decide(card.id, 'confirm');
    const answer = await answering;
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain('does not hold any more');
    expect(await harness.db.$count(customers, eq(customers.id, customer.id))).toBe(1);
    const rows = await harness.db.select().from(runs).where(eq(runs.tokenId, id));
    expect(rows.map(({ status }) => status)).toEqual(['superseded']);
    await client.close();
  });

  test('no more than twenty calls wait, however many come at once; one that waits is found among them', async () => {
    const { token, id } = await harness.token();
    const client = await harness.client(token, 'legacy');
    const customers = await Promise.all(
      Array.from({ length: 30 }, () => harness.harness.office.addCustomer()),
    );
    const ended: string[] = [];
    const ask = (customerId: string) =>
      client
        .callTool({ name: TOOL, arguments: { customerId } })
        .then((answer) => ended.push(JSON.stringify(answer.content)))
        .catch(() => {});
    for (const { id: customerId } of customers) void ask(customerId);
    await expect.poll(() => ended.length, { timeout: 30_000 }).toBe(10);
    expect(ended.join()).toContain('20 calls of this token wait for a decision already');
    await expect
      .poll(async () => (await harness.cards()).filter((card) => card.status === 'pending').length)
      .toBe(20);
    const card = await harness.card();
    await client.close();
    const other = await harness.client(token, 'legacy');
    const again = other.callTool({ name: TOOL, arguments: card.input as Record<string, unknown> });
    await harness.harness.decide(card.id, 'confirm');
    expect((await again).isError ?? false).toBe(false);
    expect(await harness.db.$count(schema.runs, eq(schema.runs.tokenId, id))).toBe(20);
    await other.close();
  });

  test('a person’s calls a minute are limited here too, whichever token makes them', async () => {
    const { admin } = harness.harness;
    const limit = (hard: number | null) =>
      setLimit(harness.db, admin, { whose: 'each', what: 'calls_minute', soft: null, hard });
    const one = await harness.client((await harness.token()).token, 'legacy');
    const other = await harness.client((await harness.token()).token, 'legacy');
    const read = (client: typeof one) => client.callTool({ name: 'customers_list', arguments: {} });
    const before = await harness.db.$count(schema.runs);
    await limit(1);
    // Those of the previous tests count as well: nothing more runs.
    await read(one).catch(() => {});
    const refused = await read(other).then(
      (answer) => JSON.stringify(answer),
      (error: unknown) => String(error),
    );
    expect(refused).toContain('a minute');
    expect(await harness.db.$count(schema.runs)).toBeLessThanOrEqual(before + 1);
    await limit(null);
    expect((await read(other)).isError ?? false).toBe(false);
    await Promise.all([one.close(), other.close()]);
  });
});
