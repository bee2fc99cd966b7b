/** Why a tool is offered to the model or not, in words. Pure. */

import { currentIntl, say } from '@/components/words/say';
import type { LeftOutView, OfferView, ScoreView } from '@/lib/agent/selection-view';

const PARTS = [
  'name',
  'title',
  'description',
  'server',
  'parameters',
  'memory',
  'meaning',
  'prior',
  'named',
] as const satisfies (keyof ScoreView)[];

/** "Supplies what customer_delete needs". May hold hidden characters. */
export function reasonWords({ reason, suppliesTo }: OfferView): string {
  return reason === 'supplies' && suppliesTo
    ? say('choice.supplies-to', { tool: suppliesTo })
    : say(`choice.why.${reason}`);
}

/** "4.20 = name 3.10, description 1.10"; parts that add nothing are left out; null without a score. */
export function scoreWords({ score, parts }: Pick<OfferView, 'score' | 'parts'>): string | null {
  if (score === undefined) return null;
  const said = PARTS.flatMap((part) => {
    const value = parts?.[part] ?? 0;
    return Math.abs(value) < 0.005 ? [] : [`${say(`choice.part.${part}`)} ${number(value)}`];
  });
  return said.length > 0 ? `${number(score)} = ${said.join(', ')}` : number(score);
}

/** A real minus sign, since it is shown among words. */
function number(value: number): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return value.toLocaleString(currentIntl(), places).replace('-', '\u2212');
}

/** The tools that one rule leaves out. */
export interface LeftOutGroup {
  rule: string;
  reason: string;
  tools: LeftOutView[];
}

/** Grouped by reason, the largest group first. */
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
