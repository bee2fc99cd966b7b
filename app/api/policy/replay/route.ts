/** What a rule would have done to the team's calls, before it holds. Nothing is changed. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { EFFECTS } from '@/lib/policy/policy';
import { replay } from '@/lib/replay/replay';

const name = z.string().min(1).max(200, 'must have at most 200 characters');

const said = {
  effect: z.enum(EFFECTS).nullable(),
  locked: z.boolean().default(false),
  critical: z.boolean().default(false),
};
const tried = z.strictObject({
  server: name,
  tool: name.nullable(),
  ...said,
  /** The rule in force until now, if the new one has been saved already. */
  before: z.strictObject(said).optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body: tried,
    async handle({ caller, body, signal }) {
      const { db } = await database();
      const { before, ...rule } = body;
      return replay(db, caller, { ...rule, openForHours: null }, { signal, ...(before && { before }) });
    },
  }),
});
