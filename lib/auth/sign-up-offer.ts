// Shared with the browser: types and pure functions only.
/** What the sign-up page offers to anybody who opens it. */

/** `closed`: by invitation only; `invalid`: there was a link, but its invitation is no longer valid. */
export type SignUpOffer =
  | { kind: 'closed' }
  | { kind: 'invalid' }
  | { kind: 'first' }
  | { kind: 'invited'; token: string; email: string; teamName: string; hasAccount: boolean };

/** An offer with a form. */
export type OpenOffer = Extract<SignUpOffer, { kind: 'first' | 'invited' }>;

/** In characters. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };
