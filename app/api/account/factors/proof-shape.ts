/** What is shown before one's factors are changed, and who shows it. */
import { z } from 'zod';
import type { FactorContext } from '@/lib/account/factors/prove';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { Assertion } from '@/lib/http/passkey-shape';
import { tokenOf } from '@/lib/http/session-token';
import type { Caller } from '@/lib/people/caller';

export const Code = z.string().min(6).max(40);

export const Proof = z.strictObject({
  password: z.string().min(1).max(PASSWORD_LENGTH.max).optional(),
  code: Code.optional(),
  passkey: Assertion.optional(),
});

export async function contextOf(caller: Caller, request: Request): Promise<FactorContext> {
  const { db } = await database();
  return { db, caller, token: tokenOf(request), place: env() };
}
