/** Which sessions end, and whose password changes: only the intended ones. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isFreshSession } from './factors';
import * as store from './sessions';

const { accounts, sessions, users } = schema;

describe.each(testDatabases)('sessions and passwords on $name', ({ open }) => {
  let opened: OpenDatabase;

  beforeEach(async () => {
    opened ??= await open();
    const { db } = opened;
    await db.delete(users);
    await db.insert(users).values(['ada', 'bea'].map((id) => ({ id, name: id, email: `${id}@amber.test` })));
    const expiresAt = new Date(Date.now() + 3_600_000);
    for (const userId of ['ada', 'bea']) {
      const its = ['here', 'there'].map((place) => `${userId}-${place}`);
      await db.insert(sessions).values(its.map((id) => ({ id, token: `${id}-token`, userId, expiresAt })));
      const account = { id: userId, accountId: userId, userId, providerId: 'credential', password: 'old' };
      await db.insert(accounts).values([account, { ...account, id: `${userId}-sso`, providerId: 'sso' }]);
    }
    const past = { id: 'past', token: 'past', userId: 'ada', expiresAt: new Date(0) };
    await db.insert(sessions).values(past);
  });
  afterAll(() => opened.close());

  const left = async () => (await opened.db.select().from(sessions)).map(({ id }) => id).sort();
  const passwords = async () => {
    const all = await opened.db.select().from(accounts).orderBy(accounts.id);
    return all.map(({ id, password }) => `${id} ${password}`);
  };

  it('lists those that hold', async () => {
    const listed = await store.listSessions(opened.db, 'ada');
    expect(listed.map(({ id }) => id).sort()).toEqual(['ada-here', 'ada-there']);
  });

  it('counts one as fresh for so many minutes from when it was made', async () => {
    const { db } = opened;
    const createdAt = sql`now() - interval '10 minutes'`;
    await db.update(sessions).set({ createdAt }).where(eq(sessions.id, 'ada-there'));
    const isFresh = (userId: string, token: string, minutes: number) =>
      isFreshSession(db, { userId, token }, minutes);
    expect(await isFresh('ada', 'ada-here-token', 5)).toBe(true);
    expect(await isFresh('ada', 'ada-there-token', 5)).toBe(false);
    expect(await isFresh('ada', 'ada-there-token', 15)).toBe(true);
    expect(await isFresh('bea', 'ada-here-token', 5)).toBe(false);
  });

  it('ends one of one’s own, by its id and by its token', async () => {
    const { db } = opened;
    expect(await store.deleteSession(db, 'ada', 'bea-here')).toBe(false);
    expect(await store.deleteSession(db, 'ada', 'ada-here')).toBe(true);
    await store.deleteSessionOf(db, 'ada', 'bea-there-token');
    await store.deleteSessionOf(db, 'ada', 'ada-there-token');
    expect(await left()).toEqual(['bea-here', 'bea-there', 'past']);
  });

  it('ends all of one’s own, or all but one', async () => {
    await store.deleteSessionsBut(opened.db, 'ada', 'ada-here-token');
    expect(await left()).toEqual(['ada-here', 'bea-here', 'bea-there']);
    await opened.db.transaction(async (tx) => {
      expect(await store.holdsSession(tx, 'ada', 'ada-here-token')).toBe(true);
      expect(await store.holdsSession(tx, 'ada', 'bea-here-token')).toBe(false);
      await store.deleteSessions(tx, 'ada');
    });
    expect(await left()).toEqual(['bea-here', 'bea-there']);
  });

  it('changes the password of one’s own, where it is still the one that it was taken for', async () => {
    await opened.db.transaction(async (tx) => {
      expect(await store.setPassword(tx, 'ada', 'new')).toBe(true);
      expect(await store.setPassword(tx, 'nobody', 'new')).toBe(false);
      expect(await store.updatePassword(tx, 'bea', { was: 'another', hash: 'new' })).toBe(false);
      expect(await store.updatePassword(tx, 'bea', { was: 'old', hash: 'newer' })).toBe(true);
    });
    expect(await passwords()).toEqual(['ada new', 'ada-sso old', 'bea newer', 'bea-sso old']);
  });
});
