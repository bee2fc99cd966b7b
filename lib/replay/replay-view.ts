// Shared with the browser: types and pure functions only.
/** What would have become of the team's calls under another rule, as `POST /api/policy/replay` and its page show it. */
import type { KeptBound } from '@/lib/grants/grant-bounds';
import type { PolicyRule } from '@/lib/rules/policy-rules';

/** A rule that is tried before it holds: the team's. */
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
  /** For whom it was made; null: nobody who is still there. */
  who: string | null;
  /** The arguments, secrets masked and cut short: data of whoever made the call. */
  input: string;
}

export interface Counted {
  count: number;
  /** The newest of them. */
  listed: ListedCall[];
}

export interface Replayed {
  /** Calls that the rule is about. */
  calls: number;
  /** Ran unasked by today's rules, and would ask. */
  more: number;
  /** Asks by today's rules, and would run unasked. */
  less: number;
  /** Would ask others, or more people, than by today's rules; or fewer. */
  stricter: number;
  softer: number;
  /** Would be refused, and is not by today's rules; or the other way round. */
  refused: number;
  freed: number;
  /** It cannot be told from the record what would have become of them. */
  unjudged: number;
  /** A person cancelled them, and they would run unasked. */
  cancelledButRun: Counted;
  /** A person confirmed them, and they would be refused. */
  confirmedButRefused: Counted;
  /** Since when all calls were read, ISO 8601: shorter than the days asked for where time was up. */
  since: string;
  isCut: boolean;
}

/** What something that is about to be allowed ahead would have let run unasked: calls of one person within its bounds. */
export type GrantTried = Pick<
  Replayed,
  'calls' | 'less' | 'unjudged' | 'cancelledButRun' | 'since' | 'isCut'
>;

/** Calls of a tool that people always confirmed: what a pre-approval would have to cover. */
export interface Suggestion {
  server: string;
  tool: string;
  title: string;
  /** Decisions within these bounds, each of them a Confirm. */
  confirmed: number;
  /** How long a decision took, on average. */
  meanSeconds: number;
  /** The narrowest that cover them. */
  bounds: KeptBound[];
}

export interface Suggested extends Pick<Replayed, 'since' | 'isCut'> {
  /** None where the record was not read to its end. */
  suggestions: Suggestion[];
}
