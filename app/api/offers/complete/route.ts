/** A server's completions for a value of one of its prompts or templates. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { complete } from '@/lib/offerings/complete';
import { readMay } from '@/lib/offerings/own-rules';
import { name, offersFor, server, value, values } from '../context';

const body = z.strictObject({
  server,
  of: z.union([z.strictObject({ prompt: name }), z.strictObject({ template: name })]),
  field: name,
  value,
  others: values,
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, signal }) {
      const { db, servers } = await offersFor(caller, signal);
      return complete(servers, body, await readMay(db, caller), signal);
    },
  }),
});
