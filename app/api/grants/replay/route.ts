/** Which recorded calls would have run without asking under a grant that somebody is about to give. Changes nothing. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { tryGrant } from '@/lib/replay/grant-trial';
import { grant } from '../../approvals/grant-shape';

const body = z.strictObject({
  ...grant.pick({ thisChat: true, bounds: true }).shape,
  approvalId: z.string().min(1).max(200, 'must have at most 200 characters'),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body: { approvalId, ...wish }, signal }) {
      const { db } = await database();
      return tryGrant(db, caller, approvalId, wish, { signal });
    },
  }),
});
