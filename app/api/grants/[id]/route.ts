/** Revokes a grant. */

import { database } from '@/lib/database';
import { revokeGrant } from '@/lib/grants/grants';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await revokeGrant(db, caller, params.id ?? '');
    },
  }),
});
