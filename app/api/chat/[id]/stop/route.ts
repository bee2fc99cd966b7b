/** Stops the answer that is being written, and hands back what waited behind it. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { stopRun } from '@/lib/runs/stop';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      return stopRun(db, caller, params.id ?? '');
    },
  }),
});
