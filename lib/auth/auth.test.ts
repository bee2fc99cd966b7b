/** Sign-in as browsers use it, and the validity of a session afterwards, on real databases. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { prepareAccount } from './accounts';
import { type Auth, type AuthSettings, createAuth } from './auth';
import { callerOfSession, sessionToken } from './session';
import { SignInLimit } from './sign-in-limit';

const ORIGIN = 'http://localhost:3000';
const PASSWORD = 'correct horse';
const settings: AuthSettings = {
  secret: 'a secret for tests that is long enough',
  appUrl: ORIGIN,
  origins: [ORIGIN, 'http://127.0.0.1:3000'],
  demo: true,
};

describe.each(testDatabases)('sign-in on $name', ({ open }) => {
  let opened: OpenDatabase;
  let auth: Auth;
  beforeAll(async () => {
    opened = await open();
    auth = createAuth(opened.db, settings);
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  });
  afterAll(() => opened.close());

  /** A person with a role, or without a team. */
  async function person(name: string, role: 'viewer' | 'member' | 'admin' | null, demo = false) {
    const write = await prepareAccount({ name, email: `${name}@Example.com`, password: PASSWORD });
    const userId = await write(opened.db);
    if (role) await opened.db.insert(schema.members).values({ userId, teamId: 'tea_1', role });
    if (demo) await opened.db.update(schema.users).set({ demo }).where(eq(schema.users.id, userId));
    return userId;
  }

  function signIn(email: string, password = PASSWORD, headers: Record<string, string> = {}, by = auth) {
    const request = new Request(`${ORIGIN}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
      body: JSON.stringify({ email, password }),
    });
    return by.handler(request);
  }

  /** The caller of a browser with the cookie from the response. */
  async function callerAfter(response: Response, demo = true, secret = settings.secret) {
    const [cookie = ''] = response.headers.getSetCookie();
    const headers = new Headers({ cookie: cookie.split(';')[0] ?? '' });
    const token = sessionToken(headers, secret);
    return token === null ? null : callerOfSession(opened.db, token, { demo });
  }

  test('the right password makes the person the caller, with team and role', async () => {
    const userId = await person('ada', 'member');
    const response = await signIn('ADA@example.com');
    expect(response.status).toBe(200);
    const cookie = response.headers.getSetCookie().join();
    expect(cookie).toMatch(/^amber\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    expect(await callerAfter(response)).toEqual({
      userId,
      userName: 'ada',
      teamId: 'tea_1',
      teamName: 'Halden',
      role: 'member',
    });
  });

  test('with an https address the cookie is for https only', async () => {
    await person('hal', 'member');
    const secure = createAuth(opened.db, { ...settings, appUrl: 'https://a.example', origins: [ORIGIN] });
    const response = await signIn('hal@example.com', PASSWORD, {}, secure);
    expect(response.headers.getSetCookie().join()).toMatch(/^__Secure-amber\.session_token=.*; Secure/);
    expect(await callerAfter(response)).toMatchObject({ userName: 'hal' });
  });

  test('a role counts as it is now, and a removed member is signed out', async () => {
    const userId = await person('bea', 'member');
    const response = await signIn('bea@example.com');
    await opened.db.update(schema.members).set({ role: 'viewer' }).where(eq(schema.members.userId, userId));
    expect(await callerAfter(response)).toMatchObject({ role: 'viewer' });
    await opened.db.delete(schema.members).where(eq(schema.members.userId, userId));
    expect(await callerAfter(response)).toBeNull();
    expect((await signIn('bea@example.com')).status).toBe(403);
  });

  test('a wrong password, an unknown account and a foreign cookie are nobody', async () => {
    await person('cy', 'member');
    expect((await signIn('cy@example.com', 'wrong horse')).status).toBe(401);
    expect((await signIn('nobody@example.com')).status).toBe(401);
    const response = await signIn('cy@example.com');
    expect(await callerAfter(response, true, 'another secret that is long enough')).toBeNull();
    for (const cookie of ['amber.session_token=abc', 'amber.session_token=%E0%A4%A.x', 'x', '']) {
      expect(sessionToken(new Headers({ cookie }), settings.secret)).toBeNull();
    }
  });

  test('a session that ended by the clock of the database is none', async () => {
    const userId = await person('dan', 'member');
    const response = await signIn('dan@example.com');
    await opened.db
      .update(schema.sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(schema.sessions.userId, userId));
    expect(await callerAfter(response)).toBeNull();
  });

  test('signing out ends the session in the database', async () => {
    const userId = await person('eve', 'member');
    const response = await signIn('eve@example.com');
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const request = new Request(`${ORIGIN}/api/auth/sign-out`, {
      method: 'POST',
      headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    expect((await auth.handler(request)).status).toBe(200);
    const left = await opened.db.$count(schema.sessions, eq(schema.sessions.userId, userId));
    expect(left).toBe(0);
    expect(await callerAfter(response)).toBeNull();
  });

  test('demo accounts are worth nothing while the demo is off', async () => {
    await person('demo', 'member', true);
    const response = await signIn('demo@example.com');
    expect(await callerAfter(response)).toMatchObject({ userName: 'demo' });
    expect(await callerAfter(response, false)).toBeNull();
    const strict = createAuth(opened.db, { ...settings, demo: false });
    expect((await signIn('demo@example.com', PASSWORD, {}, strict)).status).toBe(401);
  });

  test('guessing is stopped, signing in again and again is not', async () => {
    await person('fay', 'member');
    const limited = createAuth(opened.db, settings, new SignInLimit(2));
    const attempt = async (password: string) =>
      (await signIn('fay@example.com', password, {}, limited)).status;
    for (let round = 0; round < 4; round++) expect(await attempt(PASSWORD)).toBe(200);
    expect([await attempt('wrong'), await attempt('wrong'), await attempt('wrong')]).toEqual([401, 401, 429]);
    expect(await attempt(PASSWORD)).toBe(429);
  });

  test('nobody signs up through the library', async () => {
    const before = await opened.db.$count(schema.users);
    const request = new Request(`${ORIGIN}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ email: 'new@example.com', password: PASSWORD, name: 'New' }),
    });
    expect((await auth.handler(request)).status).toBeGreaterThanOrEqual(400);
    expect(await opened.db.$count(schema.users)).toBe(before);
  });
});
