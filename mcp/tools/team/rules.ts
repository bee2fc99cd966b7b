/** What holds for changes of a team, whoever asks for them: an agent's call or an admin at the page. */
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

/** How long an invitation is good for, in days. */
const VALID_DAYS = 14;

/** Locks the team, and finds one of its members. */
export async function lockMember(data: TeamData, userId: string): Promise<MemberRow | null> {
  await lockTeam(data);
  return findMember(data, userId);
}

/**
 * @param member of a team that is locked
 * @param by id of whoever asks
 * @throws ToolError they stay
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
 * @param member of a team that is locked, who goes by their own will
 * @throws ToolError the team would be without an admin
 */
export async function assertMayLeave(data: TeamData, member: MemberRow): Promise<void> {
  if (await isLastAdmin(data, member)) {
    throw new ToolError('You are the last admin: make somebody else an admin first.');
  }
}

/**
 * @param member of a team that is locked
 * @throws ToolError the team would be without an admin
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
  /** What stands, when nothing new was made. */
  member?: MemberRow;
  invitation?: InvitationRow;
  /** Where the person makes an account; only of an invitation that was made just now. */
  link?: string;
}

export interface Inviting {
  /** Id of whoever invites. */
  by: string;
  appUrl: string;
  /** Whether Amber mails it. The link itself is told nobody then: only the address gets it. */
  mails: boolean;
}

/** Invites an address, unless it is in the team or invited already. */
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

/** Gives an invitation that nobody has accepted a new link and its whole time again; the old link ends. */
export async function inviteAgain(data: TeamData, id: string, inviting: Inviting): Promise<Invited> {
  const { tokenHash, link } = newLink(inviting);
  const fresh = { tokenHash, invitedBy: inviting.by, validDays: VALID_DAYS };
  const invitation = await renewInvitation(data, id, fresh);
  if (!invitation) return {};
  if (inviting.mails) await mailLink(data, invitation, link);
  return { invitation, link };
}

/** Before a token that an admin has seen: who comes with it has not shown that the address is theirs. */
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
