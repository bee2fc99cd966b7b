/** An invitation that has not been accepted: sent again, or withdrawn. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { renewInvitation, withdrawInvitation } from '@/lib/team/team';

const body = z.strictObject({ way: z.enum(['mail', 'link']) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, params, body: { way } }) {
      const { db } = await database();
      return renewInvitation(db, caller, params.id ?? '', way, env().appUrl);
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      await withdrawInvitation(db, caller, params.id ?? '');
    },
  }),
});
