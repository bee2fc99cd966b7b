/**
 * Whether people still exist at their provider, checked without them: for whom, what ends, and the effect of an
 * unreachable provider.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { createToken } from '@/lib/outside/tokens';
import { beginSignOn } from '@/lib/single-sign-on/begin';
import { SignOnCast } from '@/lib/single-sign-on/testing/cast';
import { findCaller } from '@/lib/store/people';
import { checkSignOns } from './check-sign-ons';

const { accounts, sessions, signOnAccounts, signOnAttempts, tokens, users, verifications } = schema;

describe.each(testDatabases)('what is asked of providers in the background on $name', ({ open }) => {
  let opened: OpenDatabase;
  let cast: SignOnCast;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.db.delete(users);
    cast = await SignOnCast.open(opened);
  });
  afterEach(() => cast.close());

  /** A person who signed in with the provider, with a client that continues without them. */
  async function withClient(name: string): Promise<string> {
    const { userId } = await cast.signIn(cast.known(name));
    const caller = await findCaller(opened.db, userId);
    if (!caller) throw new Error('Nobody came.');
    await createToken(opened.db, caller, { name: 'A client', scopes: ['team.read'], days: 7 });
    return userId;
  }
  const due = () => opened.db.update(signOnAccounts).set({ dueAt: sql`now()` });
  const openOf = async (userId: string) => ({
    sessions: await opened.db.$count(sessions, eq(sessions.userId, userId)),
    tokens: await opened.db.$count(tokens, and(eq(tokens.userId, userId), isNull(tokens.revokedAt))),
  });
  const asked = () => cast.provider.asked.filter((one) => one === 'POST /token').length;
  const bindingOf = async (userId: string) =>
    (await opened.db.select().from(signOnAccounts).where(eq(signOnAccounts.userId, userId)))[0]?.binding;

  it('ends what goes on of who is gone there, and nothing of who is not', async () => {
    const [ada, bob] = [await withClient('ada'), await withClient('bob')];
    cast.provider.people.delete('ada');
    await due();
    await checkSignOns(cast.context);
    expect(await openOf(ada)).toEqual({ sessions: 0, tokens: 0 });
    expect(await openOf(bob)).toEqual({ sessions: 1, tokens: 1 });
  });

  it('asks about who is due and has something that goes on, once, however many processes look', async () => {
    await withClient('ada');
    await cast.signIn(cast.known('idle'));
    const before = asked();
    await checkSignOns(cast.context);
    expect(asked()).toBe(before);
    await due();
    await Promise.all(Array.from({ length: 4 }, () => checkSignOns(cast.context)));
    expect(asked()).toBe(before + 1);
  });

  it('ends nothing where the provider does not answer, and asks again', async () => {
    const ada = await withClient('ada');
    cast.provider.people.delete('ada');
    cast.provider.isAway = true;
    await due();
    await checkSignOns(cast.context);
    expect(await openOf(ada)).toEqual({ sessions: 1, tokens: 1 });
    cast.provider.isAway = false;
    await due();
    await checkSignOns(cast.context);
    expect(await openOf(ada)).toEqual({ sessions: 0, tokens: 0 });
  });

  it('of a provider that the settings name no longer who has a password has their own way in, and nobody else', async () => {
    const [ada, bob] = [await withClient('ada'), await withClient('bob')];
    await opened.db.insert(accounts).values({
      id: newId('acc'),
      accountId: ada,
      providerId: 'credential',
      userId: ada,
      password: 'a hash',
    });
    await checkSignOns(cast.context);
    expect([await bindingOf(ada), await bindingOf(bob)]).toEqual([true, true]);
    const clients = new Map([...cast.context.clients].filter(([id]) => id !== 'company'));
    await checkSignOns({ ...cast.context, clients });
    expect([await bindingOf(ada), await bindingOf(bob)]).toEqual([false, true]);
  });

  it('forgets sign-ins that nobody came back from, by an index, and none that is still good', async () => {
    const begin = () => beginSignOn(cast.context, { provider: 'company', target: '/' });
    for (let nth = 0; nth < 3; nth++) await begin();
    await opened.db.update(signOnAttempts).set({ createdAt: sql`now() - interval '11 minutes'` });
    await checkSignOns(cast.context);
    expect(await opened.db.$count(signOnAttempts)).toBe(0);
    await begin();
    await checkSignOns(cast.context);
    expect(await opened.db.$count(signOnAttempts)).toBe(1);
    const signIn = { identifier: 'begun', value: 'somebody' };
    await opened.db.insert(verifications).values([
      { ...signIn, id: newId('ver'), expiresAt: new Date(Date.now() - 60_000) },
      { ...signIn, id: 'still-good', expiresAt: new Date(Date.now() + 60_000) },
    ]);
    await checkSignOns(cast.context);
    expect((await opened.db.select().from(verifications)).map(({ id }) => id)).toEqual(['still-good']);
    const found = await rowsOf<{ name: string }>(
      opened.db,
      sql`select indexname as name from pg_indexes where tablename in ('sign_on_attempts', 'verifications') order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'sign_on_attempts_created',
        'verifications_expires',
        'verifications_identifier',
      ]),
    );
  });
});
