// Shared with the browser: types and pure functions only.
/**
 * What is left of a plan, as a plan of its own: where several steps would each ask again, since earlier ones had to say first what they are
 * about, one more card shows all that is left with what is known by now, and is confirmed once. Pure.
 */
import type { PlanStep, ShownStep } from './plan';
import { fillKnown, referencesIn } from './references';

/** What a step before has come to. */
export interface Known {
  value: unknown;
  /** Nobody has vouched for its server, or it reaches beyond it. */
  isOutside: boolean;
}

/**
 * @param from the step that is next
 * @param knownOf what each step before it has come to; undefined: nothing
 * @returns nothing where it asks no more than once anyway, where words from outside are to be looked at step by step, or where a value is
 *   missing
 */
export function restOf(
  steps: readonly ShownStep[],
  from: number,
  knownOf: (step: number) => Known | undefined,
): PlanStep[] | undefined {
  const left = steps.filter(({ step }) => step >= from);
  const again = left.flatMap(({ asksAgain }) => asksAgain ?? []);
  if (!left[0]?.asksAgain || again.length < 2 || again.includes('outside')) return undefined;
  const isBefore = (step: number) => step < from;
  const taken = left.flatMap((one) => referencesIn(one.arguments)).filter(({ step }) => isBefore(step));
  if (taken.some(({ step }) => knownOf(step)?.isOutside ?? true)) return undefined;
  const rest: PlanStep[] = [];
  for (const { step, server, tool, arguments: given, why } of left) {
    const filled = fillKnown(given, isBefore, (of) => knownOf(of)?.value);
    if ('missing' in filled) return undefined;
    rest.push({ step, server, tool, arguments: filled.value, why });
  }
  return rest;
}
