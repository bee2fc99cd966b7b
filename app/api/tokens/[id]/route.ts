/**
 * A token: the connected servers that its client may use, and the number of tools that it is offered; and revoking it:
 * from the next request on it is refused, and its pending cards are withdrawn.
 */
import { z } from 'zod';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { changeToken, serversNamed } from '@/lib/outside/gateway/change';
import { MOST_SERVERS, MOST_TOOLS } from '@/lib/outside/token-view';
import { revokeToken } from '@/lib/outside/tokens';
import { announce } from '@/lib/runs/follow/events';

const body = z.strictObject({
  servers: z.array(z.string().min(1).max(32)).max(MOST_SERVERS).optional(),
  mostTools: z.literal(MOST_TOOLS).nullable().optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint({
    body,
    async handle({ caller, params, body: { servers, mostTools } }) {
      const { db } = await database();
      const named = servers && (await serversNamed(connectionsFor(caller), servers));
      await changeToken(db, caller, params.id ?? '', { servers: named, mostTools });
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      const { chatId } = await revokeToken(db, caller, params.id ?? '');
      await announce(db, chatId);
    },
  }),
});
