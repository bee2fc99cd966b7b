/** The people of the team who can be erased, and who were; for its admins. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { readErasures } from '@/lib/keeping/erasures';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readErasures(db, caller);
    },
  }),
});
