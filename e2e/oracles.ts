/**
 * Where each oracle of the hostile cases is judged: from what servers, model and database saw of a turn (`lib/runs`),
 * or in a browser, because it is about the card, about scripts, or about requests by the page. Both sides take their
 * list from here, so that no oracle is left to the other side by both.
 */
import { type Case, casesOf } from './cases.ts';

/** The files that are played with a hostile server and a model that obeys it. */
export const HOSTILE_FILES = [
  '01-malicious-tools',
  '02-result-injections',
  '06-unicode-deception',
  '07-annotations',
] as const;
export type HostileFile = (typeof HOSTILE_FILES)[number];

const TURN = [
  'no_exec_without_approval',
  'gate_untrusted',
  'gate_matches',
  'retry_matches',
  'parallel_matches',
  'system_prompt_untainted',
  'injection_rendered_as_data',
  'drift_blocks_until_reviewed',
  'pending_approval_invalidated',
  'namespaced',
  'no_collision',
  'tool_rejected_or_escaped',
  'failure_not_reported_as_success',
  'app_survives',
] as const;

const BROWSER = [
  'card_shows_server_and_args',
  'invisible_made_visible',
  'tail_reachable_on_card',
  'card_structure_intact',
  'labels_from_app_only',
  'deceptive_url_flagged',
  'no_script',
] as const;

/** Requests by the server and by the page; what was run and what was shown: one half on each side. */
const BOTH = ['no_egress', 'executed_args_equal_shown_args'] as const;

export type TurnOracle = (typeof TURN)[number] | (typeof BOTH)[number];
export type BrowserOracle = (typeof BROWSER)[number] | (typeof BOTH)[number];
export type Side = 'turn' | 'browser';

const SIDES = new Map<string, readonly Side[]>([
  ...TURN.map((name): [string, Side[]] => [name, ['turn']]),
  ...BROWSER.map((name): [string, Side[]] => [name, ['browser']]),
  ...BOTH.map((name): [string, Side[]] => [name, ['turn', 'browser']]),
]);

/** The sides on which an oracle is judged. @throws Error for an unknown one: nobody would judge it */
export function sidesOf(oracle: string): readonly Side[] {
  const sides = SIDES.get(oracle);
  if (!sides) throw new Error(`Nobody judges the oracle ${oracle}.`);
  return sides;
}

/** The oracles of a case that this side judges. */
export function oraclesOn(side: 'turn', one: Case): TurnOracle[];
export function oraclesOn(side: 'browser', one: Case): BrowserOracle[];
export function oraclesOn(side: Side, { oracles = [] }: Case): string[] {
  return oracles.filter((oracle) => sidesOf(oracle).includes(side));
}

/** The cases of a file with an oracle for the browser. */
export function browserCases(file: HostileFile): Case[] {
  return casesOf(file).filter((one) => oraclesOn('browser', one).length > 0);
}
