/**
 * Cards that the caller may decide, and those of their own chats, in pages of 50 by default. `context=1`: each with the
 * last lines of its conversation, in pages of 20, and with the filter choices.
 */
import { z } from 'zod';
import { listApprovals } from '@/lib/approvals/approval-list';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { readInbox } from '@/lib/inbox/read-inbox';

const name = z.string().min(1).max(200, 'must have at most 200 characters').optional();

const query = z.strictObject({
  id: name,
  status: z
    .enum(['pending', 'confirmed', 'cancelled', 'superseded', 'expired', 'decided', 'held'])
    .optional(),
  order: z.enum(['asked', 'oldest', 'decided']).optional(),
  server: name,
  tool: name,
  person: name,
  limit: z.coerce.number().int().min(1).max(100, 'must be at most 100').optional(),
  cursor: name,
  context: z.literal('1').optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query: { context, ...wanted } }) {
      const { db } = await database();
      if (!context) return listApprovals(db, caller, { ...wanted, limit: wanted.limit ?? 50 });
      return readInbox(db, caller, { ...wanted, limit: wanted.limit ?? 20 });
    },
  }),
});
