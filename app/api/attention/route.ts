/** How often the team is asked, and how it decides, over the last days; for admins. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { attention } from '@/lib/rules/attention';
import { PERIODS, periodOf } from '@/lib/rules/attention-view';

const query = z.strictObject({ days: z.enum(PERIODS.map(String)).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query: { days } }) {
      const { db } = await database();
      return attention(db, caller, periodOf(days));
    },
  }),
});
