/** Tokens for other clients: one's own, for an admin the team's; and a new one, told this once. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { MOST_NAME, TOKEN_DAYS } from '@/lib/outside/token-view';
import { createToken, readTokens } from '@/lib/outside/tokens';

const body = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(MOST_NAME, `must have at most ${MOST_NAME} characters`),
  scopes: z.array(z.string().max(50)).min(1, 'at least one is needed').max(50),
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
      return Response.json(await createToken(db, caller, body), { status: 201 });
    },
  }),
});
