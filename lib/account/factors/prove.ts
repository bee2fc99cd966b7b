import 'server-only';
/**
 * What people must present before they change how they sign in: the current password, and the second factor if they
 * have one.
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database, Transaction } from '@/db/client';
import { checkPassword } from '@/lib/auth/check-password';
import { spendCode } from '@/lib/auth/factors/codes';
import { assertionOptions, type Place, type Purpose, verifyAssertion } from '@/lib/auth/factors/passkeys';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findFactorKinds, findFactors, isFreshSession } from '@/lib/store/settings/factors';
import { holdsSession } from '@/lib/store/settings/sessions';
import type { Proved } from './factors-view';

export interface FactorContext {
  db: Database;
  caller: Caller;
  /** Of the session that is asking. */
  token: string;
  place: Place & { secret: string };
}

export interface Proof {
  password?: string | undefined;
  /** The app's code, or a recovery code. */
  code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

/** People who sign in through a provider have no password: they must have signed in this recently. */
const FRESH_MINUTES = 10;

const purposeOf = ({ what, of = '' }: Proved) =>
  ({ purpose: 'prove', subject: `${what} ${of}` }) as const satisfies Purpose;

/**
 * The challenge for one's passkey to sign for this purpose and no other.
 * @throws AppError conflict: they have none
 */
export function challengeFor(
  { db, caller, place }: Pick<FactorContext, 'db' | 'caller' | 'place'>,
  proved: Proved,
) {
  return assertionOptions(db, place, caller.userId, purposeOf(proved));
}

/**
 * A person with a second factor presents that; any other, the password. What is presented is used up, whatever becomes
 * of its purpose.
 * @param proved the purpose: a passkey has signed for that only
 * @param needs `both`: the password as well, if the account has one
 * @returns the hash of the presented password
 * @throws AppError forbidden (with `step`: what is missing), too_many_requests
 */
export async function prove(
  { db, caller: { userId }, token, place }: FactorContext,
  proof: Proof,
  proved: Proved,
  needs: 'one' | 'both' = 'one',
): Promise<string | null> {
  const own = await findFactors(db, userId);
  if (!own || own.demo) throw new AppError('forbidden', 'A demo account stays as it is: everybody uses it.');
  const kinds = await findFactorKinds(db, userId);
  const has = kinds.app || kinds.passkeys;
  const asksPassword = own.password && (!has || needs === 'both');
  const hash = asksPassword ? await showPassword(db, userId, proof) : null;
  if (has) await showFactor(db, { userId, place, proved }, proof);
  if (has || own.password || (await isFreshSession(db, { userId, token }, FRESH_MINUTES))) return hash;
  throw new AppError('forbidden', 'Sign out and in again first: this may only be changed right after that.');
}

/**
 * In the transaction of the change, with the account locked: somebody may have ended this session since it was proven,
 * because a thief has it.
 * @throws AppError unauthorized
 */
export async function stillSignedIn(
  tx: Transaction,
  { caller: { userId }, token }: Pick<FactorContext, 'caller' | 'token'>,
): Promise<void> {
  if (!(await holdsSession(tx, userId, token))) throw new AppError('unauthorized', 'Sign in first.');
}

async function showPassword(db: Database, userId: string, { password }: Proof): Promise<string> {
  if (password === undefined) {
    throw new AppError('forbidden', 'This needs your current password.', { step: 'password' });
  }
  return checkPassword(db, userId, password, 'That is not your password. Nothing was changed.');
}

async function showFactor(
  db: Database,
  { userId, place, proved }: { userId: string; place: FactorContext['place']; proved: Proved },
  { code, passkey }: Proof,
): Promise<void> {
  if (passkey) return verifyAssertion(db, place, userId, passkey, purposeOf(proved));
  if (code !== undefined) return spendCode(db, { userId, code, kind: 'any', secret: place.secret });
  throw new AppError('forbidden', 'This needs a code of your app, a recovery code or a passkey.', {
    step: 'factor',
  });
}
