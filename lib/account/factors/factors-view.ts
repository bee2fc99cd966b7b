// Shared with the browser: types and pure functions only.
/** What one has beside the password, as one sees it. Times are ISO 8601, UTC. */

export interface PasskeyView {
  id: string;
  name: string;
  addedAt: string;
  /** It is copied to other devices by who keeps it, such as a password manager. */
  isSynced: boolean;
}

export interface FactorsView {
  /** An app shows codes for this account. */
  app: boolean;
  passkeys: PasskeyView[];
  /** How many recovery codes are left. */
  codes: number;
  /** Null: there are none. */
  codesMadeAt: string | null;
  /** The account has a password. */
  password: boolean;
  isDemo: boolean;
}

/** Whether there is a second factor at all. */
export const hasFactor = ({ app, passkeys }: Pick<FactorsView, 'app' | 'passkeys'>): boolean =>
  app || passkeys.length > 0;

/** An app that is to be set up: what its picture says, and the same to be typed. */
export interface AppOffer {
  address: string;
  typed: string;
}

/** What one's passkey may be asked to sign before: what it has signed for one of these is good for no other. */
export const PROVED = [
  ...(['set up app', 'turn off app', 'recovery codes', 'add passkey', 'remove passkey'] as const),
  ...(['email', 'password', 'leave', 'reset another', 'erase another'] as const),
] as const;
/** `of`: which passkey, which address, which other person. */
export interface Proved {
  what: (typeof PROVED)[number];
  of?: string | undefined;
}

export const MOST_PASSKEYS = 20;
export const PASSKEY_NAME = { max: 60 } as const;
