/** What a client has called off does not run: explicitly, by its session's end, or before its card was there. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { OutsideTestHouse } from './testing/outside-house';

const { approvals, calls, customers, receipts, runs } = schema;
const TOOL = 'customer_delete';

describe.each(testDatabases)('what a client withdraws on $name', ({ open }) => {
  let opened: OpenDatabase;
  let house: OutsideTestHouse;

  beforeAll(async () => {
    opened = await open();
    house = await OutsideTestHouse.open(opened);
  });
  afterAll(async () => {
    await house.close();
    await opened.close();
  });

  const exists = async (id: string) => (await house.db.$count(customers, eq(customers.id, id))) === 1;
  const cardNow = async (id: string) =>
    (await house.db.select().from(approvals).where(eq(approvals.id, id)))[0];

  test('a client of 2025 that gives up while its connection stays open: its card is withdrawn, says so, and cannot be confirmed', async () => {
    const { token } = await house.token();
    const customer = await house.house.office.addCustomer();
    const client = await house.client(token, 'legacy');
    const patience = new AbortController();
    const asking = client
      .callTool({ name: TOOL, arguments: { customerId: customer.id } }, { signal: patience.signal })
      .catch((error: unknown) => error);
    const card = await house.card(customer.id);
    patience.abort('Esc');
    await asking;
    await expect.poll(async () => (await cardNow(card.id))?.status).toBe('superseded');
    expect((await cardNow(card.id))?.decisionReason).toContain('called it off');
    await expect(house.house.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await exists(customer.id)).toBe(true);
    const [call] = await house.db
      .select()
      .from(calls)
      .where(eq(calls.inputHash, (await cardNow(card.id))?.inputHash ?? ''));
    expect(call).toMatchObject({ status: 'superseded', attempts: 0 });
    const told = await house.db
      .select()
      .from(receipts)
      .where(and(eq(receipts.teamId, house.house.admin.teamId)));
    expect(JSON.stringify(told)).toContain(card.id);
    await client.close();
  });

  test('its time-out is the same', async () => {
    const { token } = await house.token();
    const customer = await house.house.office.addCustomer();
    const client = await house.client(token, 'legacy');
    const asking = client
      .callTool({ name: TOOL, arguments: { customerId: customer.id } }, { timeout: 1_500 })
      .catch((error: unknown) => error);
    const card = await house.card(customer.id);
    expect(String(await asking)).toContain('timed out');
    await expect.poll(async () => (await cardNow(card.id))?.status).toBe('superseded');
    expect(await exists(customer.id)).toBe(true);
    const [run] = await house.db
      .select()
      .from(runs)
      .where(eq(runs.id, (await cardNow(card.id))?.runId ?? ''));
    expect(run).toMatchObject({ status: 'superseded' });
    await client.close();
  });
});
