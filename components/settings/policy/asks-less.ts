/**
 * Whether a rule asks less often than the one it replaces, judged by the rules alone, whatever the record says. Pure.
 */
import { EFFECTS } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/rules/policy-rules';

type Said = Pick<PolicyRule, 'effect' | 'locked' | 'critical'>;

/**
 * No effect set ranks between running and asking: the table then results in one of these, and in nothing stricter that
 * a rule could loosen.
 */
const STRICTNESS = [EFFECTS[0], null, ...EFFECTS.slice(1)];

export function asksLess(next: Said, before: Said): boolean {
  const place = ({ effect }: Said) => STRICTNESS.indexOf(effect);
  const isOff = (mark: 'locked' | 'critical') => before[mark] && !next[mark];
  return place(next) < place(before) || isOff('locked') || isOff('critical');
}
