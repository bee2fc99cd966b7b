import 'server-only';
/** A model on this machine that `npm start` has found, if the operator has configured none. */
import { z } from 'zod';
import type { Env } from '@/lib/env';

const FOUND = z.strictObject({
  /** The program that serves it. */
  program: z.string().max(40),
  baseUrl: z.string().regex(/^http:\/\/127\.0\.0\.1:[0-9]{1,5}\/v1$/),
  model: z.string().regex(/^[!-~]{1,200}$/),
});

export type FoundModel = z.infer<typeof FOUND>;

/** Undefined if there is none, or nobody has looked. */
export function foundModel({ foundModel: given = '' }: Pick<Env, 'foundModel'>): FoundModel | undefined {
  try {
    return FOUND.parse(JSON.parse(given));
  } catch {
    return undefined;
  }
}
