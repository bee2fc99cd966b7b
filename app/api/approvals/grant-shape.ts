/** The shape of what the confirming person also allows ahead. */
import { z } from 'zod';

const argument = z.string().min(1).max(200, 'must have at most 200 characters');
const text = z.string().max(1000, 'must have at most 1,000 characters');

export const grant = z.strictObject({
  thisChat: z.boolean(),
  times: z.number().int().min(1).max(1000, 'must be at most 1,000').nullable(),
  until: z.iso.datetime().nullable(),
  bounds: z
    .array(
      z.union([
        z.strictObject({ argument, is: z.literal('equal'), value: z.union([text, z.number(), z.boolean()]) }),
        z.strictObject({ argument, is: z.enum(['most', 'least']), value: z.union([text, z.number()]) }),
      ]),
    )
    .max(50, 'must be at most 50'),
});
