/** Revokes a token of the team's directory, for good. For admins. */
import { database } from '@/lib/database';
import { revokeDirectoryToken } from '@/lib/directory/tokens';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await revokeDirectoryToken(db, caller, params.id ?? '');
    },
  }),
});
