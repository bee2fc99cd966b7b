/** The stored messages for which tools were used: their number, and deleting them. */
import { z } from 'zod';
import { countMemory, forgetMemory } from '@/lib/agent/tool-memory';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';

const body = z.strictObject({ whose: z.enum(['mine', 'team']) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      return countMemory(db, caller);
    },
  }),
  DELETE: endpoint({
    body,
    async handle({ caller, body: { whose } }) {
      const { db } = await database();
      await forgetMemory(db, caller, whose);
    },
  }),
});
