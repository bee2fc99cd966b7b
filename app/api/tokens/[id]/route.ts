/** Revoking a token: from the next request on it is refused, and what waited for a decision is withdrawn. */
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { revokeToken } from '@/lib/outside/tokens';
import { announce } from '@/lib/runs/follow/events';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const { chatId } = await revokeToken(db, caller, params.id ?? '');
      await announce(db, chatId);
    },
  }),
});
