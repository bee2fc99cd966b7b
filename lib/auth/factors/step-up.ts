import 'server-only';
/**
 * Verifies a signed-in person again before something critical: by their second factor or, if they have none, the
 * password.
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { findFactorKinds } from '@/lib/store/settings/factors';
import { checkPassword } from '../check-password';
import { spendCode } from './codes';
import { assertionOptions, type Place, type Purpose, verifyAssertion } from './passkeys';

/** What a person presents for one card. */
export interface StepUp {
  password?: string | undefined;
  /** The app's code. Recovery codes are for signing in only. */
  code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

/** The card in question: its id, and the hash of what it shows. */
export interface CardShown {
  id: string;
  shown: string;
}

const purposeOf = ({ id, shown }: CardShown) =>
  ({ purpose: 'card', subject: `${id} ${shown}` }) as const satisfies Purpose;

/**
 * The challenge for this person's passkey to sign, for this card and nothing else.
 * @throws AppError conflict: they have none
 */
export function cardChallenge(db: Database, place: Place, userId: string, card: CardShown) {
  return assertionOptions(db, place, userId, purposeOf(card));
}

/**
 * A password is not enough for a person with a second factor. What is presented is used up, whatever becomes of the
 * card.
 * @throws AppError forbidden (with `step`: what is missing), too_many_requests
 */
export async function checkStepUp(
  db: Database,
  place: Place & { secret: string },
  userId: string,
  { password, code, passkey }: StepUp,
  card: CardShown,
): Promise<void> {
  const kinds = await findFactorKinds(db, userId);
  if (kinds.app || kinds.passkeys) {
    if (passkey) return verifyAssertion(db, place, userId, passkey, purposeOf(card));
    if (code !== undefined) return spendCode(db, { userId, code, kind: 'app', secret: place.secret });
    throw new AppError(
      'forbidden',
      'This is critical: confirming it needs a code of your app or a passkey.',
      {
        step: 'factor',
        ways: kinds,
      },
    );
  }
  if (password === undefined) {
    throw new AppError('forbidden', 'This is critical: confirming it needs your password.', {
      step: 'password',
    });
  }
  await checkPassword(db, userId, password);
}
