/** The model that an admin connects for the team, besides the operator's. Its key is written and never returned. */
import { z } from 'zod';
import { connectModel, removeModel } from '@/lib/agent/aside/connect-model';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { endpoint, methods } from '@/lib/http/route';
import { readModels } from '@/lib/models/team/read-models';

const body = z.strictObject({
  baseUrl: z.string().max(500, 'must have at most 500 characters').optional(),
  model: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .regex(/^[ -~]*$/, 'must be the name that the server knows, in plain letters and signs'),
  key: z
    .string()
    .max(1000, 'must have at most 1000 characters')
    .regex(/^[!-~]+$/, 'must be a key without spaces')
    .optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint({
    body,
    async handle({ caller, body }) {
      const { db } = await database();
      await connectModel(db, caller, body, env());
      return readModels(db, caller);
    },
  }),
  DELETE: endpoint({
    async handle({ caller }) {
      const { db } = await database();
      await removeModel(db, caller);
      return readModels(db, caller);
    },
  }),
});
