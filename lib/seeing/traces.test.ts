/** One turn is one trace, exported to a real collector: its parts, in any process, and who receives its ids. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callsOf, serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { endpoint, methods } from '@/lib/http/route';
import { OutsideHarness } from '@/lib/outside/testing/outside-harness';
import type { RunHarness } from '@/lib/runs/testing/run-harness';
import { stopSeeing } from './service';
import { summaryOf } from './statements';
import { attribute, Collector, type ToldSpan } from './testing/collector';

const LOOK = plainTool('look', {
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
});
const DROP = plainTool('drop', { annotations: { readOnlyHint: false, destructiveHint: true } });

const server = () =>
  startScriptedServer({
    list: () => ({ tools: [LOOK, DROP] }),
    call: ({ message }, response) =>
      sendResult(response, message, { content: [{ type: 'text', text: 'done' }] }),
  });

const named = (spans: readonly ToldSpan[], name: string) => spans.filter((one) => one.name === name);

describe.each(testDatabases)('traces on $name', ({ open }) => {
  let [vouched, unvouched]: TestServer[] = [];
  let harness: RunHarness;
  let outside: OutsideHarness;
  let opened: Awaited<ReturnType<typeof open>>;
  let collector: Collector;

  beforeAll(async () => {
    [opened, vouched, unvouched] = await Promise.all([open(), server(), server()]);
    const servers = [serverConfig('s', vouched.url, { trusted: true }), serverConfig('u', unvouched.url)];
    outside = await OutsideHarness.open(opened, undefined, 200, undefined, undefined, servers);
    harness = outside.harness;
  });
  afterAll(async () => {
    await outside.close();
    await Promise.all([vouched?.close(), unvouched?.close()]);
    await opened.close();
  });
  beforeEach(async () => {
    collector = await Collector.open();
    await collector.start(opened);
  });
  afterEach(async () => {
    await stopSeeing();
    await collector.close();
  });

  it('a turn that waits for a person is one, also when it is decided and goes on in another process', async () => {
    const chatId = await harness.chat();
    harness.steps(
      { calls: [{ tool: 's__look', input: { id: 'a' } }] },
      { calls: [{ tool: 's__drop', input: { id: 'b' } }] },
      { text: 'So it is.' },
    );
    await harness.say(chatId, 'Do it');
    const [card] = await harness.cards(chatId, 'pending');
    const [run] = await opened.db.select().from(schema.runs).where(eq(schema.runs.chatId, chatId));
    // None of it is in the memory of the process that continues.
    await stopSeeing();
    await collector.start(opened);
    await harness.decide(card?.id ?? '', 'confirm');
    const told = await collector.told();
    const [turn, ...others] = named(told, 'turn');
    expect(others).toEqual([]);
    const spans = told.filter(({ traceId }) => traceId === turn?.traceId);
    expect(run?.trace).toBe(`00-${turn?.traceId}-${turn?.spanId}-01`);
    expect(attribute(turn, 'amber.outcome')).toBe('done');
    const segments = named(spans, 'segment');
    expect(segments.map((one) => attribute(one, 'amber.outcome'))).toEqual(['waiting', 'done']);
    expect(segments.every(({ parentSpanId }) => parentSpanId === turn?.spanId)).toBe(true);
    const [wait, ...twice] = named(spans, 'wait for person');
    expect(twice).toEqual([]);
    expect(wait?.parentSpanId).toBe(turn?.spanId);
    expect(attribute(wait, 'amber.decision')).toBe('confirmed');
    expect(BigInt(wait?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(wait?.startTimeUnixNano ?? 0));
    const models = spans.filter(({ name }) => name.startsWith('chat '));
    expect(models).toHaveLength(3);
    expect(attribute(models[0], 'gen_ai.operation.name')).toBe('chat');
    expect(Number(attribute(models[0], 'gen_ai.usage.input_tokens'))).toBe(1);
    const calls = spans.filter(({ name }) => name.startsWith('tools/call '));
    expect(
      calls.map((one) => [
        attribute(one, 'gen_ai.tool.name'),
        attribute(one, 'amber.risk'),
        attribute(one, 'amber.outcome'),
      ]),
    ).toEqual([
      ['look', 'read-only', 'success'],
      ['drop', 'destructive', 'success'],
    ]);
    expect(named(spans, 'wait for step')).toHaveLength(2);
    expect(spans.some(({ name }) => /^(?:SELECT|INSERT|UPDATE) runs$/.test(name))).toBe(true);
    // All spans belong together.
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([]);
  });

  it('is superseded by a new message, which is a trace of its own', async () => {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'c' } }] }, { text: 'Else.' });
    await harness.say(chatId, 'Do it');
    await harness.say(chatId, 'Something else');
    const turns = named(await collector.told(), 'turn');
    expect(turns.map((one) => attribute(one, 'amber.outcome'))).toEqual(['superseded', 'done']);
    expect(turns[0]?.traceId).not.toBe(turns[1]?.traceId);
  });

  it('its ids are handed on to a server that somebody vouches for, and to no other', async () => {
    const chatId = await harness.chat();
    harness.steps(
      { calls: [{ tool: 's__look', input: { id: 'd' } }] },
      { calls: [{ tool: 'u__look', input: { id: 'e' } }] },
      { text: 'So.' },
    );
    await harness.say(chatId, 'Do it');
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    const told = await collector.told();
    const span = told.find((one) => one.name === 'tools/call look' && attribute(one, 'amber.server') === 's');
    const expected = `00-${span?.traceId}-${span?.spanId}-01`;
    const sent = callsOf(vouched as TestServer).at(-1);
    expect(sent?.headers.traceparent).toBe(expected);
    expect(Object(sent?.message.params)._meta.traceparent).toBe(expected);
    expect(sent?.body).not.toMatch(/tracestate|baggage/);
    const stranger = callsOf(unvouched as TestServer).at(-1);
    expect(stranger?.headers.traceparent).toBeUndefined();
    expect(stranger?.body).not.toContain('traceparent');
  });

  it('a client with a token has its own trace go on here; what is no traceparent, or comes without one, begins another', async () => {
    const { token } = await outside.token();
    const theirs = '0af7651916cd43dd8448eb211c80319c';
    const ask = (headers: Record<string, string>, meta: object = {}) =>
      fetch(outside.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'customers_list', arguments: { limit: 1 }, _meta: meta },
        }),
      }).then((response) => response.text());
    const authorization = `Bearer ${token}`;
    expect(await ask({ authorization }, { traceparent: `00-${theirs}-b7ad6b7169203331-00` })).toContain(
      'result',
    );
    await ask({ authorization, traceparent: `00-${theirs}-b7ad6b7169203332-01` });
    await ask({ traceparent: `00-${theirs}-b7ad6b7169203333-01` });
    for (const odd of [
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${theirs}-b7ad6b7169203331-01-x`,
      `ff-${theirs}-b7ad6b7169203334-01`,
      `00-${theirs.toUpperCase()}-b7ad6b7169203331-01`,
    ]) {
      await ask({ authorization }, { traceparent: odd });
    }
    const told = await collector.told();
    const requests = named(told, 'POST /api/mcp');
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([
      'b7ad6b7169203331',
      'b7ad6b7169203332',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(requests.filter(({ traceId }) => traceId === theirs)).toHaveLength(2);
    expect(
      told.filter(({ name, traceId }) => name === 'tools/call customers_list' && traceId === theirs),
    ).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('b7ad6b7169203333');
  });

  it('a request of who is signed in goes on with what it names, a stranger’s is not told', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319d-b7ad6b7169203331-00';
    const door = (caller: typeof harness.admin | null) => ({ caller: async () => caller, origins: () => [] });
    for (const caller of [null, harness.admin]) {
      const { GET } = methods({ GET: endpoint({ handle: async () => ({}) }) }, door(caller));
      const request = new Request('http://amber.test/api/chat/abc?secret=x', { headers: { traceparent } });
      const response = await GET(request, { params: Promise.resolve({ id: 'abc' }) });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    const told = await collector.told();
    expect(told.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['GET /api/chat/[id]', 'b7ad6b7169203331'],
    ]);
  });

  it('a share of them is told, whatever others say', async () => {
    await stopSeeing();
    await collector.start(opened, 0);
    harness.steps({ text: 'So.' });
    await harness.say(await harness.chat(), 'Do it');
    expect(await collector.told()).toEqual([]);
  });
});

describe('while nobody is told', () => {
  it.each([
    ['select "id" from "runs" where x = $1', 'SELECT runs'],
    [
      'with "begun" as (insert into "runs" ("id") values ($1) returning *) update "chats" set x = 1',
      'INSERT runs',
    ],
    ['with x as (select 1 from "calls") select * from x', 'SELECT calls'],
    ['update "calls" set "status" = $1', 'UPDATE calls'],
    ["select pg_notify('a', 'b')", 'SELECT'],
    ['vacuum', 'OTHER'],
  ])('%s is told as %s', (text, summary) => {
    expect(summaryOf(text).summary).toBe(summary);
  });
});
