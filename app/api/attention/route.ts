/** How often the team is asked, and what it says; for admins. */
import { attention } from '@/lib/approvals/attention';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return attention(db, caller);
    },
  }),
});
