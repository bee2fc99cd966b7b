/** The members of the team. */
import { z } from 'zod';
import { listMembers } from '@/db/queries/team';
import { defineListTool } from '@/mcp/define-list-tool';
import { memberOutput, toMember } from '@/mcp/output';

export const teamMembersList = defineListTool({
  name: 'team_members_list',
  title: 'List team members',
  description:
    'Lists who is on the team: the people with name, email, role (viewer, member or admin) and since when. Use it ' +
    'to find a colleague and the userId.',
  scope: 'team.read',
  filter: {
    role: memberOutput.shape.role.optional().describe('Only people with this role, such as "admin"'),
  },
  row: memberOutput,
  position: z.tuple([z.string(), z.string()]),
  positionOf: (member) => [member.name, member.id],
  async read(filter, page, context) {
    const rows = await listMembers(context, filter, page);
    return rows.map(toMember);
  },
});
