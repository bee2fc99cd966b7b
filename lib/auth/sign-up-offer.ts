// Shared with the browser: types and pure functions only.
/** What the sign-up page can offer to anyone who opens it. */

/** `closed`: by invitation only; `invalid`: there was a link, but its invitation does not count any more. */
export type SignUpOffer =
  | { kind: 'closed' }
  | { kind: 'invalid' }
  | { kind: 'first' }
  | { kind: 'invited'; token: string; email: string; teamName: string; hasAccount: boolean };

/** An offer with a form. */
export type OpenOffer = Extract<SignUpOffer, { kind: 'first' | 'invited' }>;

/** Counted in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };
