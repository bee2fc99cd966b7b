/** A person's message as routes take it. */
import { z } from 'zod';

export const identifier = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -');
const text = z.string().refine((value) => value.trim() !== '', 'must not be empty');
export const message = z.strictObject({ id: identifier, text });
