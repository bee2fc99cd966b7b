/** Sign-ins in progress while the password is changed: the old password gets no session. */
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { prepareAccount } from '@/lib/auth/accounts';
import { createAuth } from '@/lib/auth/auth';
import { atFullCost } from '@/lib/auth/testing/cheap-passwords';
import { findCaller } from '@/lib/store/people';
import { changePassword } from './password';
import { asking } from './testing/person';

const { members, sessions, teams } = schema;
const ORIGIN = 'http://localhost:3000';
const settings = {
  secret: 'a secret for tests only, long enough',
  appUrl: ORIGIN,
  origins: [ORIGIN],
  demo: false,
};
const [WAS, NEXT] = ['correct horse', 'battery staple'];
const EMAIL = 'ada@example.com';

// The time of hashing lies between the check of the password and the creation of the session.
atFullCost();

describe.each(testDatabases)('a sign-in on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('that began with the password before gets no session once there is another', async () => {
    const { db } = opened;
    const userId = await (await prepareAccount({ name: 'Ada', email: EMAIL, password: WAS }))(db);
    await db.insert(teams).values({ id: 'tea_1', name: 'Halden' });
    await db.insert(members).values({ userId, teamId: 'tea_1', role: 'member' });
    const ada = await findCaller(db, userId);
    if (!ada) throw new Error('Nobody was made.');
    const expiresAt = new Date(Date.now() + 3_600_000);
    await db.insert(sessions).values({ id: 'here', token: 'here', userId, expiresAt });
    const others = and(eq(sessions.userId, userId), ne(sessions.token, 'here'));
    const { handler } = createAuth(db, settings);
    const signIn = async (password: string) => {
      const headers = { origin: ORIGIN, 'content-type': 'application/json' };
      const body = JSON.stringify({ email: EMAIL, password });
      const answer = await handler(
        new Request(`${ORIGIN}/api/auth/sign-in/email`, { method: 'POST', headers, body }),
      );
      return { status: answer.status, cookies: answer.headers.getSetCookie().join() };
    };
    expect((await signIn(WAS)).status).toBe(200);
    for (const [current, next] of [
      [WAS, NEXT],
      [NEXT, WAS],
    ] as const) {
      const late = Array.from({ length: 20 }, () => signIn(current));
      await changePassword(asking(db, ada, 'here'), { current, next });
      const answers = await Promise.all(late);
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401),
      ).toEqual([]);
      expect(await db.$count(sessions, others)).toBe(0);
      for (const { status, cookies } of answers) {
        if (status === 401) expect(cookies).not.toMatch(/session_token=[^;]/);
      }
    }
    expect((await signIn(WAS)).status).toBe(200);
    expect(await db.$count(sessions, others)).toBe(1);
  });
});
