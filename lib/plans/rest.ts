// Shared with the browser: types and pure functions only.
/**
 * The rest of a plan as a plan of its own. If several steps would each ask again, because earlier ones had to provide
 * their values first, one more card shows all remaining steps with what is known by now, and is confirmed once. Pure.
 */
import type { PlanStep, ShownStep } from './plan';
import { fillKnown, referencesIn } from './references';

/** The outcome of an earlier step. */
export interface Known {
  value: unknown;
  /** Its server is not vouched for, or it reaches beyond its server. */
  isOutside: boolean;
}

/**
 * @param from the next step
 * @param knownOf the outcome of each step before it; undefined: none
 * @returns nothing if it would ask at most once anyway, if words from outside have to be looked at step by step, or if
 * a value is missing
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
