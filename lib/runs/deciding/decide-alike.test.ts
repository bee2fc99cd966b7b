/**
 * Several cards of one tool at once: each is a decision of its own, and only those that differ from what was shown are
 * refused.
 */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '../testing/run-harness';
import { decideAlike } from './decide-alike';

const { approvals, confirmations, policyRules, receipts } = schema;

const DROPS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
const TOOLS = [
  plainTool('drop', { annotations: DROPS, inputSchema, _meta: { 'amber/preview': 'what' } }),
  plainTool('what', { annotations: READS, inputSchema, _meta: { 'amber/companion': true } }),
  plainTool('throw', { annotations: DROPS, inputSchema }),
];

describe.each(testDatabases)('alike calls on $name', ({ open }) => {
  let harness: RunHarness;
  let server: TestServer;
  let member: Caller;
  let executed: string[] = [];
  /** The companion's answer about a record. */
  let values: Record<string, string> = {};

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: async ({ message }, response) => {
        const { name, arguments: input } = message.params ?? {};
        const { id } = Object(input);
        if (name === 'what') {
          const lines = [{ label: 'Record', value: values[id] ?? 'as it was' }];
          return sendResult(response, message, { content: [], structuredContent: { lines } });
        }
        executed.push(`${name} ${id}`);
        sendResult(response, message, { content: [{ type: 'text', text: 'done' }] });
      },
    });
    const { url } = server;
    harness = await RunHarness.open(await open(), [
      serverConfig('s', url, { trusted: true }),
      serverConfig('stranger', url),
    ]);
    member = await harness.person('member');
  });
  afterAll(async () => {
    await server.close();
    await harness.opened.close();
  });
  beforeEach(async () => {
    executed = [];
    values = {};
    await harness.opened.db.delete(policyRules);
  });

  /** Cards of one step, oldest first. */
  async function waiting(name: string, ids: string[], caller = member, server = 's') {
    const { tools } = await harness.connectionsFor(caller).list();
    const tool = tools.find((one) => one.server === server && one.name === name)?.modelName ?? '';
    const chatId = await harness.chat(caller);
    harness.steps({ calls: ids.map((id) => ({ tool, input: { id } })) });
    await harness.say(chatId, 'Go', caller);
    const cards = await harness.cards(chatId, 'pending', caller);
    const sorted = ids.flatMap((id) => cards.filter(({ input }) => Object(input).id === id));
    return { chatId, cards: sorted, calls: sorted.map(({ id, shown }) => ({ id, shown })) };
  }

  async function say(
    decision: 'confirm' | 'cancel',
    calls: { id: string; shown: string }[],
    caller: Caller = member,
    mayGoOn?: () => boolean,
  ) {
    const { signal } = new AbortController();
    const deciding = { caller, signal, stepUp: async () => {} };
    const { outcomes, live } = await decideAlike(harness.deps, deciding, { decision, calls }, mayGoOn);
    await Promise.all(live.map(({ done }) => done));
    return outcomes.map((one) => ('error' in one ? one.error.code : one.status));
  }

  it('confirms each, with a confirmation and a receipt of its own', async () => {
    const { calls } = await waiting('drop', ['a', 'b', 'c']);
    expect(await say('confirm', calls)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(executed).toEqual(['drop a', 'drop b', 'drop c']);
    const { db } = harness.opened;
    for (const { id } of calls) {
      expect(await db.select().from(confirmations).where(eq(confirmations.approvalId, id))).toHaveLength(1);
      const told = (await db.select().from(receipts).orderBy(asc(receipts.id))).filter(
        ({ body }) => JSON.parse(body ?? '{}').approval === id,
      );
      expect(told.map(({ kind }) => kind)).toEqual(['asked', 'decided', 'confirmed']);
    }
    // Again: it stays as decided, and nothing runs twice.
    expect(await say('confirm', calls)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(executed).toHaveLength(3);
  });

  it('refuses for that call alone what has changed since; it stays as a card', async () => {
    const { chatId, calls } = await waiting('drop', ['a', 'b', 'c']);
    values = { b: 'another' };
    expect(await say('confirm', calls)).toEqual(['confirmed', 'changed', 'confirmed']);
    expect(executed).toEqual([]);
    const [card] = await harness.cards(chatId, 'pending', member);
    expect(card).toMatchObject({ input: { id: 'b' }, changed: ['preview'] });
    // Its own card shows what has changed.
    const { id = '', shown = '' } = card ?? {};
    expect(await say('confirm', [{ id, shown }])).toEqual(['forbidden']);
    await harness.decide(id, 'confirm');
    expect(executed).toEqual(['drop a', 'drop b', 'drop c']);
  });

  it('takes only what the list has shown', async () => {
    const { chatId, calls } = await waiting('drop', ['a', 'b']);
    const [one, other] = calls;
    const swapped = calls.map(({ id }) => ({
      id,
      shown: id === one?.id ? (other?.shown ?? '') : (one?.shown ?? ''),
    }));
    expect(await say('confirm', swapped)).toEqual(['conflict', 'conflict']);
    expect(await harness.cards(chatId, 'pending', member)).toHaveLength(2);
    expect(executed).toEqual([]);
  });

  it('leaves out what asks for more than one look, and what nobody vouches for', async () => {
    const stranger = await waiting('drop', ['a', 'b'], member, 'stranger');
    expect(await say('confirm', stranger.calls)).toEqual(['forbidden', 'forbidden']);
    await harness.rule('drop', { effect: 'two_admins' });
    const two = await waiting('drop', ['a', 'b']);
    expect(await say('confirm', two.calls, harness.admin)).toEqual(['forbidden', 'forbidden']);
    await harness.rule('drop', { critical: true });
    const critical = await waiting('drop', ['a', 'b']);
    expect(await say('confirm', critical.calls)).toEqual(['forbidden', 'forbidden']);
    const { db } = harness.opened;
    for (const { id } of [...stranger.calls, ...two.calls, ...critical.calls]) {
      expect(await db.select().from(confirmations).where(eq(confirmations.approvalId, id))).toEqual([]);
    }
    // Cancelling them together is allowed.
    expect(await say('cancel', critical.calls)).toEqual(['cancelled', 'cancelled']);
    expect(executed).toEqual([]);
  });

  it('leaves out what its card says more of: that it asks for what happened, and whose arguments it has', async () => {
    const { db } = harness.opened;
    const { calls } = await waiting('drop', ['a', 'b', 'c', 'd']);
    const [repeated, outside, edited, plain] = calls.map(({ id }) => id);
    const change = (id = '', values: Partial<typeof approvals.$inferInsert>) =>
      db.update(approvals).set(values).where(eq(approvals.id, id));
    await change(repeated, { rule: 'repeated' });
    await change(outside, { rule: 'outside' });
    await change(edited, { edited: { by: { id: harness.admin.userId, name: 'Eve' }, before: '{}' } });
    expect(await say('confirm', calls)).toEqual(['forbidden', 'forbidden', 'forbidden', 'confirmed']);
    const told = await db.select().from(confirmations);
    expect(told.filter(({ approvalId }) => calls.some(({ id }) => id === approvalId))).toMatchObject([
      { approvalId: plain },
    ]);
    expect(executed).toEqual([]);
  });

  it('begins no further call once its time is over: the others wait as they did', async () => {
    const { chatId, calls } = await waiting('drop', ['a', 'b', 'c']);
    let left = 2;
    expect(await say('confirm', calls, member, () => left-- > 0)).toEqual([
      'confirmed',
      'confirmed',
      'unavailable',
    ]);
    const cards = await harness.cards(chatId, 'pending', member);
    expect(cards.map(({ id }) => id)).toEqual([calls[2]?.id]);
    expect(await say('confirm', calls)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(executed).toEqual(['drop a', 'drop b', 'drop c']);
  });

  it('becomes stricter between sight and click: a card for two admins takes its place', async () => {
    const { chatId, calls } = await waiting('drop', ['a', 'b']);
    await harness.rule('drop', { effect: 'two_admins' });
    expect(await say('confirm', calls)).not.toContain('confirmed');
    const cards = await harness.cards(chatId, 'pending', member);
    expect(cards.map(({ requirement }) => requirement)).toEqual(['two_admins', 'two_admins']);
    expect(executed).toEqual([]);
  });

  it('decides nothing of different tools, and nothing for whom it is none of their business', async () => {
    const drops = await waiting('drop', ['a']);
    const throws = await waiting('throw', ['a']);
    await expect(say('confirm', [...drops.calls, ...throws.calls])).rejects.toMatchObject({
      code: 'bad_request',
    });
    const other = await harness.person('member');
    expect(await say('confirm', drops.calls, other)).toEqual(['not_found']);
    const viewer = await harness.person('viewer');
    expect(await say('cancel', drops.calls, viewer)).toEqual(['not_found']);
    const { db } = harness.opened;
    const [row] = await db
      .select()
      .from(approvals)
      .where(eq(approvals.id, drops.calls[0]?.id ?? ''));
    expect(row?.status).toBe('pending');
    // The cards that the person may decide are decided all the same.
    const own = await waiting('drop', ['c'], other);
    expect(await say('confirm', [...drops.calls, ...own.calls], other)).toEqual(['not_found', 'confirmed']);
    expect(executed).toEqual(['drop c']);
  });
});
