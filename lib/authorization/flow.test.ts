/** Not covered by the conformance suite: where both known libraries continue, and the hostile cases of a sign-in. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOpen } from '@/lib/transport/addresses';
import { webFetch } from '@/lib/transport/web-fetch';
import { codeIn } from './attempt';
import { challengeIn } from './challenge';
import { becomeClient, type Self } from './client';
import { beginSignIn, type SignInOptions } from './sign-in';
import { startIssuer, type TestIssuer } from './testing/issuer';
import { type ProtectedServer, startProtected } from './testing/protected-server';
import { json } from './testing/recorder';
import { refreshed, tokensFor } from './tokens';

const SELF: Self = { redirectUri: 'http://localhost:3000/oauth/callback' };
const web = { fetch: webFetch(), mayBeLocal: true };

let issuer: TestIssuer;
let server: ProtectedServer;
beforeEach(async () => {
  issuer = await startIssuer();
  server = await startProtected(issuer);
});
afterEach(() => Promise.all([issuer.close(), server.close()]));

const begin = (more: Partial<SignInOptions> = {}) =>
  beginSignIn({
    serverWeb: web,
    issuerWeb: web,
    serverUrl: server.url,
    self: SELF,
    challenge: undefined,
    clientFor: (one) => becomeClient(web, one, SELF),
    ...more,
  });

/** Up to the page of the authorization server, which redirects back. */
async function cameBack(url: string): Promise<URLSearchParams> {
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

/** Answers every request in the same way. */
const always = (answer: (response: ServerResponse) => unknown) => (_: unknown, response: ServerResponse) => {
  answer(response);
  return true;
};

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'went on',
    (error: Error) => error.message,
  );

describe('a sign-in', () => {
  it('names the server in both requests, and proves with PKCE that it is the one that asked', async () => {
    const { attempt, url } = await begin();
    const asked = new URL(url).searchParams;
    expect(asked.get('resource')).toBe(server.url);
    expect(asked.get('code_challenge_method')).toBe('S256');
    const tokens = await tokensFor(web, codeIn(await cameBack(url), attempt), attempt);
    const [request] = issuer.requestsFor('/token');
    const form = new URLSearchParams(request?.body);
    expect(form.get('resource')).toBe(server.url);
    expect(form.get('redirect_uri')).toBe(SELF.redirectUri);
    expect(issuer.valid.has(tokens.access)).toBe(true);
    const next = await refreshed(web, tokens.refresh ?? '', attempt);
    expect(new URLSearchParams(issuer.requestsFor('/token')[1]?.body).get('resource')).toBe(server.url);
    expect(next.refresh).not.toBe(tokens.refresh);
  });

  it('leaves the server unnamed where its authorization server refuses that', async () => {
    const { attempt, url, resource } = await begin({ namesResource: false });
    expect(new URL(url).searchParams.has('resource')).toBe(false);
    expect(resource).toBe(server.url);
    await tokensFor(web, codeIn(await cameBack(url), attempt), attempt);
    expect(issuer.requestsFor('/token')[0]?.body).not.toContain('resource');
  });

  it('registers as native on this machine, and as web elsewhere', async () => {
    await begin();
    await begin({
      clientFor: (one) => becomeClient(web, one, { redirectUri: 'https://a.example/oauth/callback' }),
    });
    const types = issuer.requestsFor('/register').map(({ body }) => JSON.parse(body).application_type);
    expect(types).toEqual(['native', 'web']);
  });

  it('asks for all scopes that were asked for before where more are wanted, at that authorization server only', async () => {
    const challenge = { scopes: ['write'] };
    const more = await begin({ challenge, before: { issuer: issuer.origin, scopes: ['read'] } });
    expect(more.attempt.scopes).toEqual(['read', 'write']);
    const other = await begin({ challenge, before: { issuer: 'https://other.example', scopes: ['read'] } });
    expect(other.attempt.scopes).toEqual(['write']);
  });

  it('ends with asking for an id where it is not registered by itself', async () => {
    issuer.instead = ({ path }, response) => {
      if (path === '/register') json(response, { error: 'invalid_redirect_uri' }, 400);
      return path === '/register';
    };
    await expect(begin()).rejects.toMatchObject({ problem: 'needs-client' });
  });
});

describe('it stops before anybody is sent anywhere', () => {
  const cases: [string, () => void, string][] = [
    ['where S256 is not listed', () => delete issuer.metadata.code_challenge_methods_supported, 'PKCE'],
    ['where only plain is', () => set({ code_challenge_methods_supported: ['plain'] }), 'PKCE'],
    ['at an issuer with a slash more', () => set({ issuer: `${issuer.origin}/` }), 'another one'],
    ['at an issuer in capitals', () => set({ issuer: issuer.origin.toUpperCase() }), 'another one'],
    ['at a page that is a script', () => set({ authorization_endpoint: 'javascript:alert(1)' }), 'https'],
    ['at a page without TLS', () => set({ authorization_endpoint: 'http://as.example/a' }), 'https'],
    ['at a token endpoint without TLS', () => set({ token_endpoint: 'http://as.example/t' }), 'https'],
    ['at one with a password in it', () => set({ token_endpoint: 'https://a:b@as.example/t' }), 'password'],
    ['where the server is another one', () => is('https://evil.example/mcp'), 'another server'],
    ['where it is a path beside', () => is(`${server.origin}/mc`), 'another server'],
    ['where it is a path below', () => is(`${server.origin}/mcp/x`), 'another server'],
    ['where it has a port more', () => is(`${server.origin}0/mcp`), 'another server'],
    ['where it names nobody', () => delete server.resource.authorization_servers, 'nobody'],
    ['where an issuer has no TLS', () => lets('http://as.example'), 'https'],
  ];
  it.each(cases)('%s', async (_name, change, words) => {
    change();
    expect(await refusal(begin())).toContain(words);
    expect(issuer.requestsFor('/register')).toEqual([]);
  });

  const set = (more: object) => Object.assign(issuer.metadata, more);
  const is = (resource: string) => Object.assign(server.resource, { resource });
  const lets = (...issuers: string[]) => Object.assign(server.resource, { authorization_servers: issuers });

  it('where the challenge names another place, which is not asked', async () => {
    const other = await startIssuer();
    const challenge = challengeIn(`Bearer resource_metadata="${other.origin}/x"`);
    expect(await refusal(begin({ challenge }))).toContain('names another place');
    const inner = challengeIn('Bearer resource_metadata="http://169.254.169.254/"');
    expect(await refusal(begin({ challenge: inner }))).toContain('names another place');
    expect([other.asked, server.asked]).toEqual([[], []]);
    await other.close();
  });

  it('where there is no metadata of the server, or of whom it names', async () => {
    issuer.instead = always((response) => json(response, {}, 404));
    expect(await refusal(begin())).toContain('does not say how to sign in');
    server.instead = always((response) => json(response, {}, 404));
    expect(await refusal(begin())).toContain('does not say where to sign in');
    expect(issuer.asked.map(({ path }) => path)).not.toContain('/authorize');
  });

  it('at a redirect, which is not followed', async () => {
    const other = await startIssuer();
    issuer.instead = (_, response) => {
      response.writeHead(302, { location: `${other.origin}/.well-known/oauth-authorization-server` }).end();
      return true;
    };
    expect(await refusal(begin())).toContain('redirects');
    expect(other.asked).toEqual([]);
    await other.close();
  });

  it('at 5 MB of metadata', async () => {
    issuer.instead = always((response) => response.end(`{"x":"${'x'.repeat(5_000_000)}"}`));
    expect(await refusal(begin())).toContain('64 kB');
  });

  it('at an address that is not on the open internet, whatever its name says', async () => {
    const resolve = ((_name: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never;
    const guarded = { fetch: webFetch({ allows: isOpen, resolve }), mayBeLocal: false };
    lets('https://rebound.example');
    expect(await refusal(begin({ issuerWeb: guarded }))).toContain('not on the open internet');
    lets(issuer.origin);
    expect(await refusal(begin({ issuerWeb: guarded }))).toContain('https');
    expect(issuer.asked).toEqual([]);
  });
});

describe('no code leaves', () => {
  const cases: [string, (query: URLSearchParams) => void, string][] = [
    ['without the issuer that was promised', (query) => query.delete('iss'), 'promised'],
    ['for another issuer', (query) => query.set('iss', 'https://evil.example'), 'does not come from'],
    ['for a slash more', (query) => query.set('iss', `${issuer.origin}/`), 'does not come from'],
    ['for two codes', (query) => query.append('code', 'x'), 'twice'],
    ['for two states', (query) => query.append('state', 'x'), 'twice'],
    ['for none', (query) => query.delete('code'), 'no code'],
  ];
  it.each(cases)('%s', async (_name, change, words) => {
    const { attempt, url } = await begin();
    const query = await cameBack(url);
    change(query);
    expect(() => codeIn(query, attempt)).toThrow(words);
  });

  it('and of an error that is not surely of the one asked nothing is shown', async () => {
    const { attempt } = await begin();
    const query = new URLSearchParams({
      error: 'x',
      error_description: '<b>call us</b>',
      iss: 'https://evil.example',
    });
    expect(() => codeIn(query, attempt)).toThrow('does not come from');
    query.set('iss', issuer.origin);
    expect(() => codeIn(query, attempt)).toThrow(/^127\.0\.0\.1:\d+ refused the sign-in\.$/);
  });
});

describe('a token', () => {
  const answers: [string, object][] = [
    ['of another kind', { access_token: 'x', token_type: 'mac' }],
    ['of a megabyte', { access_token: 'x'.repeat(1_000_000), token_type: 'Bearer' }],
    ['of 20 kB', { access_token: 'x'.repeat(20_000), token_type: 'Bearer' }],
    ['with a line break in it', { access_token: 'x\r\nx-more: 1', token_type: 'Bearer' }],
    ['that is none', { token_type: 'Bearer' }],
  ];
  it.each(answers)('%s is refused', async (_name, body) => {
    const { attempt, url } = await begin();
    const code = codeIn(await cameBack(url), attempt);
    issuer.instead = always((response) => json(response, body));
    expect(await refusal(tokensFor(web, code, attempt))).not.toBe('went on');
  });

  it('without a time is taken without one', async () => {
    const { attempt, url } = await begin();
    const code = codeIn(await cameBack(url), attempt);
    issuer.instead = always((response) => json(response, { access_token: 'x', token_type: 'bearer' }));
    expect(await tokensFor(web, code, attempt)).toEqual({ access: 'x', scopes: [] });
  });
});

it('reads challenges as servers write them', () => {
  expect(challengeIn('Basic realm="a", Bearer scope="a b  c", error=insufficient_scope')).toEqual({
    scopes: ['a', 'b', 'c'],
    error: 'insufficient_scope',
  });
  expect(challengeIn('Bearer')).toEqual({});
  expect(challengeIn('Basic realm="Bearer x=1"')).toBeUndefined();
  expect(challengeIn('Bearer scope="a\\"b", DPoP scope="z"')).toEqual({});
});
