/** The members and invitations of the team; for admins. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { readTeam } from '@/lib/team/team';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readTeam(db, caller);
    },
  }),
});
