/** A person's message as routes accept it. */
import { z } from 'zod';
import { MOST_FILES } from '@/lib/values/attachment';

export const identifier = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -');
/** Ids of files that were uploaded before. */
const uploads = z
  .array(identifier)
  .min(1, 'must not be empty: leave it out')
  .max(MOST_FILES, `must be at most ${MOST_FILES}`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each file once');
export const message = z
  .strictObject({ id: identifier, text: z.string(), uploads: uploads.optional() })
  .refine(({ text, uploads }) => uploads !== undefined || text.trim() !== '', {
    path: ['text'],
    message: 'must not be empty',
  });
