/** Tokens for other clients: the person's own, for an admin the team's; and a new one, shown once. */
import { z } from 'zod';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { serversNamed } from '@/lib/outside/gateway/change';
import { MOST_NAME, MOST_SERVERS, TOKEN_DAYS } from '@/lib/outside/token-view';
import { createToken, readTokens } from '@/lib/outside/tokens';

const body = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(MOST_NAME, `must have at most ${MOST_NAME} characters`),
  scopes: z.array(z.string().max(50)).max(50),
  servers: z.array(z.string().min(1).max(32)).max(MOST_SERVERS).default([]),
  days: z.literal(TOKEN_DAYS),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { tokens: await readTokens(db, caller) };
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, body }) {
      const { db } = await database();
      const servers = await serversNamed(connectionsFor(caller), body.servers);
      return Response.json(await createToken(db, caller, { ...body, servers }), { status: 201 });
    },
  }),
});
