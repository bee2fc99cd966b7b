/** Changes of a team's membership: invitations, and members who leave. */
import { and, asc, count, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { newId } from '../ids';
import { invitations, members, sessions, teams, users } from '../schema/auth';
import { grants } from '../schema/grants';
import { now, type TeamData } from './change';
import { type MemberRow, selectMembers } from './team';

type Role = MemberRow['role'];
export type InvitationRow = typeof invitations.$inferSelect;

export async function findTeamName(data: TeamData): Promise<string> {
  const [team] = await data.db.select({ name: teams.name }).from(teams).where(eq(teams.id, data.teamId));
  if (!team) throw new Error(`There is no team ${data.teamId}.`);
  return team.name;
}

/** The member with this id; null when the team has none. */
export async function findMember(data: TeamData, userId: string): Promise<MemberRow | null> {
  const [member] = await membersWhere(data, eq(members.userId, userId));
  return member ?? null;
}

/** The member with this address, ignoring case; null when the team has none. */
export async function findMemberByEmail(data: TeamData, email: string): Promise<MemberRow | null> {
  const [member] = await membersWhere(data, eq(sql`lower(${users.email})`, email.toLowerCase()));
  return member ?? null;
}

export async function countAdmins(data: TeamData): Promise<number> {
  const [admins] = await data.db
    .select({ count: count() })
    .from(members)
    .where(and(eq(members.teamId, data.teamId), eq(members.role, 'admin')));
  return admins?.count ?? 0;
}

/**
 * Ends a membership and signs the person out everywhere. The rules that they set for themselves go with it, and what was
 * allowed ahead for them ends, also if they come back. So do the invitations that they have made: one of them may be for themselves.
 */
export async function removeMember(data: TeamData, userId: string): Promise<void> {
  const theirs = and(eq(grants.teamId, data.teamId), eq(grants.userId, userId), isNull(grants.revokedAt));
  await data.db.update(grants).set({ revokedAt: now }).where(theirs);
  await data.db.delete(members).where(and(eq(members.teamId, data.teamId), eq(members.userId, userId)));
  await deleteOpenInvitations(data, userId);
  await data.db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes the invitations that this person has made and nobody has accepted yet. */
async function deleteOpenInvitations(data: TeamData, invitedBy: string): Promise<void> {
  const theirs = and(eq(invitations.teamId, data.teamId), eq(invitations.invitedBy, invitedBy));
  await data.db.delete(invitations).where(and(theirs, isNull(invitations.acceptedAt)));
}

/**
 * Invites an address, unless an invitation to it still waits. One that ran out or was used is replaced.
 * @param email in lower case
 * @returns the invitation that stands now, and whether it is this one
 */
export async function createInvitation(
  data: TeamData,
  invitation: { email: string; role: Role; tokenHash: string; invitedBy: string; validDays: number },
): Promise<{ invitation: InvitationRow; created: boolean }> {
  const { validDays, ...fields } = invitation;
  const fresh = { ...fields, expiresAt: sql`now() + make_interval(days => ${validDays}::int)` };
  const [created] = await data.db
    .insert(invitations)
    .values({ ...fresh, id: newId('ivt'), teamId: data.teamId })
    .onConflictDoUpdate({
      target: [invitations.teamId, invitations.email],
      set: { ...fresh, createdAt: now, acceptedAt: null },
      setWhere: or(lte(invitations.expiresAt, now), isNotNull(invitations.acceptedAt)),
    })
    .returning();
  if (created) return { invitation: created, created: true };
  const [existing] = await data.db
    .select()
    .from(invitations)
    .where(and(eq(invitations.teamId, data.teamId), eq(invitations.email, invitation.email)));
  if (!existing) throw new Error('The invitation vanished while it was looked at.');
  return { invitation: existing, created: false };
}

/**
 * Whoever renews an invitation gets its new link, so from then on the invitation is theirs.
 * @returns undefined when the team has no such invitation, or somebody has accepted it
 */
export async function renewInvitation(
  data: TeamData,
  id: string,
  { validDays, ...fields }: { tokenHash: string; invitedBy: string; validDays: number },
): Promise<InvitationRow | undefined> {
  const [renewed] = await data.db
    .update(invitations)
    .set({ ...fields, expiresAt: sql`now() + make_interval(days => ${validDays}::int)`, createdAt: now })
    .where(and(eq(invitations.teamId, data.teamId), eq(invitations.id, id), isNull(invitations.acceptedAt)))
    .returning();
  return renewed;
}

/**
 * Changes a member's role. Somebody who loses the right to invite also loses their invitations that nobody has
 * accepted.
 */
export async function updateRole(data: TeamData, userId: string, role: Role): Promise<void> {
  await data.db
    .update(members)
    .set({ role })
    .where(and(eq(members.teamId, data.teamId), eq(members.userId, userId)));
  if (role !== 'admin') await deleteOpenInvitations(data, userId);
}

function membersWhere(data: TeamData, condition: ReturnType<typeof eq>): Promise<MemberRow[]> {
  return selectMembers(data.db)
    .where(and(eq(members.teamId, data.teamId), condition))
    .orderBy(asc(users.id));
}
