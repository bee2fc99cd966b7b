/** Withdraws a queued message. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { tell } from '@/lib/runs/follow/events';
import { withdrawQueued } from '@/lib/runs/queued-messages';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      tell(await withdrawQueued(db, caller, params.id ?? '', params.message ?? ''));
    },
  }),
});
