/** Which members must have a second factor; for admins who have one. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { askSecondFactor } from '@/lib/team/team';
import { SECOND_FACTOR_OF } from '@/lib/team/team-view';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body: z.strictObject({ of: z.enum(SECOND_FACTOR_OF) }),
    async handle({ caller, body: { of } }) {
      const { db } = await database();
      await askSecondFactor(db, caller, of);
    },
  }),
});
