// Shared with the browser: types and pure functions only.
/** Who can confirm what the person who asked cannot; and the message if nobody can. */
import type { Requirement } from '@/lib/policy/policy';

/** Admins other than the person who asked, without those who have already confirmed. */
export interface Confirmers {
  /** By name, the first three. */
  named: { id: string; name: string }[];
  /** How many others there are. */
  more: number;
}

const NEEDED: Record<Requirement, number> = { ask: 1, ask_admin: 1, two_admins: 2 };

/** How many people must confirm. */
export function confirmationsNeeded({ requirement }: { requirement: Requirement }): number {
  return NEEDED[requirement];
}

/** What determines whether there are enough people. */
export interface Awaited {
  requirement: Requirement;
  confirmedBy: readonly unknown[];
  /** Null: the person who asked can confirm too, or it is no longer pending. */
  confirmers: Confirmers | null;
}

/** How many further admins the team would need; 0 if there are enough. */
export function lackingAdmins({ requirement, confirmedBy, confirmers }: Awaited): number {
  if (!confirmers) return 0;
  const left = confirmationsNeeded({ requirement }) - confirmedBy.length;
  return Math.max(0, left - confirmers.named.length - confirmers.more);
}

/** What would make it possible to confirm it, if nobody can. */
export const LACKING_HELPS =
  'One more admin in the team would help, or a softer rule, which admins set in Approval rules.';

/**
 * `it takes two admins other than Noor Haddad, and the team has only one`.
 * @param who the person who asked, as the reader knows them; may contain hidden characters
 */
export function lackingWords(awaited: Awaited, who: string, has: 'has' | 'had' = 'has'): string {
  const left = confirmationsNeeded(awaited) - awaited.confirmedBy.length;
  const isOneMore = awaited.confirmedBy.length > 0;
  const takes = left > 1 ? 'two admins' : isOneMore ? 'one more admin' : 'an admin';
  const there = left - lackingAdmins(awaited);
  return `it takes ${takes} other than ${who}, and the team ${has} ${there > 0 ? 'only one' : 'none'}`;
}
