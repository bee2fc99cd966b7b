/** People and their own account: the password, and where they are signed in, on real databases. */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { endOtherSessions, endSession, readSessions } from '@/lib/auth/account';
import { deviceWords } from '@/lib/auth/account-view';
import { prepareAccount } from '@/lib/auth/accounts';
import { checkPassword } from '@/lib/auth/check-password';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { findCaller } from '@/lib/store/people';
import { changePassword } from './password';
import { asking } from './testing/person';

const { members, outbox, sessions, teams, tokens, users } = schema;
const PASSWORD = 'correct horse';
const NEXT = 'battery staple';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(testDatabases)('an account on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(teams).values({ id: 'tea_1', name: 'Halden' });
  });
  afterAll(() => opened.close());

  async function person(name: string): Promise<Caller> {
    const write = await prepareAccount({ name, email: `${name}@amber.test`, password: PASSWORD });
    const userId = await write(opened.db);
    await opened.db.insert(members).values({ userId, teamId: 'tea_1', role: 'member' });
    for (const place of ['here', 'there', 'elsewhere']) {
      const id = `${name}-${place}`;
      const expiresAt = new Date(Date.now() + 3_600_000);
      await opened.db.insert(sessions).values({ id, token: id, userId, expiresAt, userAgent: WINDOWS });
    }
    const caller = await findCaller(opened.db, userId);
    if (!caller) throw new Error('Nobody was made.');
    return caller;
  }

  const placesOf = async (caller: Caller) =>
    (await readSessions(opened.db, caller, '')).map(({ id }) => id.split('-')[1]).sort();
  const passes = (caller: Caller, password: string) =>
    checkPassword(opened.db, caller.userId, password).then(
      () => true,
      () => false,
    );

  it('lists where one is signed in, without the tokens, and ends one or all others', async () => {
    const ada = await person('ada');
    const bea = await person('bea');
    await opened.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, 'ada-elsewhere'));
    const all = await readSessions(opened.db, ada, 'ada-here');
    expect(all.map(({ id, isThis, device }) => [id, isThis, device]).sort()).toEqual([
      ['ada-here', true, 'Firefox, Windows'],
      ['ada-there', false, 'Firefox, Windows'],
    ]);
    expect(Object.keys(all[0] ?? {})).not.toContain('token');
    await expect(endSession(opened.db, ada, 'bea-here')).rejects.toMatchObject({ code: 'not_found' });
    await endSession(opened.db, ada, 'ada-there');
    expect(await placesOf(ada)).toEqual(['here']);
    await endOtherSessions(opened.db, bea, 'bea-there');
    expect(await placesOf(bea)).toEqual(['there']);
    expect(await placesOf(ada)).toEqual(['here']);
  });

  it('changes a password for who knows it, ends every other session, and says so by mail', async () => {
    const cy = await person('cy');
    const change = { current: PASSWORD, next: NEXT };
    await expect(
      changePassword(asking(opened.db, cy), { ...change, current: 'wrong horse' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await placesOf(cy)).toEqual(['elsewhere', 'here', 'there']);
    expect(await passes(cy, PASSWORD)).toBe(true);
    await changePassword(asking(opened.db, cy), change);
    expect(await placesOf(cy)).toEqual(['here']);
    expect([await passes(cy, NEXT), await passes(cy, PASSWORD)]).toEqual([true, false]);
    const mails = await opened.db.select().from(outbox).where(eq(outbox.recipient, 'cy@amber.test'));
    expect(mails).toMatchObject([{ status: 'pending' }]);
    expect(JSON.stringify(mails)).not.toContain(NEXT);
  });

  it('ends other clients with it where that is asked for, and else leaves them', async () => {
    const may = await person('may');
    const holding = () =>
      opened.db.$count(tokens, and(eq(tokens.userId, may.userId), isNull(tokens.revokedAt)));
    await createToken(opened.db, may, { name: 'A client', scopes: ['team.read'], days: 7 });
    await changePassword(asking(opened.db, may), { current: PASSWORD, next: NEXT });
    expect(await holding()).toBe(1);
    await changePassword(asking(opened.db, may), { current: NEXT, next: PASSWORD, clients: true });
    expect(await holding()).toBe(0);
    expect(await placesOf(may)).toEqual(['here']);
  });

  it('is changed once by two who know the same password', async () => {
    const di = await person('di');
    const tries = ['one of the two', 'the other of them'].map((next) =>
      changePassword(asking(opened.db, di), { current: PASSWORD, next }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('keeps the password of a demo account', async () => {
    const eve = await person('eve');
    await opened.db.update(users).set({ demo: true }).where(eq(users.id, eve.userId));
    await expect(
      changePassword(asking(opened.db, eve), { current: PASSWORD, next: NEXT }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await passes(eve, PASSWORD)).toBe(true);
    expect(await placesOf(eve)).toEqual(['elsewhere', 'here', 'there']);
  });
});

it.each([
  [WINDOWS, 'Firefox, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Linux'],
  ['<b>anything</b>', ''],
  [null, ''],
])('what a browser says of itself: %s', (said, words) => {
  expect(deviceWords(said)).toBe(words);
});
