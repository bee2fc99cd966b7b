/** Why a tool is offered, or is not, in words. Pure. */
import type { LeftOutView, OfferView, ScoreView } from '@/lib/agent/selection-view';

const REASONS: Record<OfferView['reason'], string> = {
  few: 'All tools are offered',
  kept: 'Offered to the step before',
  always: 'Always offered',
  used: 'Used in this answer',
  found: 'Found by a search',
  matches: 'Matches the message',
  supplies: 'Supplies what another one needs',
  overview: 'Nothing matches; this tells what there is',
};

const PARTS: [part: keyof ScoreView, words: string][] = [
  ['name', 'name'],
  ['title', 'title'],
  ['description', 'description'],
  ['server', 'server'],
  ['parameters', 'parameters'],
  ['memory', 'earlier messages'],
  ['meaning', 'meaning'],
  ['prior', 'risk'],
  ['named', 'named'],
];

/** "Supplies what customer_delete needs". May hold hidden characters. */
export function reasonWords({ reason, suppliesTo }: OfferView): string {
  return reason === 'supplies' && suppliesTo ? `Supplies what ${suppliesTo} needs` : REASONS[reason];
}

/** "4.20 = name 3.10, description 1.10"; parts that add nothing are left out; null without a score. */
export function scoreWords({ score, parts }: Pick<OfferView, 'score' | 'parts'>): string | null {
  if (score === undefined) return null;
  const said = PARTS.flatMap(([part, words]) => {
    const value = parts?.[part] ?? 0;
    return Math.abs(value) < 0.005 ? [] : [`${words} ${number(value)}`];
  });
  return said.length > 0 ? `${number(score)} = ${said.join(', ')}` : number(score);
}

/** A true minus sign: it stands among words. */
function number(value: number): string {
  return value.toFixed(2).replace('-', '\u2212');
}

/** What one rule leaves out. */
export interface LeftOutGroup {
  rule: string;
  reason: string;
  tools: LeftOutView[];
}

/** By the reason, the largest group first. */
export function leftOutGroups(leftOut: readonly LeftOutView[]): LeftOutGroup[] {
  const groups = new Map<string, LeftOutGroup>();
  for (const tool of leftOut) {
    const { rule, reason } = tool;
    const group = groups.get(reason) ?? { rule, reason, tools: [] };
    groups.set(reason, group);
    group.tools.push(tool);
  }
  return [...groups.values()].sort((one, other) => other.tools.length - one.tools.length);
}
