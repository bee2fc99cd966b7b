/** The words of the policy in its settings. */

import { holdWords } from '@/components/tool-call/hold/hold-words';
import { say } from '@/components/words/say';
import { EFFECTS, type Effect } from '@/lib/policy/policy';
import { LONGEST_OPEN_FOR, type RuleView, USUAL_OPEN_FOR } from '@/lib/rules/policy-rules';
import type { RulePlace } from './use-rule';

/** An option, for the team and for the person. */
export interface EffectOption {
  /** Empty: nothing is set. */
  value: Effect | '';
  words: string;
}

/**
 * The options of an admin. An untrusted server always asks at least: letting it run would change nothing.
 * @param usual the table's effect if nothing is set; absent for a whole server
 */
export function teamOptions(trusted: boolean, chosen: Effect | null, usual?: Effect): EffectOption[] {
  const words = usual ? say(`default.${usual}`) : say('policy.default');
  const effects = EFFECTS.filter((effect) => trusted || effect !== 'allow' || effect === chosen);
  return [{ value: '', words }, ...effects.map((value) => ({ value, words: say(`effect.${value}`) }))];
}

/** The options that people have for themselves: only stricter ones. */
export function ownOptions(chosen: Effect | null): EffectOption[] {
  const choices: EffectOption[] = [
    { value: '', words: say('effect.as-everybody') },
    { value: 'ask', words: say('effect.ask-me') },
    { value: 'deny', words: say('effect.deny') },
  ];
  const isKnown = chosen === null || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, words: say(`effect.${chosen}`) }];
}

/** A rule of the team in words, for those who cannot change it. */
export function ruleWords(rule: Omit<RuleView, keyof RulePlace | 'setBy' | 'setAt'> | undefined): string {
  if (!rule) return say('policy.default');
  const { locked, critical, openForHours, holdSeconds } = rule;
  const open = openForHours === null ? '' : say('rule.open-for', { hours: openForHours });
  const held = holdSeconds ? say('rule.held', { time: holdWords(holdSeconds) }) : '';
  const marks = [locked ? say('rule.locked') : '', critical ? say('rule.critical') : '', open, held].filter(
    Boolean,
  );
  return [rule.effect ? say(`effect.${rule.effect}`) : say('policy.default'), ...marks].join(', ');
}

/** How long a card of this tool waits while nothing is set for the tool itself, in hours. */
export function usualHours(rules: readonly RuleView[], server: string, tool: string | null): number {
  const ofServer = rules.find((rule) => rule.server === server && rule.tool === null && !rule.own);
  return (tool === null ? null : ofServer?.openForHours) ?? USUAL_OPEN_FOR;
}

export type ReadHours = { ok: true; hours: number | null } | { ok: false };

/** Parses the typed text; empty: the default. */
export function hoursOf(text: string): ReadHours {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: true, hours: null };
  const hours = Number(trimmed);
  const isOne = /^\d+$/.test(trimmed) && hours >= 1 && hours <= LONGEST_OPEN_FOR;
  return isOne ? { ok: true, hours } : { ok: false };
}

/** The options for an admin, in seconds; a stored value besides these is offered as well. */
const HOLDS = [10, 30, 60, 300, 900, 1800, 3600];

export function holdOptions(chosen: number | null): { seconds: number | null; words: string }[] {
  const all = chosen === null || HOLDS.includes(chosen) ? HOLDS : [...HOLDS, chosen].sort((a, b) => a - b);
  return [
    { seconds: null, words: say('hold.none') },
    ...all.map((seconds) => ({ seconds, words: holdWords(seconds) })),
  ];
}
