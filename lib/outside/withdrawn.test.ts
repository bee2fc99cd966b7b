/**
 * A call that a client has cancelled does not run: explicitly, by the end of its session, or before its card existed.
 */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { RawClient } from '@/e2e/raw-client';
import { HELD_MS, holdTimers } from './testing/held-timers';
import { OutsideHarness } from './testing/outside-harness';

const { approvals, calls, customers, receipts, runs } = schema;
const TOOL = 'customer_delete';

describe.each(oneDatabase)('what a client withdraws on $name', ({ open }) => {
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

  const exists = async (id: string) => (await harness.db.$count(customers, eq(customers.id, id))) === 1;
  const origin = () => new URL(harness.url).origin;
  const cardNow = async (id: string) =>
    (await harness.db.select().from(approvals).where(eq(approvals.id, id)))[0];

  test('a client of 2025 that gives up while its connection stays open: its card is withdrawn, says so, and cannot be confirmed', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const client = await harness.client(token, 'legacy');
    const patience = new AbortController();
    const asking = client
      .callTool({ name: TOOL, arguments: { customerId: customer.id } }, { signal: patience.signal })
      .catch((error: unknown) => error);
    const card = await harness.card(customer.id);
    patience.abort('Esc');
    await asking;
    await expect.poll(async () => (await cardNow(card.id))?.status).toBe('superseded');
    expect((await cardNow(card.id))?.decisionReason).toContain('called it off');
    await expect(harness.harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await exists(customer.id)).toBe(true);
    const [call] = await harness.db
      .select()
      .from(calls)
      .where(eq(calls.inputHash, (await cardNow(card.id))?.inputHash ?? ''));
    expect(call).toMatchObject({ status: 'superseded', attempts: 0 });
    const told = await harness.db
      .select()
      .from(receipts)
      .where(and(eq(receipts.teamId, harness.harness.admin.teamId)));
    expect(JSON.stringify(told)).toContain(card.id);
    await client.close();
  });

  test('its time-out is the same', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const client = await harness.client(token, 'legacy');
    const runOut = holdTimers();
    const asking = client
      .callTool({ name: TOOL, arguments: { customerId: customer.id } }, { timeout: HELD_MS })
      .catch((error: unknown) => error);
    const card = await harness.card(customer.id);
    runOut();
    vi.restoreAllMocks();
    expect(String(await asking)).toContain('timed out');
    await expect.poll(async () => (await cardNow(card.id))?.status).toBe('superseded');
    expect(await exists(customer.id)).toBe(true);
    const [run] = await harness.db
      .select()
      .from(runs)
      .where(eq(runs.id, (await cardNow(card.id))?.runId ?? ''));
    expect(run).toMatchObject({ status: 'superseded' });
    await client.close();
  });

  test('a cancellation that overtakes its request holds: there is no card, and the next request is another', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const client = await new RawClient(origin(), token, '2025-06-18', 'Desk').begin();
    expect(await client.cancel(7)).toBeLessThan(300);
    const early = client.ask(TOOL, { customerId: customer.id }, { id: 7 });
    expect((await early.answer).kind).toBe('nothing');
    expect((await harness.cards()).filter(({ input }) => Object(input).customerId === customer.id)).toEqual(
      [],
    );
    const next = client.ask(TOOL, { customerId: customer.id }, { id: 8 });
    const card = await harness.card(customer.id);
    await harness.harness.decide(card.id, 'confirm');
    expect((await next.answer).kind).toBe('result');
    expect(await exists(customer.id)).toBe(false);
  });

  test('without a session, where a cancellation may mean either of two: neither runs, and both cards stay', async () => {
    const { token } = await harness.token();
    const both = [await harness.harness.office.addCustomer(), await harness.harness.office.addCustomer()];
    const windows = both.map(() => new RawClient(origin(), token, '2026-07-28', 'Desk'));
    const asked = windows.map((window, at) => window.ask(TOOL, { customerId: both[at]?.id }));
    const cards = [];
    for (const { id } of both) cards.push(await harness.card(id));
    await windows[0]?.cancel(1);
    for (const { answer } of asked)
      expect(await answer).toMatchObject({ kind: 'error', text: expect.stringContaining('call again') });
    for (const card of cards) {
      expect((await cardNow(card.id))?.status).toBe('pending');
      await harness.harness.decide(card.id, 'confirm');
    }
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    for (const { id } of both) expect(await exists(id)).toBe(true);
    const again = await new RawClient(origin(), token, '2026-07-28', 'Desk').ask(TOOL, {
      customerId: both[1]?.id,
    }).answer;
    expect(again.kind).toBe('result');
    expect(await Promise.all(both.map(({ id }) => exists(id)))).toEqual([true, false]);
  });

  test('an ended session is none any more, and one of another token never was', async () => {
    const [mine, other] = [await harness.token(), await harness.token()];
    const client = await new RawClient(origin(), mine.token, '2025-11-25', 'Desk').begin();
    const stranger = new RawClient(origin(), other.token, '2025-11-25', 'Desk');
    stranger.session = client.session;
    expect(await stranger.end()).toBe(404);
    expect(await client.end()).toBe(204);
    expect(await client.end()).toBe(404);
    expect(await client.cancel(1)).toBe(404);
    expect(await new RawClient(origin(), mine.token, '2025-11-25', 'Desk').end()).toBe(400);
  });
});
