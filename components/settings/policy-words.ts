/** The policy in the words of its settings. */
import type { RuleView } from '@/lib/approvals/policy-rules';
import { EFFECTS, type Effect } from '@/lib/policy/policy';

/** What becomes of a call, as a tool's row says it. */
export const VERDICTS: Record<Effect, string> = {
  allow: 'Runs',
  ask: 'Asks',
  ask_admin: 'Asks an admin',
  two_admins: 'Asks two admins',
  deny: 'Never runs',
};

/** What can be chosen, for the team and for oneself. */
export interface Choice {
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
export function teamChoices(trusted: boolean, chosen: Effect | null, usual?: Effect): Choice[] {
  const words = usual ? `Default: ${VERDICTS[usual].toLowerCase()}` : 'Default';
  const effects = EFFECTS.filter((effect) => trusted || effect !== 'allow' || effect === chosen);
  return [{ value: '', words }, ...effects.map((value) => ({ value, words: TEAM[value] }))];
}

/** What a person can choose for himself: only what is stricter. */
export function ownChoices(chosen: Effect | null): Choice[] {
  const choices: Choice[] = [
    { value: '', words: 'As for everybody' },
    { value: 'ask', words: 'Ask me' },
    { value: 'deny', words: 'Never' },
  ];
  const isKnown = chosen === null || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, words: TEAM[chosen] }];
}

/** What a rule of the team says, for those who cannot change it. */
export function ruleWords(rule: Pick<RuleView, 'effect' | 'locked' | 'critical'> | undefined): string {
  if (!rule) return 'Default';
  const marks = [rule.locked ? 'locked' : '', rule.critical ? 'critical' : ''].filter(Boolean);
  return [rule.effect ? TEAM[rule.effect] : 'Default', ...marks].join(', ');
}
