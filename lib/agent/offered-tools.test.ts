/** A turn with 500 tools on five servers besides our own: the few that are offered run, and the rest do not. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { type ManyTools, startManyTools } from '@/lib/runs/testing/many-tools';
import { RunHarness, type Step } from '@/lib/runs/testing/run-harness';
import { listCallsOfRun } from '@/lib/store/calls';
import { updateOffered } from '@/lib/store/runs';
import { executeCall } from './calling/execute-call';
import { Gate } from './gate';

const { customers, runs } = schema;

describe.each(oneDatabase)('the tools a turn is offered, on $name', ({ open }) => {
  let many: ManyTools;
  let harness: RunHarness;

  beforeAll(async () => {
    many = await startManyTools();
    harness = await RunHarness.open(await open(), many.servers, {});
  });
  afterAll(async () => {
    await many.close();
    await harness.opened.close();
  });
  beforeEach(() => {
    harness.prompts.length = 0;
    many.executed.length = 0;
  });

  /** The tools that the model was offered in each of its steps. */
  const offered = () => harness.prompts.map(({ tools }) => (tools ?? []).map(({ name }) => name));
  const instructions = () =>
    harness.prompts.map(({ prompt }) => String(prompt.find(({ role }) => role === 'system')?.content));
  const names = (text: string) =>
    [...text.matchAll(/^- ([A-Za-z0-9_-]+)(?: \([^)]*\))?: "/gm)].map((match) => match[1]);

  async function runOf(chatId: string) {
    const found = await harness.deps.db
      .select()
      .from(runs)
      .where(eq(runs.chatId, chatId))
      .orderBy(runs.createdAt);
    return found.at(-1) ?? expect.fail('There is no run.');
  }

  const call = (tool: string, input: unknown): Step => ({ calls: [{ tool, input }] });

  async function listed(): Promise<{ all: number; characters: number }> {
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const told = tools.map(({ modelName, description, inputSchema }) => ({
      name: modelName,
      description,
      inputSchema,
    }));
    return { all: tools.length, characters: JSON.stringify(told).length };
  }

  /** Every step's set contains that of the previous one, in its order, and the instructions name exactly these. */
  function expectGrowing(): void {
    const steps = offered();
    for (const [at, step] of steps.entries()) {
      const before = steps[at - 1] ?? [];
      expect(step.slice(0, before.length)).toEqual(before);
      expect(names(instructions()[at] ?? '').sort()).toEqual([...step].sort());
      expect(instructions()[at]?.startsWith(instructions()[at - 1] ?? '')).toBe(true);
    }
  }

  async function callsIn(chatId: string): Promise<string[]> {
    const rows = await listCallsOfRun(harness.deps.db, (await runOf(chatId)).id);
    return rows.map(({ modelTool, status }) => `${modelTool} ${status}`);
  }

  it('tells the story of a customer, its order, an invoice and the deletion with twelve of them', async () => {
    const { id: customerId, name } = await harness.office.addCustomer({ name: 'Acme Tools' });
    await harness.office.addOrder(customerId);
    const chatId = await harness.chat();
    const sent: typeof harness.prompts = [];
    const turn = async (text: string, ...steps: Step[]) => {
      harness.prompts.length = 0;
      harness.steps(...steps);
      await harness.say(chatId, text);
      const asked = await harness.cards(chatId, 'pending');
      for (const { id } of asked) await harness.decide(id, 'confirm');
      expect(offered()[0]).toHaveLength(12);
      expectGrowing();
      const { offered: kept } = await runOf(chatId);
      expect(kept?.flatMap(({ tools }) => tools)).toEqual(offered().at(-1));
      sent.push(...harness.prompts);
      return asked.map(({ tool }) => tool);
    };

    const reads = [call('customers_list', { name }), call('orders_list', { customerId })];
    await turn(`Which orders does the customer ${name} have?`, ...reads);
    expect(await callsIn(chatId)).toEqual(['customers_list success', 'orders_list success']);
    const lines = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }];
    await turn('Draft an invoice for that order.', call('invoice_create_draft', { customerId, lines }));
    expect(await callsIn(chatId)).toEqual(['invoice_create_draft success']);
    const cards = await turn('Now delete the customer.', call('customer_delete', { customerId }));
    expect(cards).toEqual(['customer_delete']);
    expect(await callsIn(chatId)).toEqual(['customer_delete success']);
    expect(await harness.deps.db.select().from(customers).where(eq(customers.id, customerId))).toEqual([]);
    report(await listed(), sent);
  });

  it('lets the model look for what the message did not bring, and call it in the next step', async () => {
    const chatId = await harness.chat();
    harness.steps(
      call('desk__ticket_list', {}),
      call('search_tools', { query: 'list the tickets' }),
      call('desk__ticket_list', {}),
    );
    await harness.say(chatId, 'How is the weather?');
    const [first, second, third] = offered();
    expect(first).not.toContain('desk__ticket_list');
    expect(second).toEqual(first);
    expect(third).toContain('desk__ticket_list');
    expectGrowing();
    expect(many.executed).toEqual(['desk ticket_list']);
    expect(await callsIn(chatId)).toEqual(['search_tools success', 'desk__ticket_list success']);
    const said = JSON.stringify(harness.prompts[1]?.prompt);
    expect(said).toContain('was not offered to you, and nothing ran. Look for it with search_tools');
    expect(said).not.toContain('Available tools');
  });

  it('offers after a crash what was offered before, and what it found', async () => {
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: 'first', text: 'Which orders are open?' });
    const before = ['search_tools', 'desk__ticket_list', 'shop__basket_get'];
    await updateOffered(harness.deps.db, { runId: run.id, fence: run.fence }, [{ step: 1, tools: before }]);
    const dead = { owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` };
    await harness.deps.db.update(runs).set(dead).where(eq(runs.id, run.id));
    harness.steps(call('desk__ticket_list', {}));
    await harness.recover();
    expect(offered()).toEqual([before, before]);
    expect(many.executed).toEqual(['desk ticket_list']);
    // A process that was fenced off no longer writes.
    await updateOffered(harness.deps.db, { runId: run.id, fence: run.fence }, []);
    expect((await runOf(chatId)).offered).toEqual([{ step: 1, tools: before }]);
  });

  it('refuses at the gate what was not offered, whoever asks for it', async () => {
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: 'first', text: 'first' });
    const connections = harness.deps.connectionsFor(harness.admin);
    const { tools } = await connections.list();
    const context = {
      db: harness.deps.db,
      caller: harness.admin,
      chatId,
      runId: run.id,
      connections,
      tell: () => {},
      fence: { runId: run.id, fence: run.fence },
      signal: new AbortController().signal,
    };
    const byName = new Map(tools.map((tool) => [tool.modelName, tool]));
    const gate = new Gate(
      context,
      { tools: byName, isOffered: (name) => name === 'customers_list' },
      new Map(),
    );
    gate.beginStep(1);
    const ticket = byName.get('desk__ticket_list') ?? expect.fail();
    const asked = { toolCallId: 'a', toolName: ticket.modelName, input: {} };
    expect(await gate.judge(asked)).toBe(undefined);
    const { signal } = context;
    const execution = { context, gate, tool: ticket, toolCallId: 'a', input: {}, signal };
    await expect(executeCall(execution)).rejects.toThrow(/search_tools/);
    expect(await callsIn(chatId)).toEqual(['desk__ticket_list error']);
    expect(many.executed).toEqual([]);
    expect(await gate.judge({ toolCallId: 'b', toolName: 'customers_list', input: {} })).toBe(undefined);
    expect(gate.refusalOf('b')).toBe(undefined);
  });

  it('gives no place to what a viewer may not call, and none to what destroys unless that is asked for', async () => {
    const viewer = await harness.person('viewer');
    const riskOf = new Map(
      (await harness.deps.connectionsFor(viewer).list()).tools.map((tool) => [tool.modelName, tool.risk]),
    );
    const risksIn = (at: number) => new Set(offered()[at]?.map((name) => riskOf.get(name) ?? 'read-only'));
    harness.steps();
    await harness.say(await harness.chat(viewer), 'Delete the coupon and the customer', viewer);
    expect(offered()[0]?.length).toBeGreaterThan(3);
    expect(risksIn(0)).toEqual(new Set(['read-only']));
    await harness.say(await harness.chat(), 'Show me the coupons of the customer');
    expect(risksIn(1)).not.toContain('destructive');
    await harness.say(await harness.chat(), 'Delete the coupon of the customer');
    expect(offered()[2]).toContain('shop__coupon_delete');
  });

  it('takes over what the last answer used, but for what destroys', async () => {
    const chatId = await harness.chat();
    const id = { id: '7' };
    harness.steps(call('shop__coupon_get', id), call('shop__coupon_delete', id));
    await harness.say(chatId, 'Show me the coupon, then delete the coupon');
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    expect(many.executed).toEqual(['shop coupon_get', 'shop coupon_delete']);
    harness.prompts.length = 0;
    await harness.say(chatId, 'And number 8?');
    expect(offered()[0]).toContain('shop__coupon_get');
    expect(offered()[0]).not.toContain('shop__coupon_delete');
  });

  it('finds by a search what destroys, where the message named no such deed', async () => {
    harness.steps(
      call('search_tools', { query: 'delete a coupon' }),
      call('shop__coupon_delete', { id: '7' }),
    );
    const chatId = await harness.chat();
    await harness.say(chatId, 'Number 7 as well, please');
    expect(offered()[0]).not.toContain('shop__coupon_delete');
    expect(offered()[1]).toContain('shop__coupon_delete');
    expect(await harness.cards(chatId, 'pending')).toHaveLength(1);
    expect(many.executed).toEqual([]);
  });
});

/** Tokens estimated at four characters each. */
function report(
  { all, characters }: { all: number; characters: number },
  prompts: readonly { tools?: unknown }[],
): void {
  const sent = prompts.reduce((sum, { tools }) => sum + JSON.stringify(tools ?? []).length, 0);
  const without = characters * prompts.length;
  const tokens = (count: number) => Math.round(count / 4).toLocaleString('en');
  const saved = Math.round(100 * (1 - sent / without));
  process.stdout.write(
    `Tool definitions in ${prompts.length} steps: ${tokens(sent)} tokens instead of ${tokens(without)} (${all} tools), ${saved} % saved.\n`,
  );
  expect(sent).toBeLessThan(without / 5);
}
