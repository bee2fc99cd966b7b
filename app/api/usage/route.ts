/**
 * What models have cost, by day, person and model: the person's own, for admins and auditors the team's; and the limits
 * in force.
 */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { readUsage } from '@/lib/limits/usage';

const query = z.object({ days: z.coerce.number().int().min(1).max(366, 'must be at most 366').default(31) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    query,
    async handle({ caller, query: { days } }) {
      const { db } = await database();
      return readUsage(db, caller, days);
    },
  }),
});
