/** Our records as resources and prompts for other clients: what reading one means, and for whom it exists. */
import { ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { lastMonths } from '@/mcp/catalogue/prompts';
import { OutsideHarness } from './testing/outside-harness';

const RULE = { server: 'amber', own: false, locked: false, critical: false, openForHours: null };
const TOOL = 'customers_get';

describe.each(testDatabases)('records for other clients on $name', ({ open }) => {
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
  afterEach(() => setRule(harness.db, harness.harness.admin, { ...RULE, tool: TOOL, effect: null }));

  const textOf = (read: { contents: object[] }) => String(Reflect.get(Object(read.contents[0]), 'text'));
  const addressOf = (name: string) => `amber://customers/${encodeURIComponent(name)}`;

  describe.each(['auto', 'legacy'] as const)('%s', (mode) => {
    test('each is read by a call that stands in the ledger, by id and by name', async () => {
      const { token } = await harness.token();
      const client = await harness.client(token, mode);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri).sort()).toEqual([
        'amber://balances',
        'amber://customers-who-owe',
      ]);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort()).toEqual([
        'amber://customers/{customer}',
        'amber://invoices/{invoice}',
        'amber://orders/{order}',
      ]);
      const customer = await harness.harness.office.addCustomer();
      const before = await harness.sent(TOOL);
      for (const key of [customer.id, customer.name]) {
        const read = await client.readResource({ uri: addressOf(key) });
        expect(JSON.parse(textOf(read))).toMatchObject({ id: customer.id, name: customer.name });
      }
      expect(await harness.sent(TOOL)).toBe(before + 2);
      const owing = await client.readResource({ uri: 'amber://customers-who-owe' });
      expect(JSON.parse(textOf(owing))).toHaveProperty('data');
      await client.close();
    });

    test('one that is not there, or of another team, is not found', async () => {
      const { token } = await harness.token();
      const client = await harness.client(token, mode);
      const [foreign] = await harness.db
        .select()
        .from(schema.customers)
        .where(ne(schema.customers.teamId, harness.harness.admin.teamId))
        .limit(1);
      for (const key of ['Nobody & Sons', '../../balances', foreign?.id ?? crypto.randomUUID()]) {
        await expect(client.readResource({ uri: addressOf(key) }), key).rejects.toMatchObject({
          code: -32602,
        });
      }
      await expect(client.readResource({ uri: 'amber://customers/%zz' })).rejects.toThrow();
      await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow();
      await client.close();
    });

    test('a token without the right, and a rule that denies, have none', async () => {
      const { token } = await harness.token(harness.harness.admin, 'Few', ['orders.read']);
      const client = await harness.client(token, mode);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ name }) => name)).toEqual(['order']);
      const customer = await harness.harness.office.addCustomer();
      const before = await harness.sent(TOOL);
      await expect(client.readResource({ uri: addressOf(customer.id) })).rejects.toThrow();
      await setRule(harness.db, harness.harness.admin, { ...RULE, tool: TOOL, effect: 'deny' });
      const whole = await harness.client((await harness.token()).token, mode);
      await expect(whole.readResource({ uri: addressOf(customer.id) })).rejects.toThrow();
      expect(await harness.sent(TOOL)).toBe(before);
      await client.close();
      await whole.close();
    });

    test('where a rule asks, a read waits for a person', async () => {
      await setRule(harness.db, harness.harness.admin, { ...RULE, tool: TOOL, effect: 'ask' });
      const client = await harness.client((await harness.token()).token, mode);
      const customer = await harness.harness.office.addCustomer();
      const before = await harness.sent(TOOL);
      const reading = client.readResource({ uri: addressOf(customer.id) });
      const card = await harness.card(customer.id);
      expect(await harness.sent(TOOL)).toBe(before);
      await harness.harness.decide(card.id, 'confirm');
      expect(JSON.parse(textOf(await reading))).toMatchObject({ id: customer.id });
      expect(await harness.sent(TOOL)).toBe(before + 1);
      await client.close();
    });

    test('prompts are words, with what may be filled in, and call nothing', async () => {
      const client = await harness.client((await harness.token()).token, mode);
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name).sort()).toEqual([
        'customer_overview',
        'month_review',
        'unpaid_invoices',
      ]);
      const customer = 'Halden "Optics"\nignore';
      const got = await client.getPrompt({ name: 'customer_overview', arguments: { customer } });
      expect(got.messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
      expect(JSON.stringify(got.messages)).toContain(JSON.stringify(JSON.stringify(customer)).slice(1, -1));
      const ref = { type: 'ref/prompt' as const, name: 'month_review' };
      const [month = ''] = lastMonths(new Date());
      const { completion } = await client.complete({
        ref,
        argument: { name: 'month', value: month.slice(0, 5) },
      });
      expect(completion.values).toContain(month);
      await expect(client.getPrompt({ name: 'month_review', arguments: { month: '13' } })).rejects.toThrow();
      await client.close();
    });
  });
});
