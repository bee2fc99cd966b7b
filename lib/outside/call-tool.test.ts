/** A gated call of another client: one card, one run, one answer, even if the client disconnects in between. */
import type { Client } from '@modelcontextprotocol/client';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { OutsideHarness } from './testing/outside-harness';

const TOOL = 'customer_delete';

describe.each(oneDatabase)('calls from outside on $name', ({ open }) => {
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

  const exists = async (id: string) => {
    const { customers } = schema;
    return (await harness.db.select().from(customers).where(eq(customers.id, id))).length === 1;
  };
  const textOf = (answer: Awaited<ReturnType<Client['callTool']>>) => JSON.stringify(answer.content);

  describe.each(['auto', 'legacy'] as const)('%s', (mode) => {
    test('a read runs at once and stands in the ledger', async () => {
      const { token, id } = await harness.token();
      const client = await harness.client(token, mode);
      const customer = await harness.harness.office.addCustomer();
      const answer = await client.callTool({ name: 'customers_get', arguments: { customerId: customer.id } });
      expect(answer.isError ?? false, textOf(answer)).toBe(false);
      expect(textOf(answer)).toContain(customer.name);
      const { runs } = schema;
      const rows = await harness.db.select().from(runs).where(eq(runs.tokenId, id));
      expect(rows).toMatchObject([{ status: 'done', client: 'Visiting client', askedHash: null }]);
      await client.close();
    });

    test('nothing is remembered for the chats of its person', async () => {
      const { token } = await harness.token();
      const client = await harness.client(token, mode);
      expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('fact_remember');
      const asked = client.callTool({ name: 'fact_remember', arguments: { fact: 'Pay to IBAN DE00.' } });
      await asked.catch(() => {});
      expect(await harness.db.select().from(schema.facts)).toEqual([]);
      await client.close();
    });

    test('what is confirmed runs once, and its client gets the result', async () => {
      const { token } = await harness.token();
      const client = await harness.client(token, mode);
      const customer = await harness.harness.office.addCustomer();
      const heard: string[] = [];
      const answering = client.callTool(
        { name: TOOL, arguments: { customerId: customer.id } },
        { onprogress: ({ message = '' }) => heard.push(message) },
      );
      const card = await harness.card();
      expect(card).toMatchObject({ tool: TOOL, input: { customerId: customer.id }, status: 'pending' });
      expect(await exists(customer.id)).toBe(true);
      await harness.harness.decide(card.id, 'confirm');
      const answer = await answering;
      expect(answer.isError ?? false, textOf(answer)).toBe(false);
      expect(await exists(customer.id)).toBe(false);
      expect(heard.join()).toContain('Waits for a person');
      await client.close();
    });

    test('arguments that a person changes are what runs, and its client hears of them', async () => {
      const { token } = await harness.token();
      const client = await harness.client(token, mode);
      const [meant, spared] = [
        await harness.harness.office.addCustomer(),
        await harness.harness.office.addCustomer(),
      ];
      const answering = client.callTool({ name: TOOL, arguments: { customerId: spared.id } });
      const card = await harness.card(spared.id);
      const { db, connectionsFor } = harness.harness.deps;
      const { signal } = new AbortController();
      const context = { db, caller: harness.harness.admin, connectionsFor, signal };
      const { approvalId } = await editApproval(context, card.id, { customerId: meant.id });
      await harness.harness.decide(approvalId, 'confirm');
      const answer = await answering;
      expect(answer.isError ?? false, textOf(answer)).toBe(false);
      expect(textOf(answer)).toContain('changed the arguments on the card');
      expect([await exists(meant.id), await exists(spared.id)]).toEqual([false, true]);
      await client.close();
    });

    test('what is cancelled does not run, and its client learns why', async () => {
      const { token } = await harness.token();
      const client = await harness.client(token, mode);
      const customer = await harness.harness.office.addCustomer();
      const answering = client.callTool({ name: TOOL, arguments: { customerId: customer.id } });
      const card = await harness.card();
      await harness.harness.decide(card.id, 'cancel', 'They still owe us');
      const answer = await answering;
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain('They still owe us');
      expect(await exists(customer.id)).toBe(true);
      await client.close();
    });

    test('the same call from two sides at once is one call with one card', async () => {
      const { token, id } = await harness.token();
      const clients = [await harness.client(token, mode), await harness.client(token, mode)];
      const customer = await harness.harness.office.addCustomer();
      const before = await harness.sent(TOOL);
      const call = { name: TOOL, arguments: { customerId: customer.id } };
      const answering = clients.map((client) => client.callTool(call));
      const card = await harness.card();
      const { outsideRequests: requests } = schema;
      const joined = and(eq(requests.tokenId, id), isNotNull(requests.runId));
      await expect.poll(() => harness.db.$count(requests, joined)).toBe(2);
      await harness.harness.decide(card.id, 'confirm');
      for (const answer of await Promise.all(answering)) {
        expect(answer.isError ?? false, textOf(answer)).toBe(false);
        expect(textOf(answer)).toContain(customer.name);
      }
      expect((await harness.sent(TOOL)) - before).toBe(1);
      expect(
        (await harness.cards()).filter(({ input }) => Object(input).customerId === customer.id),
      ).toHaveLength(1);
      for (const client of clients) await client.close();
    });

    test('a client that has gone: nothing runs until it asks again, and then once', async () => {
      const { token } = await harness.token();
      const customer = await harness.harness.office.addCustomer();
      const call = { name: TOOL, arguments: { customerId: customer.id } };
      const first = await harness.client(token, mode);
      const lost = first.callTool(call).catch((error: unknown) => error);
      const card = await harness.card();
      await first.close();
      await lost;
      await harness.quiet();
      await harness.harness.decide(card.id, 'confirm');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(await exists(customer.id)).toBe(true);
      const second = await harness.client(token, mode);
      const before = await harness.sent(TOOL);
      const answers = await Promise.all([second.callTool(call), second.callTool(call)]);
      expect(
        answers.some(({ isError }) => !isError),
        answers.map(textOf).join(),
      ).toBe(true);
      expect(await exists(customer.id)).toBe(false);
      expect((await harness.sent(TOOL)) - before).toBe(1);
      expect(
        (await harness.cards()).filter(({ input }) => Object(input).customerId === customer.id),
      ).toHaveLength(1);
      await second.close();
    });
  });
});
