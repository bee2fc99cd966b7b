/** How a grant stands, in words. Pure. */
import type { GrantView } from '@/lib/grants/grant-view';

/** `asleep`: it lets nothing run as things are, and can be taken back all the same: they may change again. */
export type GrantState = 'open' | 'asleep' | 'void' | 'revoked' | 'used up' | 'expired';

export function grantState(grant: GrantView, now: Date): GrantState {
  if (grant.revokedAt !== null) return grant.isVoid ? 'void' : 'revoked';
  if (grant.remaining === 0) return 'used up';
  if (Date.parse(grant.expiresAt) <= now.getTime()) return 'expired';
  return grant.isAsleep ? 'asleep' : 'open';
}

export const ASLEEP_WORDS = 'Asleep: its server does not list the tool now';

export const OVER_WORDS: Record<Exclude<GrantState, 'open' | 'asleep'>, string> = {
  void: 'Over: the tool, the team\u2019s rules for it, or the rights of who gave it had changed',
  revoked: 'Taken back',
  'used up': 'Used up',
  expired: 'Its time is over',
};

/** Whether there is something to take back. */
export function isInForce(state: GrantState): state is 'open' | 'asleep' {
  return state === 'open' || state === 'asleep';
}

/** "Not used yet, 10 times left"; of one that is over only how often it was used. */
export function usedWords({ used, remaining }: GrantView, state: GrantState): string {
  const soFar = used === 0 ? 'Not used yet' : `Used ${timesWords(used)}`;
  return remaining === null || !isInForce(state) ? soFar : `${soFar}, ${timesWords(remaining)} left`;
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
