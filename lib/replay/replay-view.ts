// Shared with the browser: types and pure functions only.
/**
 * What would have become of the team's calls under another rule, as shown by `POST /api/policy/replay` and its page.
 */
import type { KeptBound } from '@/lib/grants/grant-bounds';
import type { PolicyRule } from '@/lib/rules/policy-rules';

/** A team's rule that is tried before it is set. */
export type TriedRule = Omit<PolicyRule, 'own'>;

/** How far back the record is read, in days. */
export const REPLAY_DAYS = 90;

/** How many calls of each kind are listed. */
export const MOST_LISTED = 50;

export interface ListedCall {
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  server: string;
  tool: string;
  title: string;
  /** For whom it was made; null if they are gone. */
  who: string | null;
  /** The arguments, with secrets masked, and shortened: data from whoever made the call. */
  input: string;
}

export interface Counted {
  count: number;
  /** The newest of them. */
  listed: ListedCall[];
}

export interface Replayed {
  /** Calls of the rule's tool, or of its server. */
  calls: number;
  /** Calls of other tools that took such calls back: the rule decides on them as well, but they are counted nowhere else. */
  takeBacks: number;
  /** Ran without asking, and would ask. */
  more: number;
  /** Asked, and would run without asking. */
  less: number;
  /** Would ask others, or more people, than they did; or fewer. */
  stricter: number;
  softer: number;
  /** Would be refused, and are not under today's rules; or the other way round. */
  refused: number;
  freed: number;
  /** The record does not show what would have become of them. */
  unjudged: number;
  /** A person cancelled them, and they would run without asking. */
  cancelledButRun: Counted;
  /** A person confirmed them, and they would be refused. */
  confirmedButRefused: Counted;
  /** Since when all calls were read, ISO 8601: less than the requested days if time ran out. */
  since: string;
  isCut: boolean;
}

/** What a grant about to be given would have let run without asking: calls of one person within its bounds. */
export type GrantTried = Pick<
  Replayed,
  'calls' | 'less' | 'unjudged' | 'cancelledButRun' | 'since' | 'isCut'
>;

/** Calls of a tool that people always confirmed: what a grant would have to cover. */
export interface Suggestion {
  server: string;
  tool: string;
  title: string;
  /** Decisions within these bounds, all of them confirmations. */
  confirmed: number;
  /** How long a decision took, on average. */
  meanSeconds: number;
  /** The narrowest bounds that cover them. */
  bounds: KeptBound[];
}

export interface Suggested extends Pick<Replayed, 'since' | 'isCut'> {
  /** None if the record was not read to its end. */
  suggestions: Suggestion[];
}
