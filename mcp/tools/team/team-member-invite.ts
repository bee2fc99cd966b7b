/** Invites a person to the team by mail, once. */
import { z } from 'zod';
import { changeTeamData } from '@/db/queries/change';
import { READ_ONLY, WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { instant } from '@/mcp/fields';
import { riskOutput } from '@/mcp/risk';
import { invite } from './rules';

const role = z.enum(['viewer', 'member', 'admin', 'auditor']);

const output = z.strictObject({
  created: z.boolean(),
  status: z.enum(['invited', 'already invited', 'already a member']),
  email: z.string(),
  role,
  expiresAt: instant.nullable().describe('Until when the invitation is valid, ISO 8601, UTC'),
  handOver: z
    .string()
    .optional()
    .describe('Where no mail leaves: how the invitation reaches the person; tell it whoever asked'),
});

/** The link itself lets somebody sign up: it is shown to an admin on the page, and is in no chat. */
const handOver = (appUrl: string) =>
  'No mail server is set up, so no mail leaves. An admin hands the invitation over as a link: ' +
  `Settings, Team, \u201cNew link\u201d beside this address (${appUrl}/settings/team).`;

const input = z.strictObject({
  email: z
    .email('must be an e-mail address such as "kim@halden.example"')
    .max(254)
    .describe('E-mail address of the person, such as "kim@halden.example"'),
  role: role.describe('What the person may do, such as "member"'),
});

export const teamMemberInvite = defineTool({
  name: 'team_member_invite',
  title: 'Invite team member',
  description:
    'Invites a person to the team by e-mail. Use it to add a colleague or user; needs the e-mail address and a role: ' +
    'viewer (reads), member (also writes), admin (also changes the team) or auditor (reads the record, has no chats). When that person is in the team or ' +
    'invited already, nothing is sent and what stands is answered with created: false.',
  scope: 'team.write',
  annotations: WRITE,
  perCall: 'team_member_invite_risk',
  input,
  output,
  async run(input, context) {
    const email = input.email.toLowerCase();
    const inviting = { by: context.userId, appUrl: context.appUrl, mails: true };
    return changeTeamData<z.input<typeof output>>(context, async (data) => {
      const { member, invitation, link } = await invite(data, { email, role: input.role }, inviting);
      if (member) {
        return { created: false, status: 'already a member', email, role: member.role, expiresAt: null };
      }
      const created = link !== undefined;
      return {
        created,
        status: created ? 'invited' : 'already invited',
        email,
        role: invitation?.role ?? input.role,
        expiresAt: invitation?.expiresAt.toISOString() ?? null,
        ...(context.noMail && { handOver: handOver(context.appUrl) }),
      };
    });
  },
});

/** An admin may change the team, and remove whoever invited them: about that a person is asked in every mode. */
export const teamMemberInviteRisk = defineTool({
  name: 'team_member_invite_risk',
  title: 'Risk: Invite team member',
  description: 'Says what one call of team_member_invite is.',
  scope: 'team.write',
  annotations: READ_ONLY,
  companion: true,
  input,
  output: riskOutput,
  run: async ({ role }) => ({ ...WRITE, ...(role === 'admin' && { asksAlways: true }) }),
});
