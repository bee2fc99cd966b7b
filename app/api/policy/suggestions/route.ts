/** What the team's record suggests allowing ahead, with its evidence; for admins. Changes nothing. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { suggestions } from '@/lib/replay/suggestions';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller, signal }) {
      const { db } = await database();
      return suggestions(db, caller, { signal });
    },
  }),
});
