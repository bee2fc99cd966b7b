/**
 * Hostile requests to the endpoints where clients sign in: addresses that are nearly right, foreign pages, and floods.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { limitsOfOneMinute } from '../testing/one-minute';
import { OutsideHarness } from '../testing/outside-harness';
import { CALLBACK, CHALLENGE, Person } from '../testing/person';

const { authorizationRequests, oauthClients, tokens } = schema;
const WEB = 'https://claude.ai/api/mcp/auth_callback';

describe('strangers where clients sign in', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let person: Person;
  let client: string;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    harness = await OutsideHarness.open(opened);
    client = await new Person(harness).register([
      CALLBACK,
      WEB,
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ]);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });
  beforeEach(() => {
    person = new Person(harness);
    harness.signIn.limits = limitsOfOneMinute();
  });

  const requests = () => harness.db.$count(authorizationRequests);

  async function nobodyIsSent(link: URL) {
    const before = await requests();
    const response = await person.follow(link);
    expect(response.status, String(link)).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await requests()).toBe(before);
  }

  test.each([
    'https://claude.ai/api/mcp/auth_callback/',
    'https://claude.ai/api/mcp/auth_callback?x=1',
    'https://claude.ai/api/mcp/auth_callback#x',
    'https://claude.ai/api/mcp/auth_callbac',
    'https://claude.ai/api/mcp/AUTH_CALLBACK',
    'https://claude.ai/api/mcp/x/../auth_callback',
    'https://claude.ai/api/mcp%2fauth_callback',
    'https://claude.ai:443/api/mcp/auth_callback',
    'https://claude.ai:8443/api/mcp/auth_callback',
    'https://claude.ai./api/mcp/auth_callback',
    'https://CLAUDE.ai/api/mcp/auth_callback',
    'https://claude.ai.evil.example/api/mcp/auth_callback',
    'https://claude.ai@evil.example/api/mcp/auth_callback',
    'https://evil.example/https://claude.ai/api/mcp/auth_callback',
    'https://evil.example\\@claude.ai/api/mcp/auth_callback',
    'http://claude.ai/api/mcp/auth_callback',
    '//claude.ai/api/mcp/auth_callback',
    'https:claude.ai/api/mcp/auth_callback',
    ' https://claude.ai/api/mcp/auth_callback',
    'https://claude.ai/api/mcp/auth_callback\u0000',
    'https://cl\u0430ude.ai/api/mcp/auth_callback',
    'javascript:alert(1)//claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1:4711/callback/..',
    'http://127.0.0.1.evil.example:4711/callback',
    'http://127.0.0.1:4711@evil.example/callback',
    'http://localhost:4711/callback',
    'http://127.0.0.2:4711/callback',
    'https://127.0.0.1:4711/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback/',
    'Cursor://anysphere.cursor-mcp/oauth/callback',
  ])('an address that is nearly one of the client\u2019s leads nowhere: %s', async (uri) => {
    await nobodyIsSent(person.link(client, { redirect_uri: uri }));
  });

  test.each([
    ['another client', { client_id: 'amber-000000000000000000000000' }],
    ['no client', { client_id: undefined }],
    ['no address', { redirect_uri: undefined }],
    ['a token at once', { response_type: 'token' }],
    ['no PKCE', { code_challenge: undefined }],
    ['PKCE in the open', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['half a challenge', { code_challenge: CHALLENGE.slice(1) }],
    ['another resource', { resource: 'https://evil.example/api/mcp' }],
    ['the origin as resource', { resource: 'ORIGIN' }],
    ['a request object', { request: 'eyJ' }],
    ['a fragment answer', { response_mode: 'fragment' }],
    ['an endless state', { state: 'x'.repeat(4_001) }],
    ['a document of plain http', { client_id: 'http://client.example/client.json' }],
    ['a document at a root', { client_id: 'https://client.example/' }],
    ['a document with a login', { client_id: 'https://a:b@client.example/client.json' }],
    ['a document in another spelling', { client_id: 'https://client.example/x/../client.json' }],
  ])('%s leads nowhere', async (_, wrong) => {
    const own = Object.fromEntries(
      Object.entries(wrong).map(([name, value]) => [name, value === 'ORIGIN' ? person.origin : value]),
    );
    await nobodyIsSent(person.link(client, own));
  });

  test('a parameter that stands twice leads nowhere, and is no form either', async () => {
    for (const name of ['redirect_uri', 'client_id', 'state', 'code_challenge']) {
      const link = person.link(client);
      link.searchParams.append(name, link.searchParams.get(name) ?? '');
      await nobodyIsSent(link);
    }
    const body = `grant_type=authorization_code&client_id=${client}&code=a&code=b`;
    expect((await person.post('/oauth/token', body)).status).toBe(400);
  });

  test('any port of a program on the machine is the same program\u2019s, on the same name', async () => {
    for (const port of ['1', '65535']) {
      const uri = `http://127.0.0.1:${port}/callback`;
      const to = await person.allow(person.link(client, { redirect_uri: uri }));
      expect(String(to)).toMatch(new RegExp(`^${uri}\\?code=`));
    }
    await person.page(person.link(client, { redirect_uri: 'http://127.0.0.1/callback' }));
    await nobodyIsSent(person.link(client, { redirect_uri: 'http://127.0.0.1:65536/callback' }));
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://claude.ai/x',
    'file:///etc/passwd',
    'about:blank',
    'view-source:https://claude.ai/',
    'ms-msdt:/id',
    'tel:+123',
    'x-apple.systempreferences:a',
    'http://evil.example/callback',
    'http://192.168.0.1/callback',
    'https://claude.ai/#x',
    'https://a:b@claude.ai/',
    '/callback',
    '',
    `https://claude.ai/${'x'.repeat(2_000)}`,
  ])('a client does not register with %s', async (uri) => {
    await expect(person.register([WEB, uri])).rejects.toThrow('invalid_redirect_uri');
  });

  test.each([
    ['no addresses', { redirect_uris: [] }],
    ['eleven addresses', { redirect_uris: Array(11).fill(WEB) }],
    ['a number for a name', { redirect_uris: [WEB], client_name: 5 }],
    ['no code', { redirect_uris: [WEB], grant_types: ['client_credentials'] }],
    ['a token at once', { redirect_uris: [WEB], response_types: ['token'] }],
  ])('a client does not register with %s', async (_, said) => {
    const response = await person.post('/oauth/register', JSON.stringify(said), 'application/json');
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_client_metadata']);
  });

  test('too much, of another type, with a secret, by another method: nothing comes of it', async () => {
    const before = await harness.db.$count(oauthClients);
    const json = 'application/json';
    const large = JSON.stringify({ redirect_uris: [WEB], client_name: 'x'.repeat(20_001) });
    expect((await person.post('/oauth/register', large, json)).status).toBe(413);
    expect((await person.post('/oauth/register', 'redirect_uris=x')).status).toBe(415);
    expect((await person.post('/oauth/register', '{', json)).status).toBe(400);
    expect(await harness.db.$count(oauthClients)).toBe(before);
    expect((await person.post('/oauth/token', `client_id=${client}&x=${'x'.repeat(20_001)}`)).status).toBe(
      413,
    );
    expect((await person.post('/oauth/token', '{}', json)).status).toBe(415);
    const secret = await person.token({ client_id: client, client_secret: 's', grant_type: 'refresh_token' });
    expect([secret.status, (await secret.json()).error]).toEqual([401, 'invalid_client']);
    const other = await person.token({ client_id: client, grant_type: 'password' });
    expect((await other.json()).error).toBe('unsupported_grant_type');
    expect((await fetch(new URL('/oauth/token', person.origin))).status).toBe(405);
  });

  test('pages of others are not answered, but for the two documents', async () => {
    const body = `client_id=${client}&grant_type=refresh_token&refresh_token=x`;
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
        const response = await person.post(path, body, 'application/x-www-form-urlencoded', headers);
        expect(response.status, path).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    for (const path of [
      'oauth-authorization-server',
      'oauth-protected-resource',
      'oauth-protected-resource/api/mcp',
    ]) {
      const headers = { origin: 'https://evil.example' };
      const response = await fetch(new URL(`/.well-known/${path}`, person.origin), { headers });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(JSON.stringify(await response.json())).toContain(person.origin);
    }
  });

  test('ten thousand registrations and requests are limited, and what nobody used is forgotten', async () => {
    const before = await harness.db.$count(oauthClients);
    const all = await Promise.all(Array.from({ length: 60 }, () => person.register().catch(() => null)));
    expect(all.filter((one) => one !== null)).toHaveLength(30);
    expect(await harness.db.$count(oauthClients)).toBe(before + 30);
    const flood = await Promise.all(Array.from({ length: 140 }, () => person.follow(person.link(client))));
    expect(flood.filter(({ status }) => status === 303)).toHaveLength(120);
    const last = flood.find(({ status }) => status === 429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('nothing of all this made a grant but what a person allowed', async () => {
    const made = await harness.db.select().from(tokens);
    expect(made).toEqual([]);
    const left = await harness.db.select().from(oauthClients).where(eq(oauthClients.id, client));
    expect(left[0]?.usedAt).not.toBeNull();
  });
});
