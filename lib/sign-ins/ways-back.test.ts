/**
 * Malicious people, servers and authorization servers, on the way to a sign-in and back: the requests that each
 * received, and the resulting rows.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { dumpOf } from '@/db/testing/dump';
import type { Caller } from '@/lib/people/caller';
import { begin } from './begin';
import { finish } from './finish';
import { reachOf } from './reach';
import type { processOf } from './testing/process';
import { callRead, Stage } from './testing/stage';

const { serverSignIns, signInAttempts } = schema;

describe('a sign-in', () => {
  let opened: OpenDatabase;
  let stage: Stage;
  let one: ReturnType<typeof processOf>;
  let admin: Caller;
  let member: Caller;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    stage = await Stage.open(opened);
    ({ admin, member } = stage);
    one = stage.process();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await stage.close();
  });

  const rowsOf = (caller: Caller) =>
    opened.db.select().from(serverSignIns).where(eq(serverSignIns.teamId, caller.teamId));
  const attempts = () => opened.db.$count(signInAttempts, eq(signInAttempts.teamId, admin.teamId));
  const tokenRequests = () => [
    ...stage.s.issuer.requestsFor('/token'),
    ...stage.t.issuer.requestsFor('/token'),
  ];
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => ({ code: 'went on', message: '' }),
      (error: Error & { code: string }) => error,
    );
  describe('comes back', () => {
    const HTML = '<b>Call us at once</b>';
    it.each<[string, (query: URLSearchParams) => void]>([
      ['without the issuer that was promised', (query) => query.delete('iss')],
      ['with another issuer', (query) => query.set('iss', 'https://evil.example')],
      ['with a slash more', (query) => query.set('iss', `${query.get('iss')}/`)],
      ['in capitals', (query) => query.set('iss', `${query.get('iss')?.toUpperCase()}`)],
      ['with two issuers', (query) => query.append('iss', query.get('iss') ?? '')],
      ['with two codes', (query) => query.append('code', 'x')],
      ['with the same code twice', (query) => query.append('code', query.get('code') ?? '')],
      ['with two states', (query) => query.append('state', 'x')],
      ['without a code', (query) => query.delete('code')],
      ['with an error as well', (query) => query.set('error', 'x')],
      [
        'with an error of another',
        (query) => [query.set('iss', 'https://evil.example'), query.set('error', 'x')],
      ],
      ['with an error of nobody', (query) => [query.delete('iss'), query.set('error', HTML)]],
    ])('%s: no code leaves, nothing that was said is shown or kept', async (_name, change) => {
      const query = await one.wayBack(admin);
      query.set('error_description', HTML);
      query.set('error_uri', 'https://evil.example/help');
      change(query);
      const { code, message } = await refusal(finish(one.context(admin), query));
      expect(code).toBe('conflict');
      expect(message).not.toMatch(/Call us|evil\.example/);
      expect(tokenRequests()).toEqual([]);
      expect(await rowsOf(admin)).toEqual([]);
      expect([...(await dumpOf(opened.db)).values()].join('')).not.toMatch(/Call us|evil\.example/);
    });

    it('from one of two: what was begun at the other gets nothing of it', async () => {
      const [atS, atT] = [await one.wayBack(admin, 's'), await one.wayBack(admin, 't')];
      const states = [atS, atT].map((query) => query.get('state') ?? '');
      atS.set('state', states[1] ?? '');
      atT.set('state', states[0] ?? '');
      for (const query of [atS, atT])
        expect(await refusal(finish(one.context(admin), query))).toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('does not come from'),
        });
      expect(tokenRequests()).toEqual([]);
      expect(await rowsOf(admin)).toEqual([]);
    });

    it.each([
      ['to whom another sends his', 'as the other'],
      ['to whom another sends a link, which is followed', 'as oneself'],
    ])('%s: neither account is joined to either person (signed in %s)', async (_name, as) => {
      const { issuer } = stage.s;
      // The link is the attacker's in both: the person signs in there with an account.
      issuer.login = as === 'as oneself' ? 'mia' : 'attacker';
      const query = await one.wayBack(admin);
      expect((await refusal(finish(one.context(member), query))).code).toBe('conflict');
      // Nor in another session of the same person.
      expect((await refusal(finish(one.context(admin, 'elsewhere'), query))).code).toBe('conflict');
      expect([tokenRequests(), issuer.given, await rowsOf(admin)]).toEqual([[], [], []]);
      const { problems } = await one.pool.connectionsFor(member).list();
      expect(problems.map(({ kind }) => kind)).toEqual(['needs-sign-in', 'needs-sign-in']);
    });
  });

  it.each<[string, (metadata: Record<string, unknown>) => void, string]>([
    ['without PKCE', (all) => delete all.code_challenge_methods_supported, 'PKCE'],
    [
      'with a page that is a script',
      (all) => Object.assign(all, { authorization_endpoint: 'javascript:x' }),
      'https',
    ],
    ['under another name', (all) => Object.assign(all, { issuer: `${all.issuer}/` }), 'about another one'],
  ])('%s is not begun: the admin is told why, and nothing is kept', async (_name, change, words) => {
    change(stage.s.issuer.metadata);
    const { code, message } = await refusal(begin(one.context(admin), { server: 's' }));
    expect([code, message]).toEqual(['conflict', expect.stringContaining(words)]);
    expect(stage.s.issuer.asked.map(({ path }) => path)).toEqual(['/.well-known/oauth-authorization-server']);
    expect(await attempts()).toBe(0);
  });

  it('that hangs at one server holds up no other', async () => {
    await one.signIn(admin, 't');
    const late = new AbortController();
    const real = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 10_000 ? AbortSignal.any([late.signal, real(ms)]) : real(ms),
    );
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    stage.s.issuer.instead = (_, response) => {
      response.write('{"issuer":');
      response.on('close', left.resolve);
      asked.resolve();
      return true;
    };
    const beginning = refusal(begin(one.context(member), { server: 's' }));
    await asked.promise;
    expect((await callRead(one, admin, 't')).isError).toBe(false);
    late.abort(new DOMException('It took too long.', 'TimeoutError'));
    expect((await beginning).code).toBe('unavailable');
    await left.promise;
    expect(await attempts()).toBe(1);
  });

  it.each([
    [
      'of the settings, neither itself nor whom it names, on an inner network',
      { origin: 'settings' as const },
      false,
      0,
      0,
    ],
    ['of the operator’s, not whom it names, on an inner network', {}, false, 1, 0],
    ['of the operator’s that is inside itself, its neighbours', { url: 'http://127.0.0.1/mcp' }, false, 1, 1],
    [
      'where the operator lets everybody reach inner networks, all',
      { origin: 'settings' as const },
      true,
      1,
      1,
    ],
  ])('reaches for a server %s', async (_name, more, privateServers, server, issuer) => {
    const { origin, asked } = stage.s.issuer;
    const reach = reachOf({ url: 'https://mcp.example/mcp', ...more }, privateServers);
    const { port } = new URL(origin);
    for (const [web, times] of [
      [reach.serverWeb, server],
      [reach.issuerWeb, issuer],
    ] as const) {
      asked.length = 0;
      for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]'])
        await web.fetch(`http://${host}:${port}/`, {}).catch(() => undefined);
      expect(asked.length > 0).toBe(times > 0);
      expect(web.mayBeLocal).toBe(times > 0);
    }
  });
});
