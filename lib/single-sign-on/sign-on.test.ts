/** Signing in with a company's own provider, a real one: whose account it is, with which role, and for how long. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callerOfSession } from '@/lib/auth/session';
import { findCaller } from '@/lib/store/people';
import { listTeam } from '@/lib/store/settings/team';
import { checkAccess } from './check';
import { endSessionUrl } from './sign-out';
import { SignOnCast } from './testing/cast';

const { members, receipts, sessions, signOnAccounts, users } = schema;

describe.each(testDatabases)('single sign-on on $name', ({ open }) => {
  let opened: OpenDatabase;
  let cast: SignOnCast;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    cast = await SignOnCast.open(opened);
    await opened.db.delete(users);
  });
  afterEach(() => cast.close());

  const accountOf = async (userId: string) => {
    const [row] = await opened.db.select().from(signOnAccounts).where(eq(signOnAccounts.userId, userId));
    if (!row) throw new Error('There is no such account.');
    return row;
  };
  /** Makes the provider's last answer this old. */
  const age = (userId: string, minutes: number) =>
    opened.db
      .update(signOnAccounts)
      .set({
        dueAt: sql`${signOnAccounts.dueAt} - make_interval(mins => ${minutes}::int)`,
        vouchedUntil: sql`${signOnAccounts.vouchedUntil} - make_interval(mins => ${minutes}::int)`,
      })
      .where(eq(signOnAccounts.userId, userId));
  const rules = () => ({
    demo: false,
    isThere: async ({ id }: { id: string }) => (await checkAccess(cast.context, id)) === 'good',
    isForced: () => false,
  });

  it('whoever comes first joins the team, and is the same person afterwards whatever they are called', async () => {
    const subject = cast.known('ada');
    const first = await cast.signIn(subject);
    expect(await callerOfSession(opened.db, first.token, rules())).toMatchObject({
      userId: first.userId,
      teamId: cast.teamId,
      role: 'member',
      userName: 'Person ada',
    });
    cast.known('ada', { email: 'ada.renamed@halden.test', name: 'Ada Renamed' });
    const again = await cast.signIn(subject);
    expect(again.userId).toBe(first.userId);
    expect(again.token).not.toBe(first.token);
    const kinds = (await opened.db.select().from(receipts).where(eq(receipts.teamId, cast.teamId))).map(
      (one) => one.kind,
    );
    expect(kinds.filter((kind) => ['joined', 'sign-on linked'].includes(kind)).sort()).toEqual([
      'joined',
      'sign-on linked',
    ]);
  });

  it('an account with the same verified address in the same team becomes theirs', async () => {
    const id = await cast.member('mia@halden.test', 'admin');
    const { userId } = await cast.signIn(cast.known('mia'));
    expect(userId).toBe(id);
    expect(await cast.roleOf(id)).toBe('admin');
  });

  it('of an account whose address nobody had shown to be theirs the password and its sessions go', async () => {
    const id = await cast.member('mia@halden.test', 'member', false);
    const token = newId('tok');
    await opened.db
      .insert(sessions)
      .values({ id: newId('ses'), token, userId: id, expiresAt: new Date(Date.now() + 60_000) });
    expect((await cast.signIn(cast.known('mia'))).userId).toBe(id);
    expect(await opened.db.$count(schema.accounts, eq(schema.accounts.userId, id))).toBe(0);
    expect(await opened.db.$count(sessions, eq(sessions.token, token))).toBe(0);
  });

  it('gives the role that the groups name, at each sign-in, and holds the last admin', async () => {
    await cast.close();
    cast = await SignOnCast.open(opened, {
      roleClaim: 'groups',
      roles: { 'amber-admins': 'admin', staff: 'viewer' },
      defaultRole: null,
    });
    const { userId } = await cast.signIn(cast.known('ada', { groups: ['staff', 'amber-admins'] }));
    expect(await cast.roleOf(userId)).toBe('admin');
    cast.known('ada', { groups: ['staff'] });
    await cast.signIn('ada');
    expect(await cast.roleOf(userId)).toBe('admin');
    expect((await accountOf(userId)).heldRole).toBe('viewer');
    const [shown] = await listTeam(opened.db, cast.teamId);
    expect(shown).toMatchObject({ heldRole: 'viewer', providers: ['single sign-on'] });
    await cast.member('eve@elsewhere.test', 'admin');
    await cast.signIn('ada');
    expect(await cast.roleOf(userId)).toBe('viewer');
    expect((await accountOf(userId)).heldRole).toBeNull();
    await expect(cast.signIn(cast.known('bob', { groups: ['others'] }))).rejects.toMatchObject({
      problem: 'no-role',
    });
    expect(await opened.db.$count(users, eq(users.email, 'bob@halden.test'))).toBe(0);
  });

  it('re-reads the role when the provider is asked again', async () => {
    await cast.close();
    cast = await SignOnCast.open(opened, {
      roleClaim: 'groups',
      roles: { staff: 'viewer', leads: 'member' },
    });
    const { userId, token } = await cast.signIn(cast.known('ada', { groups: ['leads'] }));
    cast.known('ada', { groups: ['staff'] });
    await age(userId, 11);
    expect(await callerOfSession(opened.db, token, rules())).toMatchObject({ role: 'viewer' });
  });

  it('whoever is removed at the provider is out once it is asked again, and not before it says so', async () => {
    const { userId, token } = await cast.signIn(cast.known('ada'));
    expect(await checkAccess(cast.context, (await accountOf(userId)).id)).toBe('left');
    await age(userId, 11);
    expect(await callerOfSession(opened.db, token, rules())).toMatchObject({ userId });
    cast.provider.people.delete('ada');
    await age(userId, 11);
    expect(await callerOfSession(opened.db, token, rules())).toBeNull();
    expect(await opened.db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
    expect(await findCaller(opened.db, userId)).toBeUndefined();
    const ended = await opened.db.select().from(receipts).where(eq(receipts.kind, 'sign-on ended'));
    expect(ended.filter((one) => one.teamId === cast.teamId)).toHaveLength(1);
    // Restored there, the person can sign in again.
    const again = await cast.signIn(cast.known('ada'));
    expect(await callerOfSession(opened.db, again.token, rules())).toMatchObject({ userId });
  });

  it('a provider that does not answer ends nothing; its last word holds for fifteen minutes, and then nothing does', async () => {
    const { userId, token } = await cast.signIn(cast.known('ada'));
    cast.provider.isAway = true;
    await age(userId, 11);
    const { id } = await accountOf(userId);
    expect(await checkAccess(cast.context, id)).toBe('left');
    expect(await findCaller(opened.db, userId)).toBeDefined();
    await age(userId, 5);
    expect(await findCaller(opened.db, userId)).toBeUndefined();
    expect(await callerOfSession(opened.db, token, rules())).toBeNull();
    expect(await opened.db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
    cast.provider.isAway = false;
    await opened.db.update(signOnAccounts).set({ dueAt: sql`now() - interval '1 second'` });
    expect(await checkAccess(cast.context, id)).toBe('good');
    expect(await callerOfSession(opened.db, token, rules())).toMatchObject({ userId });
  });

  it('the provider is asked once by all who come at once', async () => {
    const { userId } = await cast.signIn(cast.known('ada'));
    const { id } = await accountOf(userId);
    await age(userId, 11);
    cast.provider.asked.length = 0;
    const all = await Promise.all(Array.from({ length: 20 }, () => checkAccess(cast.context, id)));
    expect(all.filter((one) => one === 'good')).toHaveLength(1);
    expect(cast.provider.asked.filter((one) => one === 'POST /token')).toHaveLength(1);
  });

  it('fifty who come at once as the same new person are one', async () => {
    cast.known('ada');
    const back = await Promise.all(Array.from({ length: 50 }, () => cast.goAndReturn('ada')));
    const all = await Promise.all(back.map((one) => cast.finish(one)));
    expect(new Set(all.map((one) => one.userId)).size).toBe(1);
    expect(await opened.db.$count(members, eq(members.teamId, cast.teamId))).toBe(1);
    expect(await opened.db.$count(users, eq(users.email, 'ada@halden.test'))).toBe(1);
    expect(await opened.db.$count(signOnAccounts, eq(signOnAccounts.subject, 'ada'))).toBe(1);
  });

  it('says where the provider ends its own session', async () => {
    const { token } = await cast.signIn(cast.known('ada'));
    const url = new URL((await endSessionUrl(cast.context, token)) ?? '');
    expect(url.origin).toBe(cast.provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://amber.test/sign-in');
    expect(url.searchParams.get('id_token_hint')).toBeTruthy();
  });

  it('whom an admin has taken out comes back by an invitation alone', async () => {
    const admin = await cast.member('eve@elsewhere.test', 'admin');
    const { userId } = await cast.signIn(cast.known('ada'));
    await opened.db.delete(members).where(eq(members.userId, userId));
    await expect(cast.signIn('ada')).rejects.toMatchObject({ problem: 'not-in-team' });
    await opened.db.insert(schema.invitations).values({
      id: newId('ivt'),
      teamId: cast.teamId,
      email: 'ada@halden.test',
      role: 'viewer',
      tokenHash: newId('h'),
      invitedBy: admin,
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect((await cast.signIn('ada')).userId).toBe(userId);
    expect(await cast.roleOf(userId)).toBe('viewer');
  });
});
