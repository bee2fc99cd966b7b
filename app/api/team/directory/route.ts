/** Tokens for the team's directory, for admins: the existing ones, and a new one, shown once. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { makeDirectoryToken, readDirectoryTokens } from '@/lib/directory/tokens';
import { endpoint, methods } from '@/lib/http/route';

const body = z.strictObject({ name: z.string().trim().min(1).max(80) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return { tokens: await readDirectoryTokens(db, caller) };
    },
  }),
  POST: endpoint({
    body,
    async handle({ caller, body: { name } }) {
      const { db } = await database();
      return Response.json(await makeDirectoryToken(db, caller, name), { status: 201 });
    },
  }),
});
