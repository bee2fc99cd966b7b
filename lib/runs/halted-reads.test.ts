/**
 * What Amber reads of a server beside the conversation is not sent to it once an admin has stopped it, also where it
 * waited for a slot at that server meanwhile.
 */
import type { ServerResponse } from 'node:http';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { readNow } from '@/lib/agent/readings/readings';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import type { Halt } from '@/lib/policy/halts';
import { lift, readHalts, stopAtOnce } from '@/lib/rules/halting';
import { checkUnknownCall } from '@/lib/unknowns/check-unknown-call';
import { DESTRUCTIVE, READ_ONLY, WRITE } from '@/mcp/annotations';
import { RunHarness } from './testing/run-harness';

const { calls, callReadings } = schema;

const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const companion = { 'amber/companion': true };
const TOOLS = [
  plainTool('add', { annotations: WRITE, inputSchema }),
  plainTool('get', { annotations: READ_ONLY, inputSchema }),
  plainTool('set', {
    annotations: DESTRUCTIVE,
    inputSchema,
    _meta: { 'amber/record': { tool: 'get', arguments: { id: '$input.id' } } },
  }),
  plainTool('put', {
    annotations: { ...WRITE, idempotentHint: false },
    inputSchema,
    _meta: { 'amber/lookup': 'put_lookup' },
  }),
  plainTool('put_lookup', { annotations: READ_ONLY, _meta: companion }),
];
const { signal } = new AbortController();

describe.each(testDatabases)('reads of a stopped server on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let server: TestServer;
  let second: Caller;
  /** The names of the tools that the server was called for. */
  let executed: string[] = [];
  /** Runs before the server answers. */
  let before: (name: string, response: ServerResponse) => unknown;

  beforeAll(async () => {
    opened = await open();
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: async ({ message }, response) => {
        const name = String(message.params?.name);
        executed.push(name);
        await before(name, response);
        const structuredContent = name === 'put_lookup' ? { happened: true } : { title: 'Alpha' };
        if (!response.destroyed) sendResult(response, message, { content: [], structuredContent });
      },
    });
    const config = serverConfig('s', server.url, { trusted: true, maxConcurrency: 1 });
    harness = await RunHarness.open(opened, [config]);
    second = await harness.person('admin');
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });
  beforeEach(() => {
    executed = [];
    before = () => {};
  });
  afterEach(async () => {
    for (const { id } of (await readHalts(opened.db, harness.admin)).halts)
      await lift(opened.db, harness.admin, id);
  });

  const NOTHING = { server: null, tool: null, userId: null, reason: 'It is down for repair.' };
  const HALTS: [string, () => Halt][] = [
    ['the server', () => ({ ...NOTHING, kind: 'server', server: 's' })],
    ['the tool', () => ({ ...NOTHING, kind: 'tool', server: 's', tool: 'get' })],
    ['the person', () => ({ ...NOTHING, kind: 'person', userId: second.userId })],
  ];
  const stopServer = () => stopAtOnce(opened.db, harness.admin, { ...NOTHING, kind: 'server', server: 's' });
  const connections = () => harness.deps.connectionsFor(second);
  const toolNamed = async (name: string) => {
    const found = (await connections().list()).tools.find((one) => one.name === name);
    if (!found) throw new Error(`There is no tool ${name}.`);
    return found;
  };
  const rowsOf = (chatId: string, tool: string) =>
    opened.db
      .select()
      .from(calls)
      .where(and(eq(calls.chatId, chatId), eq(calls.tool, tool)));

  /** A call of this tool that has ended, in a chat of the second admin. */
  async function called(tool: string, id = 'a') {
    const chatId = await harness.chat(second);
    harness.steps({ calls: [{ tool: `s__${tool}`, input: { id } }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it', second);
    const [card] = await harness.cards(chatId, 'pending');
    if (card) await harness.decide(card.id, 'confirm', undefined, second);
    const [row] = await rowsOf(chatId, tool);
    if (!row) throw new Error('There is no such call.');
    return { chatId, row };
  }

  /** Begins this read while its server has no slot, stops what is to be stopped, and frees the slot. */
  async function stoppedWhileWaiting(chatId: string, halt: Halt, read: () => Promise<unknown>) {
    const leave = await connections().enter(await toolNamed('get'), signal);
    const known = (await rowsOf(chatId, 'get')).length;
    const reading = read().then(
      () => 'read',
      (error: { code?: string }) => error.code,
    );
    await expect.poll(async () => (await rowsOf(chatId, 'get')).length).toBe(known + 1);
    await stopAtOnce(opened.db, harness.admin, halt);
    executed = [];
    leave();
    return reading;
  }
  const context = () => ({ db: opened.db, caller: second, connections: connections(), signal });

  it.each(HALTS)('sends no check of an unknown call once %s is stopped', async (_what, halt) => {
    before = (name, response) => name === 'add' && response.destroy();
    const { chatId, row } = await called('add');
    expect(row.status).toBe('unknown');
    const check = () => checkUnknownCall(context(), row.id, 'get');
    expect(await stoppedWhileWaiting(chatId, halt(), check)).toBe('forbidden');
    expect(executed).toEqual([]);
    expect((await rowsOf(chatId, 'get')).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['error', 0],
    ]);
  });

  it.each(HALTS)('sends no reading of a record once %s is stopped', async (_what, halt) => {
    const { chatId, row } = await called('set');
    const readings = () => opened.db.select().from(callReadings).where(eq(callReadings.callId, row.id));
    await opened.db.delete(callReadings).where(eq(callReadings.callId, row.id));
    const read = () => readNow(context(), row.id);
    expect(await stoppedWhileWaiting(chatId, halt(), read)).toBe('conflict');
    expect(executed).toEqual([]);
    expect((await rowsOf(chatId, 'get')).at(-1)).toMatchObject({ status: 'error', attempts: 0 });
    expect(await readings()).toEqual([]);
  });

  it('asks what became of a call whose answer was lost, where nothing was stopped', async () => {
    before = (name, response) => name === 'put' && response.destroy();
    const { row } = await called('put');
    expect(executed).toEqual(['put', 'put_lookup']);
    expect(row.status).toBe('success');
  });

  const stop = (halt: Partial<Halt> & Pick<Halt, 'kind'>) =>
    stopAtOnce(opened.db, harness.admin, { ...NOTHING, ...halt });
  const STOPS: [string, () => Promise<unknown>][] = [
    ['its server', stopServer],
    ['its tool alone', () => stop({ kind: 'tool', server: 's', tool: 'put' })],
    ['what would tell', () => stop({ kind: 'tool', server: 's', tool: 'put_lookup' })],
  ];

  it.each(STOPS)('does not ask what became of a call if %s was stopped while it ran', async (_what, halt) => {
    before = async (name, response) => {
      if (name !== 'put') return;
      await halt();
      response.destroy();
    };
    const { row } = await called('put');
    expect(executed).toEqual(['put']);
    expect(row.status).toBe('unknown');
  });

  it('asks it while only what writes is stopped: the question reads', async () => {
    before = async (name, response) => {
      if (name !== 'put') return;
      await stop({ kind: 'writes' });
      response.destroy();
    };
    const { row } = await called('put');
    expect(executed).toEqual(['put', 'put_lookup']);
    expect(row.status).toBe('success');
  });

  it.each(STOPS)(
    'does not ask that if %s was stopped while the question waited for a slot',
    async (_what, halt) => {
      const held = Promise.withResolvers<() => void>();
      const tool = await toolNamed('put');
      before = (name, response) => {
        if (name !== 'put') return;
        connections().enter(tool, signal).then(held.resolve);
        response.destroy();
      };
      const calling = called('put');
      const leave = await held.promise;
      await expect
        .poll(
          async () => (await opened.db.select().from(calls).where(eq(calls.tool, 'put'))).at(-1)?.sealedAt,
        )
        .toBeTruthy();
      await halt();
      leave();
      expect((await calling).row.status).toBe('unknown');
      expect(executed).toEqual(['put']);
    },
  );
});
