/** A client of 2026-07-28 is told to ask again before it times out, and returns the state of its call. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { OutsideHarness } from './testing/outside-harness';

describe.each(oneDatabase)('asking again on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened, undefined, 200);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  /** @param sent collects the parameters of each call that is sent */
  async function watched(token: string, sent: Record<string, unknown>[]): Promise<Client> {
    const transport = new StreamableHTTPClientTransport(new URL(harness.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (url, init) => {
        const { method, params } = JSON.parse(String(init?.body ?? '{}'));
        if (method === 'tools/call') sent.push(params);
        return fetch(url, init);
      },
    });
    const client = new Client({ name: 'patient', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transport);
    return client;
  }

  const exists = async (id: string) =>
    (await harness.db.$count(schema.customers, eq(schema.customers.id, id))) === 1;

  test('it is the same call with the same card, and its answer is had as often as it is asked for', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const sent: Record<string, unknown>[] = [];
    const client = await watched(token, sent);
    const call = { name: 'customer_delete', arguments: { customerId: customer.id } };
    const answering = client.callTool(call);
    const card = await harness.card(customer.id);
    while (sent.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    await harness.harness.decide(card.id, 'confirm');
    const answer = await answering;
    expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
    expect(await exists(customer.id)).toBe(false);
    const [{ requestState } = {}] = sent.slice(1);
    expect(requestState).toEqual(expect.any(String));
    expect(
      (await harness.cards()).filter(({ input }) => Object(input).customerId === customer.id),
    ).toHaveLength(1);
    const before = await harness.sent('customer_delete');
    const once = await client.callTool({ ...call, requestState } as typeof call);
    expect(once.structuredContent).toEqual(answer.structuredContent);
    expect(await harness.sent('customer_delete')).toBe(before);
    await client.close();
  });

  test('with other arguments, of another token, or changed, what it brings back runs nothing', async () => {
    const [mine, other] = [await harness.token(), await harness.token()];
    const customer = await harness.harness.office.addCustomer();
    const sent: Record<string, unknown>[] = [];
    const client = await watched(mine.token, sent);
    const call = { name: 'customer_delete', arguments: { customerId: customer.id } };
    const answering = client.callTool(call);
    const card = await harness.card(customer.id);
    while (sent.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const requestState = String(sent[1]?.requestState);
    const elsewhere = { name: 'customer_delete', arguments: { customerId: 'cus_000000000000' } };
    const changed = await client.callTool({ ...elsewhere, requestState } as typeof call);
    expect(JSON.stringify(changed.content)).toContain('other arguments');
    const stranger = await harness.client(other.token);
    for (const state of [requestState, `${requestState}x`, 'x']) {
      const asked = stranger.callTool({ ...call, requestState: state } as typeof call);
      await expect(asked).rejects.toThrow('requestState');
    }
    await harness.harness.decide(card.id, 'cancel');
    expect((await answering).isError).toBe(true);
    expect(await exists(customer.id)).toBe(true);
    for (const one of [client, stranger]) await one.close();
  });
});
