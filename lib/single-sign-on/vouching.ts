/** How long a provider's answer is valid: pure. */
import type { Vouching } from '@/lib/store/sign-on/accounts';

/** Never longer than this, nor shorter than it takes to ask again. */
const MOST_S = 15 * 60;
const ASK_AFTER_S = 10 * 60;
const LEAST_S = 5;

export interface Vouched extends Vouching {
  refresh?: string | undefined;
  idToken?: string | undefined;
}

/**
 * It is asked again when its own access token expires, and after ten minutes at the latest. It then has the rest of the
 * fifteen minutes to answer, but at most half of the time that it gave.
 * @param expiresIn of its access token, in seconds
 */
export function secondsOf(expiresIn: number | undefined): Vouching {
  const dueIn = Math.max(LEAST_S, Math.min(ASK_AFTER_S, expiresIn ?? ASK_AFTER_S));
  return { dueIn, holdsFor: Math.min(MOST_S, dueIn * 1.5) };
}
