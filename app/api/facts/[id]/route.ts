/** One of the person's own facts: reworded, or deleted. */
import { z } from 'zod';
import { LONGEST_FACT } from '@/db/queries/facts-changes';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { endpoint, methods } from '@/lib/http/route';
import { deleteFact, updateFact } from '@/lib/store/settings/facts';

const text = z
  .string()
  .trim()
  .min(1, 'must not be empty; delete the fact instead')
  .max(LONGEST_FACT, `must have at most ${LONGEST_FACT} characters`);
const none = () => new AppError('not_found', 'There is no such fact.');

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint({
    body: z.strictObject({ text }),
    async handle({ caller, params, body }) {
      const { db } = await database();
      const fact = await updateFact(db, caller, params.id ?? '', body.text);
      if (fact === 'same') throw new AppError('conflict', 'This very fact is remembered already.');
      if (!fact) throw none();
      return fact;
    },
  }),
  DELETE: endpoint({
    async handle({ caller, params }) {
      const { db } = await database();
      if (!(await deleteFact(db, caller, params.id ?? ''))) throw none();
    },
  }),
});
