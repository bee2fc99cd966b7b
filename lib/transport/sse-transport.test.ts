/** Servers from before 2025-03-26, over two addresses; and streams that are resumed where they ended. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  callsOf,
  failureOf,
  NEVER,
  serverConfig,
  setUp,
  toolNamed,
} from '@/lib/connections/testing/connections';
import { type Answer, type Message, startHttpServer } from '@/lib/connections/testing/http-server';
import { plainTool } from '@/lib/connections/testing/scripted-server';

const { start, connect } = setUp();

interface Old {
  /** The address in the first event; absent: its own. */
  endpoint?: string;
  call?: (message: Message, say: (value: object) => void, end: () => void) => void;
}

/** A server of 2024-11-05: a stream at /mcp, requests at /messages. */
function oldServer({ endpoint = '/messages?session=1', call }: Old = {}): Answer {
  let stream: ServerResponse | undefined;
  const say = (value: object) => stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
  return ({ httpMethod, message, path }, response) => {
    if (httpMethod === 'GET') {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
      return;
    }
    if (!path.startsWith('/messages')) return void response.writeHead(405).end();
    response.writeHead(202).end();
    const { id, method } = message;
    const serverInfo = { name: 'old', version: '1' };
    const initialized = { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo };
    if (method === 'initialize') say({ id, result: initialized });
    if (method === 'tools/list') say({ id, result: { tools: [plainTool('t')] } });
    if (method !== 'tools/call') return;
    if (call) call(message, say, () => stream?.end());
    else say({ id, result: { content: [{ type: 'text', text: 'old' }] } });
  };
}

describe('a server that speaks the older way', () => {
  it.each([
    ['where the entry says so', { type: 'sse' as const }],
    ['where it refuses the newer one', {}],
  ])('is spoken to %s, with our headers on both addresses', async (_when, more) => {
    const server = await start(startHttpServer(oldServer()));
    const headers = { authorization: 'Bearer t' };
    const connections = connect([serverConfig('s', server.url, { headers, ...more })]);
    const listing = await connections.list();
    expect(listing.problems).toEqual([]);
    const outcomes = [1, 2, 3].map(() => connections.call(toolNamed(listing, 't'), {}, NEVER));
    expect((await Promise.all(outcomes)).map(({ text }) => text)).toEqual(['old', 'old', 'old']);
    expect(connections.health().servers[0]).toMatchObject({ state: 'ready', protocolVersion: '2024-11-05' });
    expect(server.received.every((request) => request.headers.authorization === 'Bearer t')).toBe(true);
    expect(server.received.filter(({ httpMethod }) => httpMethod === 'GET')).toHaveLength(1);
  });

  it('is not followed to another place: our credential stays here', async () => {
    const other = await start(startHttpServer((_request, response) => void response.writeHead(202).end()));
    const endpoint = other.url.replace('/mcp', '/messages');
    const server = await start(startHttpServer(oldServer({ endpoint })));
    const { problems } = await connect([serverConfig('s', server.url, { type: 'sse' })]).list();
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('another place')]);
    expect(other.received).toEqual([]);
  });

  it('may end its stream: the call is unknown, and the next connects anew', async () => {
    let ends = 0;
    const call: Old['call'] = ({ id }, say, end) => {
      if (ends++ === 0) end();
      else say({ id, result: { content: [{ type: 'text', text: 'back' }] } });
    };
    const server = await start(startHttpServer(oldServer({ call })));
    const connections = connect([serverConfig('s', server.url, { type: 'sse' })]);
    const tool = toolNamed(await connections.list(), 't');
    expect((await failureOf(connections.call(tool, {}, NEVER))).delivery).toBe('unknown');
    expect((await connections.call(tool, {}, NEVER)).text).toBe('back');
    expect(callsOf(server)).toHaveLength(2);
  });
});

describe('a stream of 2025 that ends before the answer', () => {
  const initialized = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'new', version: '1' },
  };

  /** Answers calls with a stream that ends; `later` answers the request for the rest. */
  function endingServer(later: (lastEventId: string, response: ServerResponse) => void): Answer {
    return ({ httpMethod, message, headers }, response) => {
      if (httpMethod === 'GET') return later(String(headers['last-event-id']), response);
      const { id, method } = message;
      if (method === 'server/discover') return void response.writeHead(404).end();
      if (id === undefined) return void response.writeHead(202).end();
      if (method === 'tools/call') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return void response.end(`id: e1\nretry: 10\ndata: \n\n`);
      }
      const result = method === 'initialize' ? initialized : { tools: [plainTool('t')] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
  }

  it('is taken up where it ended, and the call is not sent again', async () => {
    const server = await start(
      startHttpServer(
        endingServer((lastEventId, response) => {
          const id = callsOf(server)[0]?.message.id;
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          if (lastEventId === 'e1') return void response.end('id: e2\ndata: \n\n');
          const result = { content: [{ type: 'text', text: `after ${lastEventId}` }] };
          response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        }),
      ),
    );
    const connections = connect([serverConfig('s', server.url)]);
    const tool = toolNamed(await connections.list(), 't');
    expect((await connections.call(tool, {}, NEVER)).text).toBe('after e2');
    expect(callsOf(server)).toHaveLength(1);
  });

  it('is unknown when the server does not take it up, however often it is asked', async () => {
    for (const later of [
      (_id: string, response: ServerResponse) => void response.writeHead(405).end(),
      (_id: string, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 1\n\n');
      },
    ]) {
      const server = await start(startHttpServer(endingServer(later)));
      const connections = connect([serverConfig('s', server.url)]);
      const tool = toolNamed(await connections.list(), 't');
      expect((await failureOf(connections.call(tool, {}, NEVER))).delivery).toBe('unknown');
      expect(callsOf(server)).toHaveLength(1);
      // The stream on which such a server may ask questions is opened as well.
      const resumed = server.received.filter(({ headers }) => headers['last-event-id'] !== undefined);
      expect(resumed.length).toBeLessThan(6);
    }
  });
});
