/**
 * Clients identified by the address of a document: it is fetched only for signed-in people, and only from the open
 * internet.
 */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { json, record } from '@/lib/authorization/testing/recorder';
import { isOpen } from '@/lib/transport/addresses';
import { type Resolve, webFetch } from '@/lib/transport/web-fetch';
import { limitsOfOneMinute } from '../testing/one-minute';
import { OutsideHarness } from '../testing/outside-harness';
import { CALLBACK, Person } from '../testing/person';

const WEB = 'https://claude.ai/api/mcp/auth_callback';
const DOCUMENT = 'https://client.example/mcp/client.json';

describe('a client with a document of its own', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let person: Person;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    harness = await OutsideHarness.open(opened);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });
  beforeEach(() => {
    person = new Person(harness);
    harness.signIn.limits = limitsOfOneMinute();
  });

  const said = { client_id: DOCUMENT, client_name: 'Documented', redirect_uris: [WEB, CALLBACK] };
  let fetched: string[];
  const serve = (document: object | string, more: ResponseInit = {}) => {
    fetched = [];
    harness.signIn.fetch = async (url) => {
      fetched.push(url);
      const text = typeof document === 'string' ? document : JSON.stringify(document);
      return new Response(text, { headers: { 'content-type': 'application/json' }, ...more });
    };
  };
  const link = (more = {}) => person.link(DOCUMENT, { redirect_uri: WEB, ...more });

  test('is fetched once somebody is signed in, shown with its host, and again the next time', async () => {
    serve(said);
    const id = await person.page(link());
    expect(fetched).toEqual([]);
    const { client: shown } = await person.look(id);
    expect(fetched).toEqual([DOCUMENT]);
    expect(shown).toEqual({
      name: 'Documented',
      host: 'client.example',
      place: { kind: 'web', host: 'claude.ai' },
    });
    await person.decide(id);
    const next = await person.page(link());
    serve({ ...said, redirect_uris: ['https://client.example/other'] });
    await expect(person.look(next)).rejects.toThrow('document');
    await expect(person.decide(next)).rejects.toThrow();
  });

  test('is not decided before it was looked at', async () => {
    serve(said);
    const id = await person.page(link());
    await expect(person.decide(id)).rejects.toThrow('decided before');
  });

  test.each([
    ['another id', { ...said, client_id: `${DOCUMENT}?` }, {}],
    ['no id', { ...said, client_id: undefined }, {}],
    ['a shared secret', { ...said, token_endpoint_auth_method: 'client_secret_basic' }, {}],
    ['a script among its addresses', { ...said, redirect_uris: [WEB, 'javascript:alert(1)'] }, {}],
    ['no JSON', 'oh', {}],
    ['5 MB', { ...said, more: 'x'.repeat(5_000_000) }, {}],
    ['a redirect', said, { status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['a page', said, { headers: { 'content-type': 'text/html' } }],
  ])('with %s is none', async (_, document, more) => {
    serve(document, more);
    const id = await person.page(link());
    await expect(person.look(id)).rejects.toThrow('document');
    expect(fetched).toHaveLength(1);
  });

  test('is not fetched from where only we can go, whatever its name says', async () => {
    let connected = 0;
    // Counted on connection: what would follow is a TLS handshake.
    const server = createServer((socket) => {
      connected += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    // A name that resolves to a public address when checked and a private one when connected: the checked address is
    // the one connected to.
    const resolve = ((_host: string, _options: object, done: (error: null, all: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as Resolve;
    const look = async (host: string) => {
      const id = await person.page(link({ client_id: `https://${host}:${port}/client.json` }));
      await expect(person.look(id)).rejects.toThrow('document');
    };
    harness.signIn.fetch = webFetch({ allows: isOpen, resolve });
    const inner = ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1', '2130706433'];
    for (const host of [...inner, '[::ffff:127.0.0.1]', 'rebinds.example']) await look(host).catch(() => {});
    expect(connected).toBe(0);
    // Without the rule it is connected to, which shows that the counter works.
    harness.signIn.fetch = webFetch({ allows: () => true, resolve });
    await look('rebinds.example');
    expect(connected).toBe(1);
    server.close();
  });

  /** A server behind the client's name, reached in the way the app does. */
  async function behind(answer: Parameters<typeof record>[0]) {
    const server = await record(answer);
    const fetch = webFetch();
    harness.signIn.fetch = (url, init) => fetch(url.replace('https://client.example', server.origin), init);
    return server;
  }

  test('is not followed to where it redirects, and left where it does not end or does not come', async () => {
    const other = await record((_, response) => json(response, said));
    const ended: string[] = [];
    let written = 0;
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const server = await behind(({ path }, response) => {
      response.on('close', () => ended.push(path));
      if (path === '/moved.json')
        return void response.writeHead(302, { location: `${other.origin}/client.json` }).end();
      if (path === '/silent.json') return late.abort(new DOMException('It took too long.', 'TimeoutError'));
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (path === '/endless.json' && !response.destroyed && response.write('x'.repeat(10_000)))
          written += 10_000;
      };
      response.on('drain', more);
      more();
    });
    for (const path of ['/moved.json', '/endless.json', '/silent.json']) {
      const id = await person.page(link({ client_id: `https://client.example${path}` }));
      await expect(person.look(id)).rejects.toThrow('document');
      await expect.poll(() => ended).toContain(path);
    }
    limit.mockRestore();
    expect(server.asked.map(({ path, headers }) => [path, headers.cookie, headers.authorization])).toEqual(
      ['/moved.json', '/endless.json', '/silent.json'].map((path) => [path, undefined, undefined]),
    );
    expect(other.asked).toEqual([]);
    // The operating system may have accepted more than was read.
    expect(written).toBeLessThan(20_000_000);
    await Promise.all([server.close(), other.close()]);
  });

  test('is fetched for one person twenty times a minute at most', async () => {
    serve(said);
    const id = await person.page(link());
    for (let nth = 0; nth < 25; nth++) await person.look(id).catch(() => {});
    expect(fetched).toHaveLength(20);
  });
});
