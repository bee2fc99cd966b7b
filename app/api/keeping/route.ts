/** How long the team keeps what was said and done; for its admins. */
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { readKeeping, setKeeping } from '@/lib/keeping/keeping';
import { newKeeping } from '@/lib/keeping/keeping-body';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return readKeeping(db, caller, env().keeping);
    },
  }),
  PUT: endpoint({
    body: newKeeping,
    async handle({ caller, body }) {
      const { db } = await database();
      await setKeeping(db, caller, body, env().keeping);
      return readKeeping(db, caller, env().keeping);
    },
  }),
});
