/** Removes a person from the team, after showing who it is. */
import { z } from 'zod';
import { removeMember } from '@/db/queries/team-changes';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { userId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { doneOutput, line } from '@/mcp/what-goes';
import { assertMayGo, lockMember } from './rules';

export const [teamMemberRemove, teamMemberRemovePreview] = defineDestructiveTool({
  name: 'team_member_remove',
  title: 'Remove team member',
  description:
    'Removes the person (member, colleague) from the team and signs them out everywhere. Nobody can remove ' +
    'themselves, nor the last admin.',
  scope: 'team.write',
  annotations: DESTRUCTIVE,
  input: z.strictObject({ userId }),
  output: doneOutput,
  async find(data, { userId }, context) {
    const member = await lockMember(data, userId);
    if (!member) throw notFound('team member', userId, 'team_members_list');
    await assertMayGo(data, member, context.userId);
    return member;
  },
  async run(member, data) {
    await removeMember(data, member.userId);
    return { success: true, message: `Removed ${member.name} (${member.email}) from the team.` };
  },
  preview: {
    title: 'Preview of removing a team member',
    description: 'Says who would be removed from the team.',
    lines: (member) => [
      line('Member', `${member.name} (${member.email})`),
      line('Role', member.role),
      line('Sessions', 'signed out everywhere'),
    ],
  },
});
