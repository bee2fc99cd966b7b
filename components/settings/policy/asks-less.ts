/**
 * Whether a rule asks less often than the one it replaces, judged by the rules alone, whatever the record says. Pure.
 */
import { EFFECTS } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/rules/policy-rules';

type Said = Pick<PolicyRule, 'effect' | 'locked' | 'critical'>;

/**
 * Nothing set stands between running unasked and asking: the table comes to either of them, and to nothing stricter that a rule could
 * take away.
 */
const STRICTNESS = [EFFECTS[0], null, ...EFFECTS.slice(1)];

export function asksLess(next: Said, before: Said): boolean {
  const place = ({ effect }: Said) => STRICTNESS.indexOf(effect);
  const isOff = (mark: 'locked' | 'critical') => before[mark] && !next[mark];
  return place(next) < place(before) || isOff('locked') || isOff('critical');
}
