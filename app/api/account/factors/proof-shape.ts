/** The proof that is required before sign-in methods are changed, and whose it is. */
import { z } from 'zod';
import type { FactorContext } from '@/lib/account/factors/prove';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { Assertion } from '@/lib/http/passkey-shape';
import { tokenOf } from '@/lib/http/session-token';
import type { Caller } from '@/lib/people/caller';

export const Code = z.string().min(6).max(40);

/** Of the second factor. */
export const FACTOR = { code: Code.optional(), passkey: Assertion.optional() };

export const PROOF = { password: z.string().min(1).max(PASSWORD_LENGTH.max).optional(), ...FACTOR };

export const Proof = z.strictObject(PROOF);

export async function contextOf(caller: Caller, request: Request): Promise<FactorContext> {
  const { db } = await database();
  return { db, caller, token: tokenOf(request), place: env() };
}
