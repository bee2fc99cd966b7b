/** Taking back what was allowed ahead. */
import { revokeGrant } from '@/lib/approvals/grants';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await revokeGrant(db, caller, params.id ?? '');
    },
  }),
});
