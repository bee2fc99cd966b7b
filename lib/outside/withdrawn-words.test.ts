/** Cancellation messages: how many at once, for whom they count, and how long they are remembered. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RawClient } from '@/e2e/raw-client';
import { forgetRequests } from './calls/request';
import { OutsideHarness } from './testing/outside-harness';

const { approvals, customers, outsideRequests } = schema;
const TOOL = 'customer_delete';

describe.each(testDatabases)('words that call off, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened, undefined, 400);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  const origin = () => new URL(harness.url).origin;
  const early = (tokenId: string) =>
    harness.db.$count(
      outsideRequests,
      and(eq(outsideRequests.tokenId, tokenId), eq(outsideRequests.early, true)),
    );
  const statusOf = async (id: string) =>
    (await harness.db.select().from(approvals).where(eq(approvals.id, id)))[0]?.status;
  const exists = async (id: string) => (await harness.db.$count(customers, eq(customers.id, id))) === 1;

  async function post(token: string, body: unknown, revision = '2025-03-26') {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
    };
    const answer = await fetch(harness.url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  }

  const word = (requestId: unknown) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });
  const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => word(from + at));

  test('more than twenty in one body are refused, and so is a batch of a revision without them: nothing stays', async () => {
    const { token, id } = await harness.token();
    for (const [count, revision] of [
      [1_150, '2025-03-26'],
      [21, '2025-03-26'],
      [2, '2025-06-18'],
      [2, '2025-11-25'],
    ] as const) {
      expect(await post(token, words(count), revision)).toMatchObject({ status: 400 });
      expect(await early(id)).toBe(0);
    }
    expect((await post(token, words(20))).status).toBe(202);
    expect(await early(id)).toBe(20);
  });

  test('of a token no more than a hundred are kept, the newest, and none longer than it may overtake its request', async () => {
    const { token, id } = await harness.token();
    for (let at = 0; at < 8; at++) expect((await post(token, words(20, at * 20))).status).toBe(202);
    expect(await early(id)).toBe(100);
    const newest = and(eq(outsideRequests.tokenId, id), eq(outsideRequests.requestId, '159'));
    expect(await harness.db.$count(outsideRequests, newest)).toBe(1);
    await forgetRequests(harness.db);
    expect(await early(id)).toBe(100);
    const past = sql`now() - interval '61 seconds'`;
    await harness.db
      .update(outsideRequests)
      .set({ createdAt: past, endedAt: past })
      .where(eq(outsideRequests.tokenId, id));
    await forgetRequests(harness.db);
    expect(await early(id)).toBe(0);
  });

  test('an id that is too long is refused by name, and leaves nothing', async () => {
    const { token, id } = await harness.token();
    const long = 'x'.repeat(200);
    const off = await post(token, word(long));
    expect(off).toMatchObject({ status: 400, text: expect.stringContaining('params.requestId is too long') });
    const params = { name: 'customers_list', arguments: {} };
    const call = await post(token, { jsonrpc: '2.0', id: long, method: 'tools/call', params });
    expect(call).toMatchObject({ status: 400, text: expect.stringContaining('id is too long') });
    expect(await harness.db.$count(outsideRequests, eq(outsideRequests.tokenId, id))).toBe(0);
    expect((await post(token, word('x'.repeat(198)))).status).toBe(202);
  });

  test('without a session an early word hits once, and whom it hits is told', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const [one, other] = [1, 2].map(() => new RawClient(origin(), token, '2026-07-28', 'Desk'));
    await one?.cancel(5);
    const args = { customerId: customer.id };
    expect(await other?.ask(TOOL, args, { id: 5 }).answer).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('call again'),
    });
    const again = other?.ask(TOOL, args, { id: 5 });
    const card = await harness.card(customer.id);
    await harness.harness.decide(card.id, 'confirm');
    expect(await again?.answer).toMatchObject({ kind: expect.stringMatching(/^(?:result|again)$/) });
  });

  test('without a session, what a window will come back for stays when another calls off a request of the same id', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const [one, other] = [1, 2].map(() => new RawClient(origin(), token, '2026-07-28', 'Desk'));
    const args = { customerId: customer.id };
    expect((await one?.ask(TOOL, args, { id: 3 }).answer)?.kind).toBe('again');
    const card = await harness.card(customer.id);
    await harness.harness.decide(card.id, 'confirm');
    expect(await other?.cancel(3)).toBe(202);
    expect(await statusOf(card.id)).toBe('confirmed');
    expect((await one?.ask(TOOL, args, { id: 4 }).answer)?.kind).toBe('result');
    expect(await exists(customer.id)).toBe(false);
  });

  test('a word without a name and a session is for no client that gave its name, also before it comes', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const client = new RawClient(origin(), token, '2026-07-28', 'Careful client');
    expect((await post(token, word(78), '2025-06-18')).status).toBe(202);
    const asked = [77, 78].map((id) => client.ask(TOOL, { customerId: customer.id }, { id }));
    const card = await harness.card(customer.id);
    expect((await post(token, word(77), '2025-06-18')).status).toBe(202);
    for (const { answer } of asked) expect((await answer).kind).toBe('again');
    expect(await statusOf(card.id)).toBe('pending');
  });
});
