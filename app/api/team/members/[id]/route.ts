/** One member of the team: changing the role, or removing them. For admins. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { ROLES } from '@/lib/people/roles';
import { changeRole, removeFromTeam } from '@/lib/team/team';

const body = z.strictObject({ role: z.enum(ROLES) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint({
    body,
    async handle({ caller, params, body: { role } }) {
      const { db } = await database();
      await changeRole(db, caller, params.id ?? '', role);
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await removeFromTeam(db, caller, params.id ?? '');
    },
  }),
});
