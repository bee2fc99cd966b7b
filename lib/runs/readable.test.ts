/** Reading a record obeys the team's rules for the tool that reads it, and happens no more often than necessary. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { readNow } from '@/lib/agent/readings/readings';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { DESTRUCTIVE, READ_ONLY, WRITE } from '@/mcp/annotations';
import { RunHarness } from './testing/run-harness';

const { calls, policyRules } = schema;

const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
const _meta = { 'amber/record': { tool: 'salary_get', arguments: { id: '$input.id' } } };
const TOOLS = [
  plainTool('salary_get', { annotations: READ_ONLY, inputSchema }),
  plainTool('salary_set', { annotations: DESTRUCTIVE, inputSchema, _meta }),
  plainTool('salary_note', { annotations: WRITE, inputSchema, _meta }),
  plainTool('salary_drop', {
    annotations: DESTRUCTIVE,
    inputSchema,
    _meta: { 'amber/preview': 'salary_get' },
  }),
];

describe.each(testDatabases)('the record of a call on $name', ({ open }) => {
  let harness: RunHarness;
  let server: TestServer;
  let member: Caller;
  let fails = false;
  /** Runs while a call that changes something is in progress. */
  let meanwhile: () => Promise<unknown> = async () => {};

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: async ({ message }, response) => {
        if (message.params?.name === 'salary_set') await meanwhile();
        if (message.params?.name === 'salary_get' && fails)
          return sendResult(response, message, { isError: true, content: [{ type: 'text', text: 'No.' }] });
        const structuredContent = message.params?.name === 'salary_get' ? { salary: 91_234 } : { done: true };
        sendResult(response, message, { content: [], structuredContent });
      },
    });
    harness = await RunHarness.open(await open(), [serverConfig('s', server.url, { trusted: true })]);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['s'] });
    member = await harness.person('member');
  });
  afterAll(async () => {
    await server.close();
    await harness.opened.close();
  });
  beforeEach(async () => {
    fails = false;
    meanwhile = async () => {};
    server.received.length = 0;
    await harness.opened.db.delete(policyRules);
  });

  const read = () => server.received.filter(({ message }) => message.params?.name === 'salary_get').length;

  async function order(tool: string) {
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool, input: { id: 'boss' } }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it', member);
    const [card] = await harness.cards(chatId, 'pending', member);
    const isIt = and(eq(calls.chatId, chatId), eq(calls.step, 1));
    const [call] = await harness.opened.db.select().from(calls).where(isIt);
    return { chatId, card, callId: call?.id ?? '' };
  }
  const now = (callId: string) => {
    const connections = harness.deps.connectionsFor(member);
    const { signal } = new AbortController();
    return readNow({ db: harness.deps.db, caller: member, connections, signal }, callId);
  };

  it('by the model itself nobody reads what the policy lets nobody read', async () => {
    await harness.rule('salary_get', { effect: 'deny', locked: true });
    await order('s__salary_get');
    expect(read()).toBe(0);
  });

  it('is not read for a card where the policy lets nobody run what reads it', async () => {
    await harness.rule('salary_get', { effect: 'deny', locked: true });
    const { card } = await order('s__salary_set');
    expect(JSON.stringify(card?.preview)).not.toContain('91234');
    expect(read()).toBe(0);
  });

  it('nor where two admins are asked about that', async () => {
    await harness.rule('salary_get', { effect: 'two_admins', locked: true });
    const { card } = await order('s__salary_set');
    expect(JSON.stringify(card?.preview)).not.toContain('91234');
  });

  it('nor afterwards, by a press of the person', async () => {
    await harness.rule('salary_get', { effect: 'deny', locked: true });
    const { callId } = await order('s__salary_note');
    const view = await now(callId).catch(() => null);
    expect(JSON.stringify(view?.lines ?? null)).not.toContain('91234');
    expect(read()).toBe(0);
  });

  it('nor by itself right after the call, where the rule came meanwhile', async () => {
    const { card } = await order('s__salary_set');
    expect(JSON.stringify(card?.preview)).toContain('91234');
    meanwhile = () => harness.rule('salary_get', { effect: 'deny', locked: true });
    await harness.decide(card?.id ?? '', 'confirm', undefined, member);
    const names = server.received.map(({ message }) => message.params?.name);
    expect(names).toContain('salary_set');
    expect(names.slice(names.indexOf('salary_set'))).not.toContain('salary_get');
  });

  it('nor once more for the call, where the rule came while the card waited', async () => {
    const { chatId, card } = await order('s__salary_set');
    const before = read();
    await harness.rule('salary_get', { effect: 'deny', locked: true });
    await expect(harness.decide(card?.id ?? '', 'confirm', undefined, member)).rejects.toThrow('has changed');
    expect(read()).toBe(before);
    const [fresh] = await harness.cards(chatId, 'pending', member);
    expect(fresh?.preview).toBeNull();
  });

  it('nor where a tool that is there for everybody says what would go', async () => {
    await harness.rule('salary_get', { effect: 'deny', locked: true });
    const { card } = await order('s__salary_drop');
    expect(card?.preview).toBeNull();
    expect(read()).toBe(0);
  });

  it('is read once for many presses at once, and again only seconds later', async () => {
    const { callId } = await order('s__salary_note');
    fails = true;
    await Promise.all(Array.from({ length: 30 }, () => now(callId).catch(() => null)));
    expect(read()).toBe(1);
    await expect(now(callId)).rejects.toThrow('just now');
    expect(read()).toBe(1);
    const { db } = harness.opened;
    await db.update(calls).set({ createdAt: sql`${calls.createdAt} - interval '1 minute'` });
    fails = false;
    expect(JSON.stringify(await now(callId))).toContain('91234');
    expect(read()).toBe(2);
  });
});
