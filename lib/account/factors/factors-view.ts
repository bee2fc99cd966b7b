// Shared with the browser: types and pure functions only.
/** The second factors of an account as its person sees them. Times are ISO 8601, UTC. */

export interface PasskeyView {
  id: string;
  name: string;
  addedAt: string;
  /** It is synchronised to other devices, such as by a password manager. */
  isSynced: boolean;
}

export interface FactorsView {
  /** An app shows codes for this account. */
  app: boolean;
  passkeys: PasskeyView[];
  /** How many recovery codes are left. */
  codes: number;
  /** Null if there are none. */
  codesMadeAt: string | null;
  /** The account has a password. */
  password: boolean;
  isDemo: boolean;
}

/** Whether there is a second factor at all. */
export const hasFactor = ({ app, passkeys }: Pick<FactorsView, 'app' | 'passkeys'>): boolean =>
  app || passkeys.length > 0;

/** An app being set up: the contents of its QR code, and the same for typing. */
export interface AppOffer {
  address: string;
  typed: string;
}

/** What a passkey can be asked to sign for before a change: a signature for one purpose is valid for no other. */
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
