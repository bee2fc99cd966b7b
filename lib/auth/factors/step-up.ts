import 'server-only';
/** Asks a signed-in person once more before something critical: for their second factor, or where they have none for the password. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { findFactorKinds } from '@/lib/store/settings/factors';
import { checkPassword } from '../check-password';
import { spendCode } from './codes';
import { assertionOptions, type Place, type Purpose, verifyAssertion } from './passkeys';

/** What is shown for one card. */
export interface StepUp {
  password?: string | undefined;
  /** Of the app. Recovery codes are for getting in, not for this. */
  code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

/** The card that it is for: its id, and the hash of what it shows. */
export interface CardShown {
  id: string;
  shown: string;
}

const purposeOf = ({ id, shown }: CardShown) =>
  ({ purpose: 'card', subject: `${id} ${shown}` }) as const satisfies Purpose;

/** What this person's passkey is to sign for this card, and for nothing else. @throws AppError conflict: they have none */
export function cardChallenge(db: Database, place: Place, userId: string, card: CardShown) {
  return assertionOptions(db, place, userId, purposeOf(card));
}

/**
 * Who has a second factor is not let through by a password. What is shown is used up, whatever comes of the card.
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
