/** An admin limits what the team, each person or one of them may use; without any number the limit is removed. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { readUsage, setLimit } from '@/lib/limits/usage';
import { LIMIT_KINDS } from '@/lib/limits/usage-view';

const amount = z.int('must be a whole number').min(0).max(1_000_000_000_000_000).nullable();
const body = z.strictObject({
  whose: z.string().min(1).max(128),
  what: z.enum(LIMIT_KINDS),
  soft: amount,
  hard: amount,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency of three capitals, such as "USD"')
    .nullable()
    .optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body,
    async handle({ caller, body }) {
      const { db } = await database();
      await setLimit(db, caller, body);
      return readUsage(db, caller, 31);
    },
  }),
});
