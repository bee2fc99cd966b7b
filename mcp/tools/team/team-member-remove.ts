/** Takes a person out of the team, and says beforehand who that is. */
import { z } from 'zod';
import { changeTeamData, lockTeam, type TeamData, viewTeamData } from '@/db/queries/change';
import type { MemberRow } from '@/db/queries/team';
import { countAdmins, findMember, removeMember } from '@/db/queries/team-changes';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import type { CallContext } from '@/mcp/context';
import { defineTool, previewOutput } from '@/mcp/define-tool';
import { userId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, line } from '@/mcp/what-goes';

const input = z.strictObject({ userId });

export const teamMemberRemove = defineTool({
  name: 'team_member_remove',
  title: 'Remove team member',
  description:
    'Removes the person (member, colleague) from the team and signs them out everywhere. Nobody can remove ' +
    'themselves, nor the last admin.',
  scope: 'team.write',
  annotations: DESTRUCTIVE,
  preview: 'team_member_remove_preview',
  input,
  output: doneOutput,
  async run({ userId }, context) {
    return changeTeamData(context, async (data) => {
      await lockTeam(data);
      const member = await removable(data, userId, context);
      await removeMember(data, member.userId);
      return { success: true, message: `Removed ${member.name} (${member.email}) from the team.` };
    });
  },
});

export const teamMemberRemovePreview = defineTool({
  name: 'team_member_remove_preview',
  title: 'Preview of removing a team member',
  description: 'Says who would be removed from the team.',
  scope: 'team.write',
  annotations: READ_ONLY,
  companion: true,
  input,
  output: previewOutput,
  async run({ userId }, context) {
    const member = await viewTeamData(context, (data) => removable(data, userId, context));
    return {
      lines: [
        line('Member', `${member.name} (${member.email})`),
        line('Role', member.role),
        line('Sessions', 'signed out everywhere'),
      ],
    };
  },
});

async function removable(data: TeamData, userId: string, context: CallContext): Promise<MemberRow> {
  const member = await findMember(data, userId);
  if (!member) throw notFound('team member', userId, 'team_members_list');
  if (userId === context.userId) {
    throw new ToolError('Nobody can remove themselves. Ask another admin to do it.');
  }
  if (member.role === 'admin' && (await countAdmins(data)) === 1) {
    throw new ToolError(`${member.name} is the last admin and cannot be removed.`);
  }
  return member;
}
