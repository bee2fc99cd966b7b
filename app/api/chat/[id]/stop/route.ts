/** Stops the answer that is being written; `withdraw` also takes back what waits behind it, and hands it back. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { stopRun } from '@/lib/runs/stop';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: z.strictObject({ withdraw: z.boolean().optional() }),
    async handle({ caller, params, body }) {
      const { db } = await database();
      return stopRun(db, caller, params.id ?? '', body.withdraw);
    },
  }),
});
