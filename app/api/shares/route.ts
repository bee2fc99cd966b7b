/** Links to shared chats: the person's own, for admins the team's. */
import { readShares } from '@/lib/chats/shares';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readShares(db, caller);
    },
  }),
});
