/** Search over the person's own chats. */
import { z } from 'zod';
import { MOST_FOUND, search } from '@/lib/chats/search';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

const query = z.strictObject({
  q: z.string().min(1, 'says what to search for').max(200, 'must have at most 200 characters'),
  cursor: z.string().max(20, 'must be `next` of the page before').optional(),
  limit: z.coerce.number().int().min(1).max(MOST_FOUND, `must be at most ${MOST_FOUND}`).optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    query,
    async handle({ caller, query }) {
      const { db } = await database();
      return search(db, caller, query);
    },
  }),
});
