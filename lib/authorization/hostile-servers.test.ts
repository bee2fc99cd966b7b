/**
 * Malicious servers and authorization servers: what part of a sign-in reached which of them, by the requests that each
 * received.
 */
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fetch } from '@/lib/transport/http-transport';
import { webFetch } from '@/lib/transport/web-fetch';
import { codeIn } from './attempt';
import { challengeIn } from './challenge';
import { becomeClient, type Self } from './client';
import { beginSignIn, type SignInOptions } from './sign-in';
import { startIssuer, type TestIssuer } from './testing/issuer';
import { type ProtectedServer, startProtected } from './testing/protected-server';
import { type Asked, type Recorder, record } from './testing/recorder';
import { tokensFor } from './tokens';

const SELF: Self = { redirectUri: 'http://localhost:3000/oauth/callback' };
const LEFT = 'another place';

let issuer: TestIssuer;
let server: ProtectedServer;
/** A server that should never get a request. */
let other: Recorder;
/** Addresses to which anything was sent. */
let sent: string[];
beforeEach(async () => {
  issuer = await startIssuer();
  server = await startProtected(issuer);
  other = await record((_, response) => void response.end('{}'));
  sent = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all([issuer.close(), server.close(), other.close()]);
});

const anywhere = webFetch();
const noting =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    sent.push(url);
    return fetch(url, init);
  };
const web = { fetch: noting(anywhere), mayBeLocal: true };

const begin = (more: Partial<SignInOptions> = {}) =>
  beginSignIn({
    serverWeb: web,
    issuerWeb: web,
    serverUrl: server.url,
    self: SELF,
    challenge: undefined,
    clientFor: (one) => becomeClient(more.issuerWeb ?? web, one, SELF),
    ...more,
  });

async function cameBack(url: string): Promise<URLSearchParams> {
  const { search } = new URL(url);
  const answer = await fetch(`${issuer.origin}/authorize${search}`, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

const paths = (asked: Asked[]) => asked.map(({ path }) => path);

describe('a challenge', () => {
  it.each([
    'http://169.254.169.254/',
    'http://169.254.169.254/latest/meta-data/iam',
    '//169.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    'file:///etc/passwd',
    'OTHER/.well-known/oauth-protected-resource/mcp',
    'SERVER@OTHER/x',
  ])('that names %s has nothing sent anywhere', async (named) => {
    const host = new URL(other.origin).host;
    const place = named.replace('SERVER@OTHER', `${server.origin}@${host}`).replace('OTHER', other.origin);
    const challenge = challengeIn(`Bearer resource_metadata="${place}"`);
    await expect(begin({ challenge })).rejects.toThrow(LEFT);
    expect([sent, other.asked]).toEqual([[], []]);
  });
});

describe('what a server says of itself', () => {
  const origin = () => server.origin;
  it.each<[string, () => unknown]>([
    ['another origin', () => `${other.origin}/mcp`],
    ['a sibling', () => `${origin()}/other`],
    ['a path that begins alike', () => `${origin()}/mc`],
    ['a path below', () => `${origin()}/mcp/x`],
    ['another port', () => `${origin()}0/mcp`],
    ['another scheme', () => server.url.replace('http', 'https')],
    ['the same with a login', () => server.url.replace('//', '//a:b@')],
    ['the same with a query', () => `${server.url}?x=1`],
    ['the same with a fragment', () => `${server.url}#x`],
    ['a list', () => [server.url]],
    ['nothing', () => undefined],
  ])('is of no use about %s: nobody whom it names is asked', async (_name, resource) => {
    server.resource.resource = resource();
    await expect(begin()).rejects.toThrow('about another server');
    expect([issuer.asked, other.asked]).toEqual([[], []]);
  });
});

describe('an authorization server', () => {
  /** Reached under a name of the web, unchanged. */
  const mapped = (name: string) => ({
    fetch: noting((url, init) => anywhere(url.replace(name, issuer.origin), init)),
    mayBeLocal: false,
  });

  it.each([
    'https://as.example:443',
    'https://as.example/',
    'https://AS.example',
    'HTTPS://as.example',
    'https://as.example.',
    'http://as.example',
    'https://as.example?',
    'https://as.example/x',
  ])('that calls itself %s is not https://as.example', async (said) => {
    const issuerWeb = mapped('https://as.example');
    server.resource.authorization_servers = ['https://as.example'];
    const places = { authorization_endpoint: 'https://as.example/a', token_endpoint: 'https://as.example/t' };
    Object.assign(issuer.metadata, places, { registration_endpoint: 'https://as.example/register' });
    issuer.metadata.issuer = said;
    await expect(begin({ issuerWeb })).rejects.toThrow('about another one');
    expect(paths(issuer.asked)).toEqual(['/.well-known/oauth-authorization-server']);
    // Without the fault it continues: what is refused above is only the name.
    issuer.metadata.issuer = 'https://as.example';
    expect((await begin({ issuerWeb })).url).toMatch('https://as.example/a?');
  });

  const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'];
  const BAD = [
    ...['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'http://as.example/a'],
    ...[
      '//as.example/a',
      '/a',
      'https://a:b@as.example/a',
      'https://as.example/a#x',
      'ws://as.example/',
      5,
      '',
    ],
    `https://as.example/${'x'.repeat(2_000)}`,
  ];
  it.each(ENDPOINTS.flatMap((name) => BAD.map((address) => [name, address] as const)))(
    'whose %s is %.30s is shown to nobody, and asked nothing more',
    async (name, address) => {
      issuer.metadata[name] = address;
      await expect(begin()).rejects.toThrow(/address/);
      expect(paths(issuer.asked)).toEqual(['/.well-known/oauth-authorization-server']);
    },
  );

  it.each([
    ['of the server', '/.well-known/oauth-protected-resource/mcp', 302],
    ['of the authorization server', '/.well-known/oauth-authorization-server', 302],
    ['at registration', '/register', 307],
    ['with the code', '/token', 308],
  ])('%s redirects, which is not followed', async (_name, path, status) => {
    const redirect: NonNullable<ProtectedServer['instead']> = (asked, response) => {
      if (asked.path === path) response.writeHead(status, { location: `${other.origin}${path}` }).end();
      return asked.path === path;
    };
    Object.assign(issuer, { instead: redirect });
    Object.assign(server, { instead: redirect });
    const all = async () => {
      const { attempt, url } = await begin();
      await tokensFor(web, codeIn(await cameBack(url), attempt), attempt);
    };
    await expect(all()).rejects.toThrow('redirects elsewhere');
    expect(other.asked).toEqual([]);
    expect([...paths(issuer.asked), ...paths(server.asked)]).toContain(path);
  });

  it('whose name leads to an inner address by the time the code goes there is not connected to', async () => {
    const { port } = new URL(issuer.origin);
    let connected = 0;
    const inner = createServer((socket) => {
      connected += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => inner.listen(Number(port), '127.0.0.2', listening));
    let address = '127.0.0.1';
    const resolve = ((_name: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [{ address, family: 4 }])) as never;
    const guarded = { fetch: webFetch({ allows: (one) => one !== '127.0.0.2', resolve }), mayBeLocal: true };
    const named = `http://localhost:${port}`;
    server.resource.authorization_servers = [named];
    const text = JSON.stringify(issuer.metadata).replaceAll(issuer.origin, named);
    Object.assign(issuer.metadata, JSON.parse(text));
    // Each request has a connection of its own, for which the name is resolved again.
    issuer.instead = (_, response) => {
      response.setHeader('connection', 'close');
      return false;
    };
    const { attempt, url } = await begin({ issuerWeb: guarded });
    const query = await cameBack(url);
    query.set('iss', named);
    address = '127.0.0.2';
    await expect(tokensFor(guarded, codeIn(query, attempt), attempt)).rejects.toThrow(
      'not on the open internet',
    );
    expect([connected, issuer.requestsFor('/token')]).toEqual([0, []]);
    inner.close();
  });

  it('that never ends its answer is left at 64 kB', async () => {
    const ended = Promise.withResolvers<void>();
    issuer.instead = (_, response) => {
      response.on('close', ended.resolve);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
      return true;
    };
    await expect(begin()).rejects.toThrow('64 kB');
    await ended.promise;
  });

  it.each([
    ['a byte at a time', true],
    ['with nothing at all', false],
  ])('that answers %s is left after ten seconds', async (_name, drips) => {
    const ended = Promise.withResolvers<void>();
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    issuer.instead = (_, response) => {
      let turns = 0;
      const waiting = setInterval(() => {
        if (drips) response.write(' ');
        turns += 1;
        if (turns === 5) late.abort(new DOMException('It took too long.', 'TimeoutError'));
      }, 5);
      response.on('close', () => {
        clearInterval(waiting);
        ended.resolve();
      });
      return true;
    };
    await expect(begin()).rejects.toMatchObject({ problem: 'unreachable' });
    await ended.promise;
    expect(new Set(limit.mock.calls.flat())).toEqual(new Set([10_000]));
  });
});
