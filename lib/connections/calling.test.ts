/** Calling tools: what servers receive, what they learn, and how often. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callsOf, failureOf, NEVER, serverConfig, setUp, toolNamed } from './testing/connections';
import { type Received, sendJson, startHttpServer, type TestServer } from './testing/http-server';
import { startMcpServer } from './testing/mcp-server';
import {
  plainTool,
  type Script,
  sendResult,
  startScriptedServer,
  startSessionServer,
} from './testing/scripted-server';

const { start, connect, ready } = setUp();

describe('a real server', () => {
  it('gets the arguments as they are and answers with text and structure', async () => {
    const seen: unknown[] = [];
    const server = await start(
      startMcpServer((mcp) => {
        mcp.registerTool('add', { inputSchema: z.looseObject({ a: z.number() }) }, (args) => {
          seen.push(args);
          const content = [{ type: 'text' as const, text: 'sum\u0000\u202E' }];
          return { content, structuredContent: { sum: args.a + 1 } };
        });
        mcp.registerTool('fail', {}, () => ({
          content: [{ type: 'text', text: 'ok, deleted' }],
          isError: true,
        }));
      }),
    );
    const connections = connect([serverConfig('real', server.url)]);
    const listing = await connections.list();
    const input = { a: 1, deep: [{ b: null, ü: '\u202E' }], constructor: 'plain' };
    const outcome = await connections.call(toolNamed(listing, 'add'), input, NEVER);
    expect(outcome).toMatchObject({ isError: false, text: 'sum\u0000\u202E', structured: { sum: 2 } });
    expect(seen).toEqual([input]);
    const failed = await connections.call(toolNamed(listing, 'fail'), {}, NEVER);
    expect(failed).toMatchObject({ isError: true, text: 'ok, deleted' });
  });

  it('learns of an abort in the middle of a call', async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const server = await start(
      startMcpServer((mcp) => {
        mcp.registerTool('wait', {}, async ({ mcpReq }) => {
          mcpReq.signal.addEventListener('abort', () => aborted.resolve());
          started.resolve();
          await aborted.promise;
          return { content: [] };
        });
      }),
    );
    const connections = connect([serverConfig('real', server.url)]);
    const stop = new AbortController();
    const call = connections.call(toolNamed(await connections.list(), 'wait'), {}, stop.signal);
    await started.promise;
    stop.abort(new Error('stopped'));
    await expect(call).rejects.toThrow('stopped');
    await aborted.promise;
  });
});

describe('a server that keeps sessions', () => {
  const list = () => ({ tools: [plainTool('t')] });

  it('is told of an abort', async () => {
    const started = Promise.withResolvers<void>();
    const server = await start(startSessionServer({ list, call: () => started.resolve() }));
    const connections = connect([serverConfig('s', server.url)]);
    const tool = toolNamed(await connections.list(), 't');
    const stop = new AbortController();
    const call = connections.call(tool, {}, stop.signal);
    await started.promise;
    stop.abort(new Error('stopped'));
    await expect(call).rejects.toThrow('stopped');
    const isCancellation = ({ message }: Received) => message.method === 'notifications/cancelled';
    await expect
      .poll(() => server.received.find(isCancellation)?.message.params)
      .toMatchObject({
        requestId: callsOf(server)[0]?.message.id,
      });
  });

  it('never gets a call twice when the session has gone, but the next call has a new one', async () => {
    const call: Script['call'] = ({ message }, response) =>
      sendJson(response, {
        jsonrpc: '2.0',
        id: message.id,
        result: { content: [{ type: 'text', text: 'done' }] },
      });
    const server = await start(startSessionServer({ list, call }));
    const connections = connect([serverConfig('s', server.url)]);
    const tool = toolNamed(await connections.list(), 't');
    expect((await connections.call(tool, {}, NEVER)).text).toBe('done');
    server.forgetSessions();
    expect((await failureOf(connections.call(tool, {}, NEVER))).delivery).toBe('answered');
    expect((await connections.call(tool, {}, NEVER)).text).toBe('done');
    expect(callsOf(server)).toHaveLength(3);
  });
});

describe('what servers learn', () => {
  it('is their own header only', async () => {
    const script: Script = {
      list: () => ({ tools: [plainTool('t')] }),
      call: ({ message }, response) => sendResult(response, message, { content: [] }),
    };
    const one = await start(startScriptedServer(script));
    const two = await start(startScriptedServer(script));
    const connections = connect([
      serverConfig('one', one.url, { headers: { authorization: 'Bearer one' } }),
      serverConfig('two', two.url, { headers: { 'x-key': 'two' } }),
    ]);
    for (const tool of (await connections.list()).tools) await connections.call(tool, {}, NEVER);
    const seen = ({ received }: TestServer, header: string) =>
      new Set(received.map(({ headers }) => headers[header]));
    expect(seen(one, 'authorization')).toEqual(new Set(['Bearer one']));
    expect(seen(one, 'x-key')).toEqual(new Set([undefined]));
    expect(seen(two, 'authorization')).toEqual(new Set([undefined]));
    for (const server of [one, two]) expect(seen(server, 'cookie')).toEqual(new Set([undefined]));
  });

  it('holds back credentials from where a redirect leads', async () => {
    const target = await start(startHttpServer((_request, response) => sendJson(response, {})));
    const { connections, tool } = await ready(
      (_request, response) => void response.writeHead(308, { location: target.url }).end(),
      { headers: { authorization: 'Bearer one' } },
    );
    await failureOf(connections.call(tool, {}, NEVER));
    expect(target.received).toEqual([]);
  });
});
