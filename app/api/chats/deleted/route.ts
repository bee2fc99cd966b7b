/** The person's own deleted chats that can be restored. */
import { readBin } from '@/lib/chats/bin';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readBin(db, caller);
    },
  }),
});
