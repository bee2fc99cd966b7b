/** The state of a grant in words. Pure. */

import { say } from '@/components/words/say';
import type { GrantView } from '@/lib/grants/grant-view';

/** `asleep`: it lets nothing run as things are now, but can still be taken back, since that may change. */
export type GrantState = 'open' | 'asleep' | 'void' | 'revoked' | 'used up' | 'expired';

export function grantState(grant: GrantView, now: Date): GrantState {
  if (grant.revokedAt !== null) return grant.isVoid ? 'void' : 'revoked';
  if (grant.remaining === 0) return 'used up';
  if (Date.parse(grant.expiresAt) <= now.getTime()) return 'expired';
  return grant.isAsleep ? 'asleep' : 'open';
}

/** How an ended one has ended. */
export function overWords(state: Exclude<GrantState, 'open' | 'asleep'>): string {
  return say(state === 'used up' ? 'grants.used-up' : `grants.${state}`);
}

/** Whether there is something to take back. */
export function isInForce(state: GrantState): state is 'open' | 'asleep' {
  return state === 'open' || state === 'asleep';
}

/** "Not used yet, 10 times left"; for an ended one only how often it was used. */
export function usedWords({ used, remaining }: GrantView, state: GrantState): string {
  const soFar = used === 0 ? say('grants.unused') : say('grants.used', { times: used });
  if (remaining === null || !isInForce(state)) return soFar;
  return say('grants.left', { used: soFar, times: remaining });
}

/** "Your calls, allowed by Imogen Finch". May contain hidden characters. */
export function peopleWords(
  { user, grantedBy }: Pick<GrantView, 'user' | 'grantedBy'>,
  viewerId: string,
): string {
  const isBy = grantedBy.id === viewerId;
  const by = grantedBy.name;
  if (user.id === viewerId) return isBy ? say('grants.yours-by-you') : say('grants.yours-by', { by });
  if (isBy) return say('grants.theirs-by-you', { user: user.name });
  return user.id === grantedBy.id
    ? say('grants.theirs-by-themselves', { user: user.name })
    : say('grants.theirs-by', { user: user.name, by });
}
