/** The records of the invented company, for a team that has none. */
import { takeExample } from '@/lib/beginnings/take-example';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      await takeExample(db, caller, new Date());
    },
  }),
});
