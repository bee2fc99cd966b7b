/** Grants: the person's own, and for admins the team's. */

import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { readGrants } from '@/lib/grants/grant-list';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { grants: await readGrants(db, caller, connectionsFor(caller)) };
    },
  }),
});
