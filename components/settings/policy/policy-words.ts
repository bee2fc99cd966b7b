/** The policy in the words of its settings. */

import { EFFECTS, type Effect } from '@/lib/policy/policy';
import { LONGEST_OPEN_FOR, type RuleView, USUAL_OPEN_FOR } from '@/lib/rules/policy-rules';
import type { RulePlace } from './use-rule';

/** What becomes of a call, as a tool's row says it. */
export const VERDICTS: Record<Effect, string> = {
  allow: 'Runs',
  ask: 'Asks',
  ask_admin: 'Asks an admin',
  two_admins: 'Asks two admins',
  deny: 'Never runs',
};

/** What can be chosen, for the team and for oneself. */
export interface EffectOption {
  /** Empty: nothing is set. */
  value: Effect | '';
  words: string;
}

const TEAM: Record<Effect, string> = {
  allow: 'Run unasked',
  ask: 'Ask',
  ask_admin: 'Ask an admin',
  two_admins: 'Ask two admins',
  deny: 'Never',
};

/**
 * What an admin can choose. A server nobody vouched for always asks at least: to let it run would change nothing.
 * @param usual what the table makes of it when nothing is set; absent for a whole server
 */
export function teamOptions(trusted: boolean, chosen: Effect | null, usual?: Effect): EffectOption[] {
  const words = usual ? `Default: ${VERDICTS[usual].toLowerCase()}` : 'Default';
  const effects = EFFECTS.filter((effect) => trusted || effect !== 'allow' || effect === chosen);
  return [{ value: '', words }, ...effects.map((value) => ({ value, words: TEAM[value] }))];
}

/** What people can choose for themselves: only what is stricter. */
export function ownOptions(chosen: Effect | null): EffectOption[] {
  const choices: EffectOption[] = [
    { value: '', words: 'As for everybody' },
    { value: 'ask', words: 'Ask me' },
    { value: 'deny', words: 'Never' },
  ];
  const isKnown = chosen === null || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, words: TEAM[chosen] }];
}

/** What a rule of the team says, for those who cannot change it. */
export function ruleWords(rule: Omit<RuleView, keyof RulePlace | 'setBy' | 'setAt'> | undefined): string {
  if (!rule) return 'Default';
  const { locked, critical, openForHours } = rule;
  const open = openForHours === null ? '' : `open for ${openForHours} h`;
  const marks = [locked ? 'locked' : '', critical ? 'critical' : '', open].filter(Boolean);
  return [rule.effect ? TEAM[rule.effect] : 'Default', ...marks].join(', ');
}

/** How long a card of this tool waits while nothing is set for the tool itself, in hours. */
export function usualHours(rules: readonly RuleView[], server: string, tool: string | null): number {
  const ofServer = rules.find((rule) => rule.server === server && rule.tool === null && !rule.own);
  return (tool === null ? null : ofServer?.openForHours) ?? USUAL_OPEN_FOR;
}

export type ReadHours = { ok: true; hours: number | null } | { ok: false };

/** From what somebody typed; nothing: as usual. */
export function hoursOf(text: string): ReadHours {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: true, hours: null };
  const hours = Number(trimmed);
  const isOne = /^\d+$/.test(trimmed) && hours >= 1 && hours <= LONGEST_OPEN_FOR;
  return isOne ? { ok: true, hours } : { ok: false };
}
