/** What the caller may decide, and what his own chats wait for or waited for. */
import { z } from 'zod';
import { listApprovals } from '@/lib/approvals/approval-rows';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

const query = z.strictObject({
  status: z.enum(['pending', 'confirmed', 'cancelled', 'superseded', 'expired']).optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query }) {
      const { db } = await database();
      return { approvals: await listApprovals(db, caller, query.status) };
    },
  }),
});
