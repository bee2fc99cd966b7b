import { NextRequest } from 'next/server';
import { expect, test } from 'vitest';
import { config, proxy } from './proxy';

const COOKIE = { cookie: 'amber.session_token=anything' };
const ask = (path: string, headers: Record<string, string> = COOKIE) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers }));
const nonceIn = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? '';
/** The headers as the page will see them. */
const passedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

test('every answer has a nonce of its own, which the page gets too', () => {
  const [first, second] = [ask('/'), ask('/')];
  const nonce = nonceIn(first.headers.get('content-security-policy'));
  expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  expect(nonceIn(second.headers.get('content-security-policy'))).not.toBe(nonce);
  expect(passedOn(first, 'x-nonce')).toBe(nonce);
  expect(nonceIn(passedOn(first, 'content-security-policy'))).toBe(nonce);
});

test('what a client says of nonce and policy is overwritten', () => {
  const forged = { ...COOKIE, 'x-nonce': 'forged', 'content-security-policy': "script-src 'nonce-forged'" };
  const response = ask('/', forged);
  expect(passedOn(response, 'x-nonce')).not.toBe('forged');
  expect(passedOn(response, 'content-security-policy')).not.toContain('forged');
});

test('no page can be framed, kept, or load anything from elsewhere', () => {
  for (const response of [ask('/'), ask('/', {}), ask('/sign-in', {})]) {
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(policy.match(/script-src [^;]*/)?.[0]).not.toMatch(/unsafe/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('without a session cookie pages lead to sign-in, but not sign-in and sign-up themselves', () => {
  for (const path of ['/', '/chat/abc', '/sign-in/abc', '/nowhere']) {
    const response = ask(path, {});
    expect(response.status).toBe(307);
    expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/sign-in');
  }
  for (const path of ['/sign-in', '/sign-up', '/icon.svg']) expect(ask(path, {}).status).toBe(200);
});

test('addresses below /api that cannot be are answered in our shape, all others are left alone', async () => {
  const [pages = '', odd = ''] = config.matcher;
  const isMatched = (pattern: string, path: string) => new RegExp(`^${pattern}$`).test(path);
  expect(isMatched(pages, '/chat/abc')).toBe(true);
  for (const path of ['/api/chats', '/_next/static/a.js']) expect(isMatched(pages, path)).toBe(false);
  expect(isMatched(odd, '/api/chat/%E0%A4%A')).toBe(true);
  expect(isMatched(odd, '/api/chat/abc')).toBe(false);
  expect(ask('/api/chat/%00').status).toBe(404);
  expect(ask('/api/chat/%00', {}).status).toBe(401);
});

test('what clients sign in by has its own answers, whether or not somebody is signed in; what is like it has none', () => {
  const own = [
    '/oauth/authorize?x=1',
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/mcp',
  ];
  for (const path of own) {
    const response = ask(path, {});
    expect(response.status, path).toBe(200);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-security-policy')).toBeNull();
  }
  expect(ask('/.well-known/openid-configuration', {}).status).toBe(404);
  expect(ask('/.well-known/oauth-authorization-server/x', {}).status).toBe(404);
  const page = new URL(ask(`/allow/${'a'.repeat(24)}`, {}).headers.get('location') ?? '');
  expect(page.searchParams.get('next')).toBe(`/allow/${'a'.repeat(24)}`);
});

test('what is no page of ours ends here, with the headers of one', () => {
  for (const path of ['/_global-error', '/_not-found', '/chat/%E0%A4%A', '/%5fglobal-error']) {
    const response = ask(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  }
  expect(ask('/_next/other').status).toBe(200);
});
