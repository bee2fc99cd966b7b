import 'server-only';
/** What is asked of people before they change how they sign in: the present password, and the second factor of who has one. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '@/db/client';
import { checkPassword } from '@/lib/auth/check-password';
import { spendCode } from '@/lib/auth/factors/codes';
import { type Place, verifyAssertion } from '@/lib/auth/factors/passkeys';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findFactorKinds, findFactors, isFreshSession } from '@/lib/store/settings/factors';

export interface FactorContext {
  db: Database;
  caller: Caller;
  /** Of the session that asks. */
  token: string;
  place: Place & { secret: string };
}

export interface Proof {
  password?: string | undefined;
  /** Of the app, or a recovery code. */
  code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

/** Somebody who signs in elsewhere has no password: then by having done so just now. */
const FRESH_MINUTES = 10;

/**
 * Who has a second factor shows it; who has none, the password.
 * @param needs `both`: the password as well, where the account has one
 * @throws AppError forbidden (with `step`: what is missing), too_many_requests
 */
export async function prove(
  { db, caller: { userId }, token, place }: FactorContext,
  proof: Proof,
  needs: 'one' | 'both' = 'one',
): Promise<void> {
  const own = await findFactors(db, userId);
  if (!own || own.demo) throw new AppError('forbidden', 'A demo account stays as it is: everybody uses it.');
  const kinds = await findFactorKinds(db, userId);
  const has = kinds.app || kinds.passkeys;
  if (own.password && (!has || needs === 'both')) await showPassword(db, userId, proof);
  if (has) return showFactor(db, place, userId, proof);
  if (own.password || (await isFreshSession(db, { userId, token }, FRESH_MINUTES))) return;
  throw new AppError('forbidden', 'Sign out and in again first: this may only be changed right after that.');
}

async function showPassword(db: Database, userId: string, { password }: Proof): Promise<void> {
  if (password === undefined) {
    throw new AppError('forbidden', 'This needs your present password.', { step: 'password' });
  }
  await checkPassword(db, userId, password, 'That is not your password. Nothing was changed.');
}

async function showFactor(
  db: Database,
  place: FactorContext['place'],
  userId: string,
  { code, passkey }: Proof,
): Promise<void> {
  if (passkey) return verifyAssertion(db, place, userId, passkey, { purpose: 'prove' });
  if (code !== undefined) return spendCode(db, { userId, code, kind: 'any', secret: place.secret });
  throw new AppError('forbidden', 'This needs a code of your app, a recovery code or a passkey.', {
    step: 'factor',
  });
}
