/**
 * Single sign-on as a browser sees it: redirected to the provider, back with a session, and a page of ours for every
 * failure.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { callerOfSession, sessionToken } from '@/lib/auth/session';
import { TestBrowser } from '@/lib/single-sign-on/testing/browser';
import { APP, SignOnCast } from '@/lib/single-sign-on/testing/cast';
import * as callback from './api/single-sign-on/[provider]/callback/route';
import * as begin from './api/single-sign-on/[provider]/route';

const now = vi.hoisted(() => ({ context: undefined as unknown }));
const SECRET = 'a secret for tests only, long enough';
vi.mock('@/lib/single-sign-on/context', async (original) => ({
  ...(await original<object>()),
  signOnContext: async () => now.context,
}));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<object>()),
  env: () => ({ secret: SECRET, appUrl: 'http://amber.test', origins: ['http://amber.test'] }),
}));

describe.each(oneDatabase)('the addresses of single sign-on on $name', ({ open, name }) => {
  let opened: OpenDatabase;
  let cast: SignOnCast;
  beforeAll(async () => {
    opened = await open();
    cast = await SignOnCast.open(opened);
    now.context = cast.context;
  });
  afterAll(async () => {
    await cast.close();
    await opened.close();
  });

  const params = (provider = 'company') => ({ params: Promise.resolve({ provider }) });
  const go = (query = '', provider = 'company') =>
    begin.GET(new Request(`${APP}/api/single-sign-on/${provider}${query}`), params(provider));
  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  it('lead out and back, to the page that was wanted, with a session', async () => {
    cast.provider.login = cast.known('ada');
    const out = await go('?next=/settings/team&email=ada@halden.test');
    expect(out.status).toBe(303);
    expect(out.headers.getSetCookie()[0]).toMatch(
      /^amber\.sign_on=.*Path=\/api\/single-sign-on; HttpOnly; SameSite=Lax$/,
    );
    const url = new URL(out.headers.get('location') ?? '');
    expect(url.searchParams.get('login_hint')).toBe('ada@halden.test');
    const back = await new TestBrowser().follow(url.href, APP);
    const answer = await callback.GET(new Request(back, { headers: { cookie: cookieOf(out) } }), params());
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${APP}/settings/team`]);
    const [session = ''] = answer.headers.getSetCookie();
    expect(session).toMatch(/HttpOnly; SameSite=Lax$/);
    const token = sessionToken(new Headers({ cookie: session.split(';')[0] ?? '' }), SECRET);
    const rules = { demo: false, isForced: () => false };
    expect(await callerOfSession(opened.db, token ?? '', rules)).toMatchObject({ teamId: cast.teamId });
    const again = await callback.GET(new Request(back, { headers: { cookie: cookieOf(out) } }), params());
    expect(again.headers.get('location')).toBe(`${APP}/sign-in/failed?why=not-begun`);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('are gone to so often from one place and no more, so that strangers fill no table; others go on', async () => {
    await opened.db.delete(schema.signOnAttempts);
    const from = (place: string) =>
      begin.GET(
        new Request(`${APP}/api/single-sign-on/company`, { headers: { 'x-forwarded-for': place } }),
        params(),
      );
    const places = [];
    for (let nth = 0; nth < 1010; nth++)
      places.push((await from(`${name}, 192.0.2.7.${name}`)).headers.get('location') ?? '');
    const refused = places.filter((one) => one === `${APP}/sign-in/failed?why=too-many`);
    expect(refused).toHaveLength(10);
    expect(await opened.db.$count(schema.signOnAttempts)).toBe(1000);
    expect((await from('192.0.2.8')).headers.get('location')).toContain(cast.provider.issuer);
    await opened.db.delete(schema.signOnAttempts);
  });

  it('lead nowhere but to ours, whatever a link says', async () => {
    cast.provider.login = cast.known('bob');
    const out = await go('?next=https://evil.test/');
    const back = await new TestBrowser().follow(out.headers.get('location') ?? '', APP);
    const answer = await callback.GET(new Request(back, { headers: { cookie: cookieOf(out) } }), params());
    expect(answer.headers.get('location')).toBe(`${APP}/`);
  });

  it('lead to a page in words where it fails, which quotes nothing of the address', async () => {
    expect((await go('', 'nobody')).headers.get('location')).toBe(`${APP}/sign-in/failed?why=not-begun`);
    const answer = await callback.GET(
      new Request(
        `${APP}/api/single-sign-on/company/callback?error=x&error_description=<b>evil</b>&state=made-up`,
      ),
      params(),
    );
    expect(answer.headers.get('location')).toBe(`${APP}/sign-in/failed?why=not-begun`);
    expect(await opened.db.$count(schema.signOnAccounts)).toBe(2);
  });
});
