/** Invites a person to the team by mail, once. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { randomToken } from '@/db/ids';
import { changeTeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { createInvitation, findMemberByEmail, findTeamName } from '@/db/queries/team-changes';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { instant } from '@/mcp/fields';
import { invitationMail } from '@/mcp/mails';

const VALID_DAYS = 14;
const role = z.enum(['viewer', 'member', 'admin']);

const output = z.strictObject({
  created: z.boolean(),
  status: z.enum(['invited', 'already invited', 'already a member']),
  email: z.string(),
  role,
  expiresAt: instant.nullable().describe('Until when the invitation is valid, ISO 8601, UTC'),
});

export const teamMemberInvite = defineTool({
  name: 'team_member_invite',
  title: 'Invite team member',
  description:
    'Invites a person to the team by e-mail. Use it to add a colleague or user; needs the e-mail address and a role: ' +
    'viewer (reads), member (also writes) or admin (also changes the team). When that person is in the team or ' +
    'invited already, nothing is sent and what stands is answered with created: false.',
  scope: 'team.write',
  annotations: WRITE,
  input: z.strictObject({
    email: z
      .email('must be an e-mail address such as "kim@halden.example"')
      .max(254)
      .describe('E-mail address of the person, such as "kim@halden.example"'),
    role: role.describe('What the person may do, such as "member"'),
  }),
  output,
  async run(input, context) {
    const email = input.email.toLowerCase();
    return changeTeamData<z.input<typeof output>>(context, async (data) => {
      const member = await findMemberByEmail(data, email);
      if (member) {
        return { created: false, status: 'already a member', email, role: member.role, expiresAt: null };
      }
      const token = randomToken();
      const tokenHash = createHash('sha256').update(token).digest('hex');
      const fresh = { email, role: input.role, tokenHash, invitedBy: context.userId, validDays: VALID_DAYS };
      const { invitation, created } = await createInvitation(data, fresh);
      if (created) {
        const link = `${context.appUrl}/sign-up?invitation=${token}`;
        const mail = invitationMail(await findTeamName(data), link, invitation.expiresAt);
        await queueMail(data, { id: `invitation-${tokenHash.slice(0, 24)}`, recipient: email, ...mail });
      }
      return {
        created,
        status: created ? 'invited' : 'already invited',
        email,
        role: invitation.role,
        expiresAt: invitation.expiresAt.toISOString(),
      };
    });
  },
});
