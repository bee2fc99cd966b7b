/** Attacks on single sign-on: every attempt ends without a session, an account or a change. */
import { decodeJwt, type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { SignOnCast } from './testing/cast';

const { members, sessions, signOnAccounts, users } = schema;

describe.each(oneDatabase)('attacks on single sign-on on $name', ({ open }) => {
  let opened: OpenDatabase;
  let cast: SignOnCast;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.db.delete(users);
    cast = await SignOnCast.open(opened);
    cast.known('ada');
    cast.other.people.set('ada', { email: 'ada@halden.test', email_verified: true });
  });
  afterEach(() => cast.close());

  const counts = async () => ({
    users: await opened.db.$count(users),
    members: await opened.db.$count(members),
    sessions: await opened.db.$count(sessions),
    linked: await opened.db.$count(signOnAccounts),
  });
  async function refused(work: () => Promise<unknown>, problem: string): Promise<void> {
    const before = await counts();
    await expect(work()).rejects.toMatchObject({ name: 'SignOnFailed', problem });
    expect(await counts()).toEqual(before);
  }
  const bendIdToken = (change: (claims: JWTPayload) => string | Promise<string>) =>
    cast.provider.bend.set('/token', async (body) => ({
      ...body,
      id_token: await change(decodeJwt(String(body.id_token))),
    }));
  const hour = 3600;

  describe('the state', () => {
    it('is needed', async () => {
      const { query, browser } = await cast.goAndReturn('ada');
      query.delete('state');
      await refused(() => cast.finish({ query, browser }), 'not-begun');
    });

    it('counts in the browser that has it alone', async () => {
      const { query } = await cast.goAndReturn('ada');
      const another = await cast.goAndReturn('ada');
      await refused(() => cast.finish({ query, browser: another.browser }), 'not-begun');
      await refused(() => cast.finish({ query, browser: undefined }), 'not-begun');
    });

    it('counts once, however many come with it at once', async () => {
      const back = await cast.goAndReturn('ada');
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => cast.finish(back)));
      expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      await refused(() => cast.finish(back), 'not-begun');
    });

    it('counts once where it stands twice', async () => {
      const { query, browser } = await cast.goAndReturn('ada');
      query.append('state', 'another');
      await refused(() => cast.finish({ query, browser }), 'not-begun');
    });
  });

  it('a code counts once, also with a state of one’s own', async () => {
    const first = await cast.goAndReturn('ada');
    await cast.finish(first);
    const second = await cast.goAndReturn('ada');
    second.query.set('code', first.query.get('code') ?? '');
    await refused(() => cast.finish(second), 'not-proven');
  });

  it('a code that another browser was given does not count: its verifier stays where it began', async () => {
    const theirs = await cast.goAndReturn('ada');
    const mine = await cast.goAndReturn('ada');
    mine.query.set('code', theirs.query.get('code') ?? '');
    await refused(() => cast.finish(mine), 'not-proven');
  });

  it('what begins at one provider does not end at another', async () => {
    const back = await cast.goAndReturn('ada', 'other');
    await refused(() => cast.finish(back, 'company'), 'not-begun');
    const company = await cast.goAndReturn('ada');
    await refused(() => cast.finish(company, 'other'), 'not-begun');
  });

  it('an answer that names another issuer does not count, and its code is sent to nobody', async () => {
    const { query, browser } = await cast.goAndReturn('ada');
    expect(query.get('iss')).toBe(cast.provider.issuer);
    query.set('iss', cast.other.issuer);
    cast.provider.asked.length = 0;
    await refused(() => cast.finish({ query, browser }), 'not-proven');
    expect(cast.provider.asked).not.toContain('POST /token');
  });

  it('an answer that lacks the issuer which its provider promises to name does not count', async () => {
    const { query, browser } = await cast.goAndReturn('ada');
    query.delete('iss');
    await refused(() => cast.finish({ query, browser }), 'not-proven');
  });

  it('a provider that calls itself by another name is not asked any further', async () => {
    const path = '/.well-known/openid-configuration';
    cast.provider.bend.set(path, (body) => ({ ...body, issuer: cast.other.issuer }));
    await refused(() => cast.goAndReturn('ada'), 'unreachable');
    cast.provider.bend.set(path, (body) => ({ ...body, issuer: `${cast.provider.issuer}/` }));
    await refused(() => cast.goAndReturn('ada'), 'not-proven');
  });

  it('a provider that offers no signature of its own is not asked any further', async () => {
    cast.provider.bend.set('/.well-known/openid-configuration', (body) => ({
      ...body,
      id_token_signing_alg_values_supported: ['none', 'HS256'],
    }));
    await refused(() => cast.goAndReturn('ada'), 'not-proven');
  });

  it.each<[string, (claims: JWTPayload, cast: SignOnCast) => string | Promise<string>]>([
    ['of another issuer', (claims, at) => at.provider.sign({ ...claims, iss: at.other.issuer })],
    ['for another client', (claims, at) => at.provider.sign({ ...claims, aud: 'somebody else' })],
    [
      'for another client as well',
      (claims, at) => at.provider.sign({ ...claims, aud: ['amber', 'x'], azp: 'x' }),
    ],
    ['with another nonce', (claims, at) => at.provider.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }, at) => at.provider.sign(claims)],
    [
      'that has expired',
      (claims, at) =>
        at.provider.sign({ ...claims, iat: Number(claims.iat) - 3 * hour, exp: Number(claims.iat) - hour }),
    ],
    ['without a subject', ({ sub: _, ...claims }, at) => at.provider.sign(claims)],
    ['with an empty subject', (claims, at) => at.provider.sign({ ...claims, sub: ' ' })],
    ['signed by nobody', (claims) => new UnsecuredJWT(claims).setIssuer(String(claims.iss)).encode()],
    ['signed by another provider', (claims, at) => at.other.sign(claims)],
    ['signed with the shared secret', (claims) => hs256(claims)],
    [
      'with a changed word',
      async (claims, at) => {
        const [head, , signature] = (await at.provider.sign(claims)).split('.');
        const other = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url');
        return `${head}.${other}.${signature}`;
      },
    ],
  ])('an ID token %s does not count', async (_, change) => {
    bendIdToken((claims) => change(claims, cast));
    await refused(() => cast.signIn('ada'), 'not-proven');
  });

  it('no ID token is no proof', async () => {
    cast.provider.bend.set('/token', ({ id_token: _, ...body }) => body);
    await refused(() => cast.signIn('ada'), 'not-proven');
  });

  it('an address that nobody has verified does not become the account that has it', async () => {
    await cast.member('mia@halden.test', 'admin');
    for (const email_verified of [false, undefined, 'true', 1, null])
      await refused(
        () => cast.signIn(cast.known(`eve-${email_verified}`, { email: 'mia@halden.test', email_verified })),
        'not-verified',
      );
  });

  it('a provider’s word counts for its own domains alone', async () => {
    await cast.member('mia@elsewhere.test', 'admin');
    await refused(() => cast.signIn(cast.known('eve', { email: 'mia@elsewhere.test' })), 'not-yours');
    await refused(() => cast.signIn(cast.known('eve', { email: 'mia@evil.halden.test' })), 'not-yours');
    await refused(
      () => cast.signIn(cast.known('eve', { email: 'mia@halden.test@elsewhere.test' })),
      'not-verified',
    );
    const back = await cast.goAndReturn('ada', 'other');
    await refused(() => cast.finish(back, 'other'), 'not-yours');
  });

  it('an address that was given to somebody else does not open the account of who had it before', async () => {
    const { userId } = await cast.signIn('ada');
    cast.known('ada', { email: 'ada.renamed@halden.test' });
    cast.known('new-ada', { email: 'ada@halden.test' });
    await refused(() => cast.signIn('new-ada'), 'other-account');
    expect((await cast.signIn('ada')).userId).toBe(userId);
  });

  it('the same subject of another provider is somebody else', async () => {
    const { userId } = await cast.signIn('ada');
    cast.other.people.set('ada', { email: 'ada@other.test', email_verified: true });
    const other = await cast.finish(await cast.goAndReturn('ada', 'other'), 'other');
    expect(other.userId).not.toBe(userId);
  });

  it('an account of another team, or of the demo, becomes nobody’s', async () => {
    const elsewhere = newId('tea');
    await opened.db.insert(schema.teams).values({ id: elsewhere, name: elsewhere });
    const id = await cast.member('mia@halden.test', null);
    await opened.db.insert(members).values({ userId: id, teamId: elsewhere, role: 'admin' });
    await refused(() => cast.signIn(cast.known('mia')), 'other-account');
    await opened.db
      .insert(users)
      .values({ id: newId('usr'), name: 'Demo', email: 'demo@halden.test', demo: true, emailVerified: true });
    await refused(() => cast.signIn(cast.known('demo')), 'other-account');
  });

  it('whoever cancels at the provider is not signed in', async () => {
    const { query, browser } = await cast.goAndReturn('ada');
    const kept = new URLSearchParams({
      error: 'access_denied',
      state: query.get('state') ?? '',
      iss: query.get('iss') ?? '',
    });
    await refused(() => cast.finish({ query: kept, browser }), 'refused');
  });

  it('asks with PKCE, a nonce and a state, and nothing else decides where people come back', async () => {
    const { beginSignOn } = await import('./begin');
    const { url } = await beginSignOn(cast.context, { provider: 'company', target: '/' });
    const asked = new URL(url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe('http://amber.test/api/single-sign-on/company/callback');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(40);
    await expect(beginSignOn(cast.context, { provider: 'nobody', target: '/' })).rejects.toMatchObject({
      problem: 'not-begun',
    });
  });
});

async function hs256(claims: JWTPayload): Promise<string> {
  const { SignJWT } = await import('jose');
  const { CLIENT } = await import('./testing/provider');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(CLIENT.secret));
}
