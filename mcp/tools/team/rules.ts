/** The rules for changes of a team, whether an agent's call or an admin on the page makes them. */
import { createHash } from 'node:crypto';
import { randomToken } from '@/db/ids';
import { lockTeam, type TeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import type { MemberRow } from '@/db/queries/team';
import {
  countAdmins,
  createInvitation,
  findMember,
  findMemberByEmail,
  findTeamName,
  type InvitationRow,
  renewInvitation,
} from '@/db/queries/team-changes';
import { invitationMail } from '@/mcp/mails';
import { ToolError } from '@/mcp/result';

/** How long an invitation is valid, in days. */
const VALID_DAYS = 14;

/** Locks the team and finds one of its members. */
export async function lockMember(data: TeamData, userId: string): Promise<MemberRow | null> {
  await lockTeam(data);
  return findMember(data, userId);
}

/**
 * @param member of a locked team
 * @param by id of the person who asks
 * @throws ToolError if they have to stay
 */
export async function assertMayGo(data: TeamData, member: MemberRow, by: string): Promise<void> {
  if (member.userId === by) {
    throw new ToolError('Nobody can remove themselves. Ask another admin to do it.');
  }
  if (await isLastAdmin(data, member)) {
    throw new ToolError(`${member.name} is the last admin and cannot be removed.`);
  }
}

/**
 * @param member of a locked team, who leaves of their own will
 * @throws ToolError if the team would be left without an admin
 */
export async function assertMayLeave(data: TeamData, member: MemberRow): Promise<void> {
  if (await isLastAdmin(data, member)) {
    throw new ToolError('You are the last admin: make somebody else an admin first.');
  }
}

/**
 * @param member of a locked team
 * @throws ToolError if the team would be left without an admin
 */
export async function assertMayBecome(
  data: TeamData,
  member: MemberRow,
  role: MemberRow['role'],
): Promise<void> {
  if (role !== 'admin' && (await isLastAdmin(data, member))) {
    throw new ToolError(`${member.name} is the last admin: make somebody else an admin first.`);
  }
}

async function isLastAdmin(data: TeamData, { role }: MemberRow): Promise<boolean> {
  return role === 'admin' && (await countAdmins(data)) === 1;
}

export interface Invited {
  /** The invitation that stands if no new one was made. */
  member?: MemberRow;
  invitation?: InvitationRow;
  /** Where the person creates an account; only for an invitation that has just been made. */
  link?: string;
}

export interface Inviting {
  /** Id of the person who invites. */
  by: string;
  appUrl: string;
  /** Whether Amber mails it. Then nobody else is told the link: only the address gets it. */
  mails: boolean;
}

/** Invites an address, unless it is in the team or has been invited already. */
export async function invite(
  data: TeamData,
  { email, role }: { email: string; role: MemberRow['role'] },
  inviting: Inviting,
): Promise<Invited> {
  const member = await findMemberByEmail(data, email);
  if (member) return { member };
  const { tokenHash, ...made } = newLink(inviting);
  const fresh = { email, role, tokenHash, invitedBy: inviting.by, validDays: VALID_DAYS };
  const { invitation, created } = await createInvitation(data, fresh);
  if (!created) return { invitation };
  if (inviting.mails) await mailLink(data, invitation, made.link);
  return { invitation, link: made.link };
}

/** Gives a pending invitation a new link and its full validity again; the old link stops working. */
export async function inviteAgain(data: TeamData, id: string, inviting: Inviting): Promise<Invited> {
  const { tokenHash, link } = newLink(inviting);
  const fresh = { tokenHash, invitedBy: inviting.by, validDays: VALID_DAYS };
  const invitation = await renewInvitation(data, id, fresh);
  if (!invitation) return {};
  if (inviting.mails) await mailLink(data, invitation, link);
  return { invitation, link };
}

/** Marks a token that an admin has seen: using it does not prove that the address is the person's own. */
export const HANDED_ON = 'link_';

function newLink({ appUrl, mails }: Inviting): { tokenHash: string; link: string } {
  const token = `${mails ? '' : HANDED_ON}${randomToken()}`;
  const tokenHash = createHash('sha256').update(token).digest('hex');
  return { tokenHash, link: `${appUrl}/sign-up?invitation=${token}` };
}

async function mailLink(data: TeamData, { email, tokenHash, expiresAt }: InvitationRow, link: string) {
  const mail = invitationMail(await findTeamName(data), link, expiresAt);
  await queueMail(data, { id: `invitation-${tokenHash.slice(0, 24)}`, recipient: email, ...mail });
}
