// Shared with the browser: types and pure functions only.
/** Single sign-on as pages show it. */

/** A provider for signing in. */
export interface SignOnOffer {
  id: string;
  name: string;
  /** Domains whose addresses must use it. */
  forced: string[];
}

/** Why a sign-in failed; each has its own message. */
export const SIGN_ON_PROBLEMS = [
  'not-begun',
  'too-many',
  'refused',
  'unreachable',
  'not-proven',
  'not-verified',
  'not-yours',
  'other-account',
  'not-in-team',
  'no-role',
  'no-team',
] as const;

export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

/** The address that begins a sign-in with this provider. */
export function signOnPath(
  provider: string,
  { email, target }: { email?: string; target?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(email && { email }),
    ...(target && target !== '/' && { next: target }),
  });
  const text = query.toString();
  return `/api/single-sign-on/${encodeURIComponent(provider)}${text && `?${text}`}`;
}
