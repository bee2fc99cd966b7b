/** Sealed data of single sign-on in the database: it cannot be opened if moved to another row. */
import type { SignOnAttemptRow } from '@/lib/store/sign-on/attempts';
import { openText, type Seal, sealText } from '@/lib/values/seal';

/** What belongs to a sign-in attempt. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

type AttemptOwner = Pick<SignOnAttemptRow, 'stateHash' | 'provider' | 'browserHash'>;

const attemptSeal = (secret: string, of: AttemptOwner): Seal => ({
  secret,
  purpose: 'amber: begun single sign-ons are sealed with this',
  owner: [of.stateHash, of.provider, of.browserHash],
});

export const sealBegun = (secret: string, owner: AttemptOwner, begun: Begun): string =>
  sealText(attemptSeal(secret, owner), JSON.stringify(begun));

export function openBegun(secret: string, row: AttemptOwner & { sealed: string }): Begun | undefined {
  const text = openText(attemptSeal(secret, row), row.sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Begun);
}

/** What is needed to ask the provider later. */
export interface Held {
  /** Absent if the provider issued none, so that it cannot be asked. */
  refresh?: string | undefined;
  /** Tells the provider whose session to end. */
  idToken?: string | undefined;
}

export interface HeldOwner {
  issuer: string;
  subject: string;
  userId: string;
}

const heldSeal = (secret: string, of: HeldOwner): Seal => ({
  secret,
  purpose: 'amber: what single sign-on is refreshed with is sealed with this',
  owner: [of.issuer, of.subject, of.userId],
});

export const sealHeld = (secret: string, owner: HeldOwner, held: Held): string =>
  sealText(heldSeal(secret, owner), JSON.stringify(held));

export function openHeld(secret: string, row: HeldOwner & { sealed: string }): Held | undefined {
  const text = openText(heldSeal(secret, row), row.sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Held);
}
