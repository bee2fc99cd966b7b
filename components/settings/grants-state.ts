/** How a grant stands, in words. Pure. */
import type { GrantView } from '@/lib/approvals/grant-view';

export type GrantState = 'open' | 'revoked' | 'used up' | 'expired';

export function grantState(grant: GrantView, now: Date): GrantState {
  if (grant.revokedAt !== null) return 'revoked';
  if (grant.remaining === 0) return 'used up';
  return Date.parse(grant.expiresAt) <= now.getTime() ? 'expired' : 'open';
}

export const OVER_WORDS: Record<Exclude<GrantState, 'open'>, string> = {
  revoked: 'Taken back',
  'used up': 'Used up',
  expired: 'Its time is over',
};

/** "Not used yet, 10 times left"; of one that is over only how often it was used. */
export function usedWords({ used, remaining }: GrantView, state: GrantState): string {
  const soFar = used === 0 ? 'Not used yet' : `Used ${timesWords(used)}`;
  return remaining === null || state !== 'open' ? soFar : `${soFar}, ${timesWords(remaining)} left`;
}

function timesWords(times: number): string {
  return times === 1 ? 'once' : `${times.toLocaleString('en-US')} times`;
}

/** "Your calls, allowed by Imogen Finch". May hold hidden characters. */
export function peopleWords(
  { user, grantedBy }: Pick<GrantView, 'user' | 'grantedBy'>,
  viewerId: string,
): string {
  const whose = user.id === viewerId ? 'Your calls' : `Calls of ${user.name}`;
  if (grantedBy.id === viewerId) return `${whose}, allowed by you`;
  return user.id === grantedBy.id
    ? `${whose}, allowed by themselves`
    : `${whose}, allowed by ${grantedBy.name}`;
}
