import 'server-only';
/**
 * What admins do about the people of their team, and people about their own membership. The rules are those of the
 * agent's own tools: see `mcp/tools/team/rules`.
 */
import type { Database, Queryable } from '@/db/client';
import { changeTeamData, lockTeam, type TeamData } from '@/db/queries/change';
import { removeMember, updateRole } from '@/db/queries/team-changes';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { works } from '@/lib/people/roles';
import { forcedProvider } from '@/lib/single-sign-on/providers';
import { findRole, namePerson } from '@/lib/store/people';
import { findAccount } from '@/lib/store/settings/account-links';
import { findFactorKinds } from '@/lib/store/settings/factors';
import {
  deleteInvitation,
  findSecondFactorOf,
  listInvitations,
  listTeam,
  setSecondFactorOf,
} from '@/lib/store/settings/team';
import { ToolError } from '@/mcp/result';
import type { Role } from '@/mcp/scopes';
import {
  assertMayBecome,
  assertMayGo,
  assertMayLeave,
  type Invited,
  invite,
  inviteAgain,
  lockMember,
} from '@/mcp/tools/team/rules';
import { endLeftovers } from './end-leftovers';
import type { InvitationWay, SecondFactorOf, SignInMethod, TeamInvitation, TeamView } from './team-view';

/** Amber's own sign-in methods, by their names in rows. */
const OWN_METHODS: Record<string, SignInMethod> = {
  'single sign-on': 'sign-on',
  credential: 'password',
  'two-factor app': 'app',
  passkey: 'passkey',
};

/** @throws AppError forbidden */
export async function readTeam(db: Queryable, caller: Caller): Promise<TeamView> {
  await assertAdmin(db, caller);
  const members = await listTeam(db, caller.teamId);
  const invitations = await listInvitations(db, caller.teamId);
  const secondFactorOf = await findSecondFactorOf(db, caller.teamId);
  return {
    secondFactorOf,
    members: members.map(({ providers, ...member }) => ({
      ...member,
      joinedAt: member.joinedAt.toISOString(),
      lastSeenAt: member.lastSeenAt === null ? null : new Date(member.lastSeenAt).toISOString(),
      methods: providers.map((one) => OWN_METHODS[one] ?? 'other'),
    })),
    invitations: invitations.map(viewOf),
  };
}

const viewOf = (row: Awaited<ReturnType<typeof listInvitations>>[number]): TeamInvitation => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/**
 * From the commit on every call, card and token of theirs is judged by the new role. What a new auditor had open before
 * ends.
 * @throws AppError forbidden, not_found, conflict (the last admin)
 */
export async function changeRole(db: Database, caller: Caller, userId: string, role: Role): Promise<void> {
  await asAdmin(db, caller, async (data) => {
    const member = await memberOf(data, userId);
    await assertMayBecome(data, member, role);
    if (member.role !== role) await updateRole(data, userId, role);
  });
  if (!works(role)) await endLeftovers(db);
}

/**
 * Ends the membership, with everything that the person has open: sessions, what was allowed ahead for them, tokens and
 * other clients, runs, and pending cards.
 * @throws AppError forbidden, not_found, conflict (oneself, the last admin)
 */
export async function removeFromTeam(db: Database, caller: Caller, userId: string): Promise<void> {
  await asAdmin(db, caller, async (data) => {
    const member = await memberOf(data, userId);
    await assertMayGo(data, member, caller.userId);
    await removeMember(data, userId);
  });
  await endLeftovers(db);
}

/**
 * The same for oneself.
 * @throws AppError conflict: the last admin, or no longer a member
 */
export async function leaveTeam(db: Database, caller: Caller): Promise<void> {
  const { userId } = caller;
  await inTeam(db, caller, async (data) => {
    await assertMayLeave(data, await memberOf(data, userId));
    await removeMember(data, userId);
  });
  await endLeftovers(db);
}

/**
 * Sets of whom the team requires a second factor. People who lack it must set one up before anything else, from their
 * next request on.
 * @throws AppError forbidden; conflict: the admin has none, and no single sign-on provider is in charge of theirs
 */
export async function askSecondFactor(db: Database, caller: Caller, of: SecondFactorOf): Promise<void> {
  await asAdmin(db, caller, async (data) => {
    if (of !== 'nobody' && !(await hasFactor(data.db, caller))) {
      throw new AppError('conflict', 'Set up a second factor for yourself first, at Your account.');
    }
    if ((await findSecondFactorOf(data.db, caller.teamId)) !== of) {
      await setSecondFactorOf(data.db, caller.teamId, of);
    }
  });
}

async function hasFactor(db: Queryable, { userId }: Caller): Promise<boolean> {
  const { app, passkeys } = await findFactorKinds(db, userId);
  if (app || passkeys) return true;
  const account = await findAccount(db, userId);
  return account !== undefined && forcedProvider(account.email) !== undefined;
}

export interface SentInvitation {
  status: 'invited' | 'already invited' | 'already a member';
  /** Returned once, and only to the admin who hands it on. */
  link?: string;
}

/** @throws AppError forbidden */
export async function inviteToTeam(
  db: Database,
  caller: Caller,
  asked: { email: string; role: Role; way: InvitationWay },
  appUrl: string,
): Promise<SentInvitation> {
  const { way } = asked;
  const who = { email: asked.email.toLowerCase(), role: asked.role };
  const by = { by: caller.userId, appUrl, mails: way === 'mail' };
  const made = await asAdmin(db, caller, (data) => invite(data, who, by));
  if (made.member) return { status: 'already a member' };
  if (made.link === undefined) return { status: 'already invited' };
  return { status: 'invited', ...handedOn(made, way) };
}

/**
 * A new link with a new expiry; the old link becomes invalid.
 * @throws AppError forbidden, not_found
 */
export async function renewInvitation(
  db: Database,
  caller: Caller,
  id: string,
  way: InvitationWay,
  appUrl: string,
): Promise<Pick<SentInvitation, 'link'>> {
  const by = { by: caller.userId, appUrl, mails: way === 'mail' };
  const made = await asAdmin(db, caller, (data) => inviteAgain(data, id, by));
  if (!made.invitation) throw noInvitation();
  return handedOn(made, way);
}

const handedOn = ({ link }: Invited, way: InvitationWay) =>
  way === 'link' && link !== undefined ? { link } : {};

/** @throws AppError forbidden, not_found */
export async function withdrawInvitation(db: Database, caller: Caller, id: string): Promise<void> {
  await asAdmin(db, caller, async (data) => {
    if (!(await deleteInvitation(data.db, caller.teamId, id))) throw noInvitation();
  });
}

const noInvitation = () =>
  new AppError('not_found', 'There is no such invitation, or it was accepted. Load the page again.');

/** @throws AppError not_found */
export async function memberOf(data: TeamData, userId: string) {
  const member = await lockMember(data, userId);
  if (!member) throw new AppError('not_found', 'This person is not in the team any more.');
  return member;
}

/**
 * By an admin, as the database has them at this moment.
 * @throws AppError forbidden
 */
export function asAdmin<Result>(
  db: Database,
  caller: Caller,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  return inTeam(db, caller, async (data) => {
    // Checked with the team locked: somebody who was an admin a moment ago may not be one now.
    await assertAdmin(data.db, caller);
    return work(data);
  });
}

/** With the team locked, and the person who does it named in the receipts. */
async function inTeam<Result>(
  db: Database,
  { teamId, userId }: Caller,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  const { signal } = new AbortController();
  try {
    return await changeTeamData({ db, teamId, signal }, async (data) => {
      await namePerson(data.db, userId);
      await lockTeam(data);
      return work(data);
    });
  } catch (error) {
    throw error instanceof ToolError ? new AppError('conflict', error.message) : error;
  }
}

async function assertAdmin(db: Queryable, caller: Caller): Promise<void> {
  if ((await findRole(db, caller)) === 'admin') return;
  throw new AppError('forbidden', 'Only admins see and change who is in the team.');
}
