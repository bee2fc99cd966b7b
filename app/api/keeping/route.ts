/** For how long the team keeps what was said and done; for its admins. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { readKeeping, setKeeping } from '@/lib/keeping/keeping';
import { MOST_DAYS } from '@/lib/keeping/keeping-view';

const days = z.int('must be a whole number of days').min(1).max(MOST_DAYS).nullable();

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readKeeping(db, caller, env().keeping);
    },
  }),
  PUT: endpoint({
    body: z.strictObject({ chats: days, contents: days, mail: days }),
    async handle({ caller, body }) {
      const { db } = await database();
      await setKeeping(db, caller, body, env().keeping);
      return readKeeping(db, caller, env().keeping);
    },
  }),
});
