/** A call in progress: its id, what its caller is told, its deadline. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SILENCE_MS } from '@/lib/tools/limits';
import { EMPTY_OWN } from './testing/caller';
import { callsOf, failureOf, NEVER, serverConfig, setUp, toolNamed } from './testing/connections';
import { type Received, sendJson, startHttpServer } from './testing/http-server';
import { plainTool, type Script, sendResult, startSessionServer } from './testing/scripted-server';

const { start, connect, ready } = setUp();
const done: Script['call'] = ({ message }, response) => sendResult(response, message, { content: [] });
const metaOf = ({ message }: Received) => message.params?._meta as Record<string, unknown> | undefined;
const idOf = (request: Received) => metaOf(request)?.['amber/call-id'];

/** A call's id, with the reported attempts. */
const sendingAs = (callId: string) => ({ callId, onSend: vi.fn() });

describe('the id of a call', () => {
  it('stands in its message beside what else is there, each call of a client with its own', async () => {
    const { connections, tool, server } = await ready(
      async (request, response) => {
        await expect.poll(() => callsOf(server).length).toBe(5);
        await done?.(request, response);
      },
      { maxConcurrency: 16 },
    );
    const numbers = [1, 2, 3, 4];
    const calls = numbers.map((n) => connections.call(tool, { n }, NEVER, sendingAs(`call-${n}`)));
    await Promise.all([...calls, connections.call(tool, { n: 5 }, NEVER)]);
    const pairs = callsOf(server).map((request) => [request.message.params?.arguments, idOf(request)]);
    expect(pairs).toHaveLength(5);
    for (const n of numbers) expect(pairs).toContainEqual([{ n }, `call-${n}`]);
    expect(pairs).toContainEqual([{ n: 5 }, undefined]);
    for (const request of callsOf(server)) {
      expect(metaOf(request)).toHaveProperty(['io.modelcontextprotocol/protocolVersion']);
    }
    const others = server.received.filter(({ message }) => message.method !== 'tools/call');
    expect(others.length).toBeGreaterThan(0);
    expect(others.map(idOf).filter((id) => id !== undefined)).toEqual([]);
  });

  it('is told to a server of 2025 as well', async () => {
    const server = await start(
      startSessionServer({
        list: () => ({ tools: [plainTool('t')] }),
        call: ({ message }, response) =>
          sendJson(response, { jsonrpc: '2.0', id: message.id, result: { content: [] } }),
      }),
    );
    const connections = connect([serverConfig('s', server.url)]);
    const sending = sendingAs('call-1');
    await connections.call(toolNamed(await connections.list(), 't'), {}, NEVER, sending);
    expect(callsOf(server).map(metaOf)).toEqual([{ 'amber/call-id': 'call-1' }]);
    expect(sending.onSend).toHaveBeenCalledTimes(1);
  });
});

describe('the caller', () => {
  it('is told of each send before the server can have it, also of one that fails', async () => {
    const { connections, tool, server } = await ready((_request, response) => void response.destroy());
    const onSend = vi.fn(() => expect(callsOf(server)).toHaveLength(0));
    await failureOf(connections.call(tool, {}, NEVER, { callId: 'call-1', onSend }));
    expect(onSend).toHaveBeenCalledTimes(1);
    expect(callsOf(server)).toHaveLength(1);
  });

  it('keeps a call from being sent when it throws at that moment', async () => {
    const { connections, tool, server } = await ready(done);
    const onSend = () => {
      throw new Error('not now');
    };
    const error = await failureOf(connections.call(tool, {}, NEVER, { callId: 'call-1', onSend }));
    expect(error.delivery).toBe('not-sent');
    expect(callsOf(server)).toEqual([]);
  });

  it('is told of nothing when nothing is sent', async () => {
    const { tool, server } = await ready(done);
    const deaf = await start(startHttpServer((_request, response) => void response.writeHead(404).end()));
    const connections = connect([serverConfig('s', deaf.url)]);
    const sending = sendingAs('call-1');
    const moved = { ...tool, serverUrl: deaf.url };
    for (const [called, input] of [
      [moved, {}],
      [moved, 'text'],
      [{ ...tool, server: 'gone' }, {}],
    ] as const) {
      const error = await failureOf(connections.call(called, input, NEVER, sending));
      expect(error.delivery).toBe('not-sent');
    }
    expect(sending.onSend).not.toHaveBeenCalled();
    expect(callsOf(server)).toEqual([]);
  });
});

describe('the deadline', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Ends the wait of calls without a time limit of their own on request, not after a minute. */
  function deadline(): () => void {
    const later = globalThis.setTimeout;
    const ends: (() => void)[] = [];
    const instead = (end: () => void, ms?: number) => {
      if (ms !== SILENCE_MS) return later(end, ms);
      ends.push(end);
      return later(() => {}, 0);
    };
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(instead as typeof setTimeout);
    return () => {
      for (const end of ends) end();
    };
  }

  it('of a call that is set nowhere is a minute, after which nobody knows what it did', async () => {
    const pass = deadline();
    const { connections, tool } = await ready(() => pass());
    const error = await failureOf(connections.call(tool, {}, NEVER));
    expect(error.delivery).toBe('unknown');
    expect(error.message).toContain('for 60 s');
  });

  it('holds for our own server too, and the abort reaches it', async () => {
    const pass = deadline();
    const aborted = Promise.withResolvers<void>();
    const fetchFor: typeof EMPTY_OWN.fetchFor = (caller) => async (url, init) => {
      const { id, method } = JSON.parse(String(init.body)) as { id: unknown; method: string };
      if (method === 'tools/list') {
        const tools = [plainTool('t')];
        return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', tools } });
      }
      if (method !== 'tools/call') return EMPTY_OWN.fetchFor(caller)(url, init);
      init.signal?.addEventListener('abort', () => aborted.resolve());
      pass();
      return new Promise<Response>(() => {});
    };
    const connections = connect([], { own: { ...EMPTY_OWN, fetchFor } });
    const call = connections.call(toolNamed(await connections.list(), 't'), {}, NEVER);
    expect((await failureOf(call)).delivery).toBe('unknown');
    await aborted.promise;
  });

  it('that passes before anything was sent leaves no doubt', async () => {
    const { tool } = await ready(done);
    const hanging = await start(startHttpServer(() => {}));
    const connections = connect([serverConfig('s', hanging.url, { timeoutMs: 100 })]);
    const sending = sendingAs('call-1');
    const call = connections.call({ ...tool, serverUrl: hanging.url }, {}, NEVER, sending);
    expect((await failureOf(call)).delivery).toBe('not-sent');
    expect(sending.onSend).not.toHaveBeenCalled();
    expect(callsOf(hanging)).toEqual([]);
  });
});

it('the limits are those of the file, else the same for all', async () => {
  const { connections, tool } = await ready(done, { timeoutMs: 5_000, maxConcurrency: 2 });
  expect(connections.limitsOf(tool)).toEqual({ silenceMs: 5_000, totalMs: 600_000, atOnce: 2 });
  const usual = { silenceMs: 60_000, totalMs: 600_000, atOnce: 8 };
  for (const other of [
    { ...tool, server: 'amber', serverUrl: EMPTY_OWN.url },
    { ...tool, serverUrl: `${tool.serverUrl}2` },
  ]) {
    expect(connections.limitsOf(other)).toEqual(usual);
  }
});
