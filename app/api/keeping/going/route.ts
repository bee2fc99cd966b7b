/** What would be deleted if the team kept things for these times; for its admins. Changes nothing. */
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { countGoing } from '@/lib/keeping/keeping';
import { newKeeping } from '@/lib/keeping/keeping-body';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: newKeeping,
    async handle({ caller, body }) {
      const { db } = await database();
      return countGoing(db, caller, body, env().keeping);
    },
  }),
});
