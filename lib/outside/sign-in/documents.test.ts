/** Clients that go by the address of a document: it is fetched for who is signed in, and from the open internet alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { isOpen } from '@/lib/transport/addresses';
import { webFetch } from '@/lib/transport/web-fetch';
import { OutsideHarness } from '../testing/outside-harness';
import { CALLBACK, Person } from '../testing/person';
import { newLimits } from './services';

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
    harness.signIn.limits = newLimits();
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
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end(JSON.stringify(said));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    // A name that is open when it is looked at and closed when it is connected: what is connected is what was looked at.
    const resolve = ((_host: string, _options: object, done: (error: null, all: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as NonNullable<
      Parameters<typeof webFetch>[0]
    >['resolve'];
    harness.signIn.fetch = webFetch({ allows: isOpen, ...(resolve && { resolve }) });
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
      'rebinds.example',
    ]) {
      const id = await person.page(link({ client_id: `https://${host}:${port}/client.json` }));
      await expect(person.look(id)).rejects.toThrow('document');
    }
    expect(asked).toBe(0);
    server.close();
  });

  test('is fetched for one person twenty times a minute at most', async () => {
    serve(said);
    const id = await person.page(link());
    for (let nth = 0; nth < 25; nth++) await person.look(id).catch(() => {});
    expect(fetched).toHaveLength(20);
  });
});
