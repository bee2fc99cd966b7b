/** Who gets an account, on real databases: the first person once, then only invited people, once each. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { prepareAccount } from './accounts';
import { acceptInvitation, createFirstAccount, findInvitation, isFirstAccountOpen } from './sign-up';

const { invitations, members, teams, users } = schema;
const PASSWORD = 'correct horse';
const first = { teamName: 'Halden', name: 'Ada', email: 'Ada@Example.com', password: PASSWORD };

describe.each(testDatabases)('sign-up on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.db.delete(users);
    await opened.db.delete(teams);
  });
  afterAll(() => opened.close());

  const everyone = () =>
    opened.db
      .select({ email: users.email, role: members.role, teamName: teams.name })
      .from(users)
      .leftJoin(members, eq(members.userId, users.id))
      .leftJoin(teams, eq(teams.id, members.teamId));

  async function person(email: string, demo = false): Promise<string> {
    const userId = await (await prepareAccount({ name: 'Someone', email, password: PASSWORD }))(opened.db);
    if (demo) await opened.db.update(users).set({ demo }).where(eq(users.id, userId));
    return userId;
  }

  /** A team with an admin who invited the address; the token of the link. */
  async function invite(email: string): Promise<string> {
    await createFirstAccount(opened.db, first, false);
    const [admin] = await opened.db.select().from(members);
    const token = randomToken();
    await opened.db.insert(invitations).values({
      id: newId('ivt'),
      teamId: admin?.teamId ?? '',
      invitedBy: admin?.userId ?? '',
      email,
      role: 'member',
      tokenHash: createHash('sha256').update(token).digest('hex'),
      expiresAt: sql`now() + interval '1 day'`,
    });
    return token;
  }

  test('the first person makes the team and is its admin; the second may not', async () => {
    expect(await isFirstAccountOpen(opened.db, false)).toBe(true);
    await createFirstAccount(opened.db, first, false);
    expect(await everyone()).toEqual([{ email: 'ada@example.com', role: 'admin', teamName: 'Halden' }]);
    expect(await isFirstAccountOpen(opened.db, false)).toBe(false);
    const second = createFirstAccount(opened.db, { ...first, email: 'eve@example.com' }, false);
    await expect(second).rejects.toMatchObject({ code: 'forbidden' });
    expect(await opened.db.$count(teams)).toBe(1);
  });

  test('of several first persons at once there is one', async () => {
    const attempts = [1, 2, 3, 4].map((number) =>
      createFirstAccount(opened.db, { ...first, email: `p${number}@example.com` }, false),
    );
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await opened.db.$count(users)).toBe(1);
  });

  test('with the demo nobody makes a team; its accounts do not count once it is off', async () => {
    expect(await isFirstAccountOpen(opened.db, true)).toBe(false);
    await expect(createFirstAccount(opened.db, first, true)).rejects.toMatchObject({ code: 'forbidden' });
    await person('demo@amber.test', true);
    expect(await isFirstAccountOpen(opened.db, false)).toBe(true);
  });

  test('an invited person becomes a member with the role of the invitation, once', async () => {
    const token = await invite('bea@example.com');
    expect(await findInvitation(opened.db, token)).toEqual({
      email: 'bea@example.com',
      teamName: 'Halden',
      role: 'member',
      hasAccount: false,
    });
    const account = { name: 'Bea', password: PASSWORD };
    expect(await acceptInvitation(opened.db, token, account)).toBe('bea@example.com');
    expect(await everyone()).toContainEqual({ email: 'bea@example.com', role: 'member', teamName: 'Halden' });
    expect(await findInvitation(opened.db, token)).toBeNull();
    const again = acceptInvitation(opened.db, token, account);
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    expect(await opened.db.$count(users)).toBe(2);
  });

  test('an account without a team joins with its own password only', async () => {
    const token = await invite('cy@example.com');
    await person('cy@example.com');
    expect(await findInvitation(opened.db, token)).toMatchObject({ hasAccount: true });
    const wrong = acceptInvitation(opened.db, token, { password: 'wrong horse' });
    await expect(wrong).rejects.toMatchObject({ code: 'forbidden' });
    await acceptInvitation(opened.db, token, { password: PASSWORD });
    expect(await everyone()).toContainEqual({ email: 'cy@example.com', role: 'member', teamName: 'Halden' });
  });

  test('wrong passwords of an account have an end, and the right one counts for none', async () => {
    const token = await invite('fay@example.com');
    const userId = await person('fay@example.com');
    await opened.db.insert(teams).values({ id: 'tea_fay', name: 'Elsewhere' });
    await opened.db.insert(members).values({ userId, teamId: 'tea_fay', role: 'viewer' });
    const tried = (password: string) =>
      acceptInvitation(opened.db, token, { password }).catch((error) => error);
    expect(await tried(PASSWORD)).toMatchObject({ code: 'conflict' });
    // At once: after a minute the limit would start again.
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, number) => tried(`wrong horse ${number}`)),
    );
    const codes = guesses.map(({ code }) => code).sort();
    expect(codes).toEqual([...Array(10).fill('forbidden'), 'too_many_requests', 'too_many_requests']);
    expect(await everyone()).toContainEqual({
      email: 'fay@example.com',
      role: 'viewer',
      teamName: 'Elsewhere',
    });
  });

  test('somebody who is in a team does not change it, and the invitation stays', async () => {
    const token = await invite('dan@example.com');
    const userId = await person('dan@example.com');
    await opened.db.insert(teams).values({ id: 'tea_other', name: 'Elsewhere' });
    await opened.db.insert(members).values({ userId, teamId: 'tea_other', role: 'viewer' });
    const accepted = acceptInvitation(opened.db, token, { password: PASSWORD });
    await expect(accepted).rejects.toMatchObject({ code: 'conflict' });
    expect(await everyone()).toContainEqual({
      email: 'dan@example.com',
      role: 'viewer',
      teamName: 'Elsewhere',
    });
    expect(await findInvitation(opened.db, token)).not.toBeNull();
  });

  test('no invitation: an unknown token, one that ran out, a new account without a name', async () => {
    const token = await invite('eve@example.com');
    const account = { name: 'Eve', password: PASSWORD };
    await expect(acceptInvitation(opened.db, 'x', account)).rejects.toMatchObject({ code: 'not_found' });
    const nameless = acceptInvitation(opened.db, token, { password: PASSWORD });
    await expect(nameless).rejects.toMatchObject({ code: 'bad_request' });
    await opened.db.update(invitations).set({ expiresAt: sql`now() - interval '1 second'` });
    await expect(acceptInvitation(opened.db, token, account)).rejects.toMatchObject({ code: 'not_found' });
    expect(await opened.db.$count(users)).toBe(1);
  });
});
