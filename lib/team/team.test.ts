/**
 * The members of a team, changed by its admins: rows and receipts on real databases, and what ends for a person who is
 * removed.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { acceptInvitation } from '@/lib/auth/sign-up';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { findMemberMails } from '@/lib/store/people';
import { endLeftovers } from './end-leftovers';
import {
  changeRole,
  inviteToTeam,
  readTeam,
  removeFromTeam,
  renewInvitation,
  withdrawInvitation,
} from './team';

const { approvals, calls, invitations, members, outbox, receipts, sessions, tokens, users } = schema;
const APP = 'https://amber.test';

describe.each(testDatabases)('a team on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  const roleOf = async ({ userId }: Caller) =>
    (await opened.db.select().from(members).where(eq(members.userId, userId)))[0]?.role;
  const receiptsOf = async (kind: string, person: string) => {
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, kind));
    return rows.map(({ body }) => JSON.parse(body)).filter((body) => body.person?.id === person);
  };
  const invitationTo = async (email: string) =>
    (await opened.db.select().from(invitations).where(eq(invitations.email, email)))[0];
  const tokenOf = (link = '') => new URL(link).searchParams.get('invitation') ?? '';
  const ask = (email: string, way: 'mail' | 'link' = 'link', by = harness.admin) =>
    inviteToTeam(opened.db, by, { email, role: 'member', way }, APP);

  /** A chat of theirs with a pending deletion. */
  async function waiting(person: Caller) {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(person);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete', person);
    return chatId;
  }

  it('tells admins who is in it and what waits, and nobody else anything', async () => {
    const member = await harness.person('member');
    await waiting(member);
    const { members: all } = await readTeam(opened.db, harness.admin);
    expect(all.find(({ id }) => id === member.userId)).toMatchObject({ role: 'member', waiting: 1 });
    for (const role of ['member', 'viewer'] as const) {
      const other = await harness.person(role);
      await expect(readTeam(opened.db, other)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(changeRole(opened.db, other, other.userId, 'admin')).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(removeFromTeam(opened.db, other, member.userId)).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(ask('nobody@amber.test', 'link', other)).rejects.toMatchObject({ code: 'forbidden' });
      expect(await roleOf(other)).toBe(role);
    }
    expect(await roleOf(member)).toBe('member');
    expect(await invitationTo('nobody@amber.test')).toBeUndefined();
  });

  it('changes a role, with a receipt that says who did', async () => {
    const member = await harness.person('member');
    await changeRole(opened.db, harness.admin, member.userId, 'viewer');
    await changeRole(opened.db, harness.admin, member.userId, 'viewer');
    expect(await roleOf(member)).toBe('viewer');
    expect(await receiptsOf('role changed', member.userId)).toMatchObject([
      { was: 'member', person: { role: 'viewer' }, by: harness.admin.userId },
    ]);
  });

  it('is never without an admin', async () => {
    const lone = await RunHarness.open(opened);
    const itself = lone.admin.userId;
    for (const change of [
      () => changeRole(opened.db, lone.admin, itself, 'member'),
      () => removeFromTeam(opened.db, lone.admin, itself),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await roleOf(lone.admin)).toBe('admin');
    const second = await lone.person('admin');
    const outcomes = await Promise.allSettled([
      changeRole(opened.db, lone.admin, second.userId, 'viewer'),
      changeRole(opened.db, second, itself, 'viewer'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await roleOf(lone.admin), await roleOf(second)].sort()).toEqual(['admin', 'viewer']);
  });

  it('knows nobody of another team', async () => {
    const other = await RunHarness.open(opened);
    const stranger = await other.person('member');
    for (const change of [
      () => changeRole(opened.db, harness.admin, stranger.userId, 'admin'),
      () => removeFromTeam(opened.db, harness.admin, stranger.userId),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not_found' });
    }
    await ask('theirs@amber.test', 'link', other.admin);
    const theirs = await invitationTo('theirs@amber.test');
    for (const change of [
      () => renewInvitation(opened.db, harness.admin, theirs?.id ?? '', 'link', APP),
      () => withdrawInvitation(opened.db, harness.admin, theirs?.id ?? ''),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await invitationTo('theirs@amber.test')).toEqual(theirs);
    expect(await roleOf(stranger)).toBe('member');
  });

  /** Everything open of a person who is about to be removed. */
  async function withAllOpen() {
    const member = await harness.person('member');
    await opened.db.insert(sessions).values({
      id: `s-${member.userId}`,
      token: `t-${member.userId}`,
      userId: member.userId,
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const token = await createToken(opened.db, member, { name: 'A client', scopes: ['team.read'], days: 7 });
    return { member, token, chatId: await waiting(member) };
  }

  async function expectEnded({ member, token, chatId }: Awaited<ReturnType<typeof withAllOpen>>) {
    expect(await roleOf(member)).toBeUndefined();
    expect(await opened.db.$count(sessions, eq(sessions.userId, member.userId))).toBe(0);
    const revoked = and(eq(tokens.id, token.id), isNull(tokens.revokedAt));
    expect(await opened.db.$count(tokens, revoked)).toBe(0);
    expect(await harness.runs(chatId)).toEqual(['stopped']);
    const cards = await opened.db.select().from(approvals).where(eq(approvals.chatId, chatId));
    expect(cards.map(({ status }) => status)).toEqual(['superseded']);
    const ledger = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(ledger.filter(({ status }) => status === 'success')).toEqual([]);
    expect(await opened.db.$count(users, eq(users.id, member.userId))).toBe(1);
  }

  it('ends with somebody who is removed all that they have open', async () => {
    const open = await withAllOpen();
    const [row] = await opened.db.select().from(users).where(eq(users.id, open.member.userId));
    const mail = row?.email ?? '';
    expect(await findMemberMails(opened.db, [mail, 'nobody@amber.test'])).toEqual(new Set([mail]));
    await removeFromTeam(opened.db, harness.admin, open.member.userId);
    await expectEnded(open);
    // The demo's door offers only those that are in a team.
    expect(await findMemberMails(opened.db, [mail])).toEqual(new Set());
    expect(await receiptsOf('left', open.member.userId)).toMatchObject([{ by: harness.admin.userId }]);
  });

  it('ends it as well when an agent’s call has removed them', async () => {
    const open = await withAllOpen();
    await harness.office.run((await import('@/mcp/tools/team/team-member-remove')).teamMemberRemove, {
      userId: open.member.userId,
    });
    await Promise.all([endLeftovers(opened.db), endLeftovers(opened.db)]);
    await expectEnded(open);
  });

  it('leaves all to somebody who is taken in again while it is being ended', async () => {
    const { member, token, chatId } = await withAllOpen();
    const { userId, teamId } = member;
    await opened.db.delete(members).where(eq(members.userId, userId));
    let back = 0;
    const again = async () => {
      back++;
      await opened.db.insert(members).values({ userId, teamId, role: 'member' }).onConflictDoNothing();
    };
    const late = new Proxy(opened.db, {
      get: (db, key) =>
        key === 'transaction'
          ? async (work: Parameters<typeof db.transaction>[0]) => again().then(() => db.transaction(work))
          : Reflect.get(db, key, db),
    });
    await endLeftovers(late);
    expect(back).toBe(2);
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    const holds = and(eq(tokens.id, token.id), isNull(tokens.revokedAt));
    expect(await opened.db.$count(tokens, holds)).toBe(1);
  });

  it('leaves alone whoever is in it', async () => {
    const member = await harness.person('member');
    const chatId = await waiting(member);
    await endLeftovers(opened.db);
    expect(await harness.runs(chatId)).toEqual(['waiting']);
  });

  it('mails an invitation, and tells its link to nobody else', async () => {
    expect(await ask('by-mail@amber.test', 'mail')).toEqual({ status: 'invited' });
    const invitation = await invitationTo('by-mail@amber.test');
    const sent = { email: 'by-mail@amber.test', role: 'member', invitedBy: harness.admin.userId };
    expect(invitation).toMatchObject(sent);
    const [mail] = await opened.db.select().from(outbox).where(eq(outbox.recipient, 'by-mail@amber.test'));
    const token = mail?.body.match(/invitation=(\S+)/)?.[1] ?? '';
    expect(await acceptInvitation(opened.db, token, { name: 'By Mail', password: 'long enough' })).toBe(
      'by-mail@amber.test',
    );
    const [user] = await opened.db.select().from(users).where(eq(users.email, 'by-mail@amber.test'));
    expect(user?.emailVerified).toBe(true);
    expect((await readTeam(opened.db, harness.admin)).invitations.map(({ email }) => email)).not.toContain(
      'by-mail@amber.test',
    );
    expect(await ask('BY-MAIL@amber.test')).toEqual({ status: 'already a member' });
  });

  it('hands on a link that shows nothing of the address, once', async () => {
    const { link } = await ask('by-link@amber.test');
    expect(await ask('by-link@amber.test')).toEqual({ status: 'already invited' });
    expect(await opened.db.$count(outbox, eq(outbox.recipient, 'by-link@amber.test'))).toBe(0);
    const account = { name: 'By Link', password: 'long enough' };
    await acceptInvitation(opened.db, tokenOf(link), account);
    await expect(acceptInvitation(opened.db, tokenOf(link), account)).rejects.toMatchObject({
      code: 'not_found',
    });
    const [user] = await opened.db.select().from(users).where(eq(users.email, 'by-link@amber.test'));
    expect(user?.emailVerified).toBe(false);
    expect(
      await opened.db
        .select()
        .from(members)
        .where(eq(members.userId, user?.id ?? '')),
    ).toMatchObject([{ teamId: harness.admin.teamId, role: 'member' }]);
  });

  it.each(['removed', 'demoted', 'removed by another way'])(
    'takes nobody in by a link of an admin who was %s',
    async (how) => {
      const account = { name: 'Back', password: 'long enough' };
      const [back, renewed] = [1, 2].map((one) => `${one}-${how.replaceAll(' ', '-')}@amber.test`);
      const second = await harness.person('admin');
      const role = 'admin';
      const own = await inviteToTeam(opened.db, second, { email: back ?? '', role, way: 'link' }, APP);
      await ask(renewed ?? '');
      const { id = '' } = (await invitationTo(renewed ?? '')) ?? {};
      const again = await renewInvitation(opened.db, second, id, 'link', APP);
      await ask(`kept-${back}`);
      if (how === 'removed') await removeFromTeam(opened.db, harness.admin, second.userId);
      else if (how === 'demoted') await changeRole(opened.db, harness.admin, second.userId, 'member');
      else await opened.db.delete(members).where(eq(members.userId, second.userId));
      for (const { link } of [own, again]) {
        const accepted = acceptInvitation(opened.db, tokenOf(link), account);
        await expect(accepted).rejects.toMatchObject({ code: 'not_found' });
      }
      const left = how === 'removed by another way' ? 2 : 0;
      expect(await opened.db.$count(invitations, eq(invitations.invitedBy, second.userId))).toBe(left);
      expect(await opened.db.$count(users, inArray(users.email, [back ?? '', renewed ?? '']))).toBe(0);
      expect(await invitationTo(`kept-${back}`)).toMatchObject({ invitedBy: harness.admin.userId });
    },
  );

  it('ends the link before when it makes a new one, and all of them when it withdraws', async () => {
    const first = await ask('again@amber.test');
    const { id = '' } = (await invitationTo('again@amber.test')) ?? {};
    await opened.db
      .update(invitations)
      .set({ expiresAt: new Date(0) })
      .where(eq(invitations.id, id));
    const second = await renewInvitation(opened.db, harness.admin, id, 'link', APP);
    const account = { name: 'Again', password: 'long enough' };
    await expect(acceptInvitation(opened.db, tokenOf(first.link), account)).rejects.toMatchObject({
      code: 'not_found',
    });
    await withdrawInvitation(opened.db, harness.admin, id);
    await expect(acceptInvitation(opened.db, tokenOf(second.link), account)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(withdrawInvitation(opened.db, harness.admin, id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await opened.db.$count(users, eq(users.email, 'again@amber.test'))).toBe(0);
  });
});
