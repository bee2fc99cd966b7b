/** What a person may keep besides the company's sign-in, to stay in after the company has removed them. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callerOfSession } from '@/lib/auth/session';
import { checkAccess } from './check';
import { SignOnCast } from './testing/cast';

const { accountLinks, members, passkeys, recoveryCodes, sessions, signOnAccounts, twoFactors, users } =
  schema;

describe.each(testDatabases)('beside single sign-on on $name', ({ open }) => {
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

  const rules = (isForced = false) => ({
    demo: false,
    isThere: async ({ id }: { id: string }) => (await checkAccess(cast.context, id)) === 'good',
    isForced: () => isForced,
  });
  const due = (userId: string) =>
    opened.db
      .update(signOnAccounts)
      .set({ dueAt: sql`now() - interval '1 second'` })
      .where(eq(signOnAccounts.userId, userId));
  /** As started with a passkey of their own. */
  async function ownSession(userId: string): Promise<string> {
    const token = newId('tok');
    const expiresAt = new Date(Date.now() + 60_000);
    await opened.db.insert(sessions).values({ id: newId('ses'), token, userId, expiresAt });
    return token;
  }
  const passkeyOf = (userId: string) =>
    opened.db.insert(passkeys).values({
      id: newId('key'),
      userId,
      name: '',
      publicKey: 'a key',
      credentialID: newId('cred'),
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
    });

  it('a passkey signs nobody in whom the provider alone lets in, once that has said that they are gone', async () => {
    const { userId } = await cast.signIn(cast.known('ada'));
    await passkeyOf(userId);
    const before = await ownSession(userId);
    expect(await callerOfSession(opened.db, before, rules())).toMatchObject({ userId });
    cast.provider.people.delete('ada');
    await due(userId);
    // The provider is checked even if only the passkey is used.
    expect(await callerOfSession(opened.db, before, rules())).toBeNull();
    const after = await ownSession(userId);
    expect(await callerOfSession(opened.db, after, rules())).toBeNull();
    await cast.signIn(cast.known('ada'));
    expect(await callerOfSession(opened.db, after, rules())).toMatchObject({ userId });
  });

  it('where the provider is forced, a session of one’s own counts for nothing, however well it vouches', async () => {
    const { userId, token } = await cast.signIn(cast.known('ada'));
    const own = await ownSession(userId);
    expect(await callerOfSession(opened.db, own, rules(true))).toBeNull();
    expect(await callerOfSession(opened.db, token, rules(true))).toMatchObject({ userId });
  });

  it('who has a password of their own keeps their own way in', async () => {
    const userId = await cast.member('mia@halden.test');
    await cast.signIn(cast.known('mia'));
    const own = await ownSession(userId);
    cast.provider.people.delete('mia');
    await due(userId);
    expect(await callerOfSession(opened.db, own, rules())).toMatchObject({ userId });
  });

  it('whose groups are all gone has no role of them left, also where a provider then names none', async () => {
    await cast.close();
    const roles = { 'amber-admins': 'admin' as const };
    cast = await SignOnCast.open(opened, { roleClaim: 'groups', roles, defaultRole: 'viewer' });
    await cast.member('eve@elsewhere.test', 'admin');
    const { userId, token: mine } = await cast.signIn(cast.known('ada', { groups: ['amber-admins'] }));
    expect(await cast.roleOf(userId)).toBe('admin');
    // Like Okta and Entra: no claim at all, instead of an empty one.
    cast.known('ada', { groups: undefined });
    await due(userId);
    expect(await callerOfSession(opened.db, mine, rules())).toMatchObject({ role: 'viewer' });
    cast.known('ada', { groups: ['amber-admins'] });
    await cast.signIn('ada');
    expect(await cast.roleOf(userId)).toBe('admin');
    cast.known('ada', { groups: undefined });
    await cast.signIn('ada');
    expect(await cast.roleOf(userId)).toBe('viewer');
  });

  it('whoever made an account of somebody else’s address keeps nothing by which to come back', async () => {
    const { db } = opened;
    const userId = await cast.member('mia@halden.test', 'member', false);
    await passkeyOf(userId);
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await db
      .insert(twoFactors)
      .values({ id: newId('fac'), userId, secret: 'sealed', pending: 'sealed', verified: true });
    await db.insert(recoveryCodes).values({ userId, codeHash: 'a hash' });
    await db.insert(accountLinks).values({
      id: newId('lnk'),
      userId,
      kind: 'email',
      tokenHash: newId('h'),
      email: 'eve@evil.test',
      expiresAt: new Date(Date.now() + 60_000),
    });
    await db.insert(schema.tokens).values(token(userId));
    expect((await cast.signIn(cast.known('mia'))).userId).toBe(userId);
    for (const table of [passkeys, recoveryCodes, accountLinks])
      expect(await db.$count(table, eq(table.userId, userId))).toBe(0);
    const [app] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
    expect(app).toMatchObject({ secret: null, pending: null, verified: false });
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user).toMatchObject({ twoFactorEnabled: false, emailVerified: true });
    const [left] = await db.select().from(schema.tokens).where(eq(schema.tokens.userId, userId));
    expect(left?.revokedAt).not.toBeNull();
    expect(await db.$count(members, eq(members.userId, userId))).toBe(1);
  });

  const token = (userId: string) =>
    ({
      id: newId('tkn'),
      teamId: cast.teamId,
      userId,
      name: 'A client',
      hash: newId('h'),
      scopes: [],
      expiresAt: new Date(Date.now() + 60_000),
    }) as unknown as typeof schema.tokens.$inferInsert;
});
