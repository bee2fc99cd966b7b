/** Which addresses are reached, with real sockets. */
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import {
  callsOf,
  failureOf,
  NEVER,
  serverConfig,
  setUp,
  toolNamed,
} from '@/lib/connections/testing/connections';
import { startHttpServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { isOpen } from './addresses';
import { type Resolve, webFetch } from './web-fetch';

const { start, connect } = setUp();

describe('the open internet', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'localhost',
    '',
    '1.2.3',
    '0x7f.1',
  ])('is not %s', (address) => {
    expect(isOpen(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450::1'])(
    'is %s',
    (address) => {
      expect(isOpen(address)).toBe(true);
    },
  );
});

/** Names that resolve as given, one answer after another; the last one is repeated. */
function resolving(...answers: string[][]) {
  let asked = 0;
  const names: string[] = [];
  const resolve = ((name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    names.push(name);
    const found = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as Resolve;
  return { resolve, names };
}

/** A listener that only counts connections. */
async function counting() {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await start(Promise.resolve({ close: async () => void server.close() }));
  return { port, count: () => count };
}

describe('a server from the settings', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '2130706433', '0x7f000001', '127.1'])(
    'at %s is not connected to, not even to find out that it is none',
    async (host) => {
      const listener = await counting();
      const url = `http://${host}:${listener.port}/mcp`;
      const connections = connect([serverConfig('s', url, { origin: 'settings' })]);
      const { tools, problems } = await connections.list();
      expect(tools).toEqual([]);
      expect(problems).toEqual([
        { server: 's', message: expect.stringContaining('not on the open internet') },
      ]);
      expect(listener.count()).toBe(0);
    },
  );

  it('in the operator’s file may be a neighbour', async () => {
    const server = await start(startScriptedServer({ list: () => ({ tools: [plainTool('t')] }) }));
    const [file, settings] = await Promise.all([
      connect([serverConfig('s', server.url, { origin: 'file' })]).list(),
      connect([serverConfig('s', server.url, { origin: 'settings' })]).list(),
    ]);
    expect(file.tools).toHaveLength(1);
    expect(settings.tools).toHaveLength(0);
  });
});

describe('a name', () => {
  const loopback = (address: string) => address === '127.0.0.1';

  it('is looked up at every connection, and the address that was checked is the one connected to', async () => {
    const server = await start(startHttpServer((_request, response) => void response.end('here')));
    const { port } = new URL(server.url);
    // If it were checked once and resolved again, it would have changed by then.
    const { resolve, names } = resolving(['127.0.0.1'], ['10.0.0.1']);
    const fetch = webFetch({ allows: loopback, resolve });
    const url = `http://tools.example:${port}/`;
    const first = await fetch(url, { headers: { connection: 'close' } });
    expect(await first.text()).toBe('here');
    expect(server.received[0]?.headers.host).toBe(`tools.example:${port}`);
    expect(names).toEqual(['tools.example']);
    await expect(fetch(url, {})).rejects.toMatchObject({ delivery: 'not-sent' });
    expect(names).toHaveLength(2);
    expect(server.received).toHaveLength(1);
  });

  it('of which one address is closed is not reached at all, nor one without an address', async () => {
    const server = await start(startHttpServer((_request, response) => void response.end('here')));
    const { port } = new URL(server.url);
    for (const answer of [['127.0.0.1', '10.0.0.1'], ['10.0.0.1', '127.0.0.1'], []]) {
      const fetch = webFetch({ allows: loopback, resolve: resolving(answer).resolve });
      await expect(fetch(`http://tools.example:${port}/`, {})).rejects.toMatchObject({
        delivery: 'not-sent',
      });
    }
    expect(server.received).toEqual([]);
  });
});

describe('nothing that a server names is fetched', () => {
  it('neither where it redirects to, nor what its tools and answers point at', async () => {
    const elsewhere = await start(startHttpServer((_request, response) => void response.end('{}')));
    const inputSchema = { type: 'object', properties: { a: { $ref: `${elsewhere.url}/schema` } } };
    const tool = { icons: [{ src: `${elsewhere.url}/icon` }], inputSchema };
    const image = { type: 'resource_link', uri: `${elsewhere.url}/image`, name: 'image' };
    const server = await start(
      startScriptedServer({
        list: () => ({ tools: [plainTool('t', tool), plainTool('moved')] }),
        call: ({ message }, response) => {
          if (message.params?.name === 't') return sendResult(response, message, { content: [image] });
          response.writeHead(307, { location: elsewhere.url }).end();
        },
      }),
    );
    const connections = connect([serverConfig('s', server.url, { trusted: true })]);
    const listing = await connections.list();
    const { content } = await connections.call(toolNamed(listing, 't'), { a: 1 }, NEVER);
    expect(content).toEqual([{ type: 'resource_link', uri: `${elsewhere.url}/image`, name: 'image' }]);
    const error = await failureOf(connections.call(toolNamed(listing, 'moved'), {}, NEVER));
    expect(error.message).toContain('redirects elsewhere');
    expect(elsewhere.received).toEqual([]);
    expect(callsOf(server)).toHaveLength(2);
  });
});

describe('a credential', () => {
  it('reaches its own server only', async () => {
    const [a, b] = await Promise.all(
      ['a', 'b'].map((name) => start(startScriptedServer({ list: () => ({ tools: [plainTool(name)] }) }))),
    );
    const servers = [
      serverConfig('a', a?.url ?? '', { headers: { authorization: 'Bearer for-a' } }),
      serverConfig('b', b?.url ?? '', { headers: { 'x-key': 'for-b' } }),
    ];
    vi.stubEnv('OPENAI_API_KEY', 'sk-ours');
    await connect(servers).list();
    vi.unstubAllEnvs();
    const seenBy = (server: typeof a) => JSON.stringify(server?.received);
    expect(seenBy(a)).toContain('for-a');
    expect(seenBy(b)).toContain('for-b');
    expect(seenBy(a)).not.toMatch(/for-b|sk-ours|cookie/);
    expect(seenBy(b)).not.toMatch(/for-a|sk-ours|cookie/);
  });
});

describe('a server that wants somebody to sign in', () => {
  it('is in a state of its own: said by name, and mended when it is let in', async () => {
    let isOpenNow = false;
    const working = await start(
      startScriptedServer({
        list: () => ({ tools: [plainTool('t')] }),
        call: ({ message }, response) => sendResult(response, message, { content: [] }),
      }),
    );
    const server = await start(
      startHttpServer(async ({ message }, response) => {
        if (!isOpenNow) {
          const challenge = 'Bearer resource_metadata="http://127.0.0.1:9/secret-place"';
          return void response
            .writeHead(401, { 'www-authenticate': challenge })
            .end('{"error":"invalid_token"}');
        }
        const answer = await fetch(working.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(message),
        });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      }),
    );
    const connections = connect([serverConfig('s', server.url)], {
      times: { freshMs: 0, staleMs: 0, retryMs: 0, tellMs: 0 },
    });
    const { tools, problems } = await connections.list();
    expect(tools).toEqual([]);
    expect(problems).toEqual([
      { server: 's', message: expect.stringContaining('needs sign-in'), kind: 'needs-sign-in' },
    ]);
    expect(connections.health().servers[0]).toMatchObject({ state: 'needs-sign-in', tools: null });
    isOpenNow = true;
    const listing = await connections.list({ fresh: 's' });
    expect(listing.problems).toEqual([]);
    expect(connections.health().servers[0]).toMatchObject({ state: 'ready', tools: 1 });
    isOpenNow = false;
    const error = await failureOf(connections.call(toolNamed(listing, 't'), {}, NEVER));
    // It was refused: nothing happened there.
    expect(error).toMatchObject({ delivery: 'answered', message: expect.stringContaining('needs sign-in') });
    expect(connections.health().servers[0]?.state).toBe('needs-sign-in');
  });
});
