/**
 * A person looks up a record named in a result: by an order, with a read-only tool that takes its id, and without
 * asking a model.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { lift, stopAtOnce } from '@/lib/rules/halting';
import { createChat } from '../chats';
import { driveRun } from '../drive';
import { RunHarness } from '../testing/run-harness';
import { beginLookUp, lookUpsOffered, lookUpTools } from './look-up';

describe.each(testDatabases.slice(0, 1))('looking up on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  const OF = { server: 'amber', argument: 'customerId' };
  const from = (caller = harness.admin) => {
    const { db, connectionsFor } = harness.deps;
    return { db, caller, connections: connectionsFor(caller) };
  };
  const offered = async (of = OF) => (await lookUpTools(from().connections, of)).map(({ name }) => name);

  it('is offered what only reads and needs nothing but the id', async () => {
    const names = await offered();
    expect(names).toEqual(expect.arrayContaining(['customers_get', 'orders_list', 'invoices_list']));
    expect(names.filter((name) => /delete|update|create/.test(name))).toEqual([]);
    expect(await offered({ ...OF, argument: 'constructor' })).toEqual([]);
    expect(await offered({ ...OF, server: 'elsewhere' })).toEqual([]);
  });

  it('is a call of its own, in the person’s name, which the model is not asked about', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await createChat(opened.db, harness.admin);
    const asked = harness.prompts.length;
    const order = { ...OF, tool: 'customers_get', value: customer.id };
    const begun = await beginLookUp(from(), chatId, order, async (title) => `${title}: ${customer.id}`);
    await driveRun(harness.deps, harness.admin, begun).done;
    expect(harness.prompts).toHaveLength(asked);
    const [question, answer] = await harness.messages(chatId);
    expect(question?.parts).toMatchObject([
      { type: 'text', text: `Get a customer: ${customer.id}` },
      {
        type: 'data-order',
        data: { server: 'amber', tool: 'customers_get', input: { customerId: customer.id } },
      },
    ]);
    expect(JSON.stringify(answer?.parts)).toContain(customer.name);
  });

  it('is offered in one’s own chat alone, and not what an admin has stopped', async () => {
    const member = await harness.person('member');
    const chatId = await createChat(opened.db, member);
    const asked = async (caller: typeof member, id = chatId) =>
      (await lookUpsOffered(from(caller), id, OF)).map(({ name }) => name);
    expect(await asked(member)).toContain('customers_get');
    const missing = { code: 'not_found' };
    await expect(asked(harness.admin)).rejects.toMatchObject(missing);
    await expect(asked({ ...harness.admin, userId: 'other', teamId: 'other' })).rejects.toMatchObject(
      missing,
    );
    await expect(asked(member, 'none')).rejects.toMatchObject(missing);
    const halt = { kind: 'tool', server: 'amber', tool: 'customers_get', userId: null, reason: 'Repair.' };
    const { halts } = await stopAtOnce(opened.db, harness.admin, { ...halt, kind: 'tool' });
    const left = await asked(member);
    expect(left).not.toContain('customers_get');
    expect(left).toContain('orders_list');
    for (const { id } of halts) await lift(opened.db, harness.admin, id);
    const whole = { ...halt, kind: 'server' as const, tool: null };
    for (const { id } of (await stopAtOnce(opened.db, harness.admin, whole)).halts) {
      expect(await asked(member)).toEqual([]);
      await lift(opened.db, harness.admin, id);
    }
  });

  it('orders nothing that is not offered, and in nobody else’s chat', async () => {
    const chatId = await createChat(opened.db, harness.admin);
    const begin = (tool: string, caller = harness.admin) =>
      beginLookUp(from(caller), chatId, { ...OF, tool, value: 'cus_1' }, async (title) => title);
    await expect(begin('customer_delete')).rejects.toMatchObject({ code: 'not_found' });
    await expect(begin('team_members_list')).rejects.toMatchObject({ code: 'not_found' });
    const other = await harness.person('admin');
    await expect(begin('customers_get', other)).rejects.toMatchObject({ code: 'not_found' });
    expect(await harness.messages(chatId)).toEqual([]);
  });
});
