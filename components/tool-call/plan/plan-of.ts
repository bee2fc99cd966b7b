/** What a plan's card shows of its steps, and which parts have to be opened before Confirm. */
import { valueRows } from '@/components/shown/table/value-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ShownStep } from '@/lib/plans/plan';
import { foldedDiffs } from '../approval/approval-diff';
import { foldedLines } from '../approval/approval-preview';
import { linesOf } from '../approval/preview-words';
import { foldedOf } from '../tool-input';

/** Undefined if the card is for a single call. */
export function stepsIn({ preview }: Pick<ApprovalView, 'preview'>): readonly ShownStep[] | undefined {
  return preview?.plan?.steps;
}

/** A companion's preview of one step, in the words of the page. */
export function linesOfStep({ server, trusted, preview }: ShownStep) {
  return linesOf({ server, trusted, preview });
}

/** Distinguishes opened parts of different steps. */
export const ofStep = ({ step }: Pick<ShownStep, 'step'>, what: string) => `step ${step} ${what}`;

/** The folded parts of the steps. */
export function foldedSteps(steps: readonly ShownStep[]): string[] {
  return steps.flatMap((step) => {
    const folded = [
      ...foldedLines(linesOfStep(step)),
      ...foldedDiffs(step.preview?.diffs ?? []),
      ...foldedOf(valueRows(step.arguments), !step.trusted),
    ];
    return folded.map((what) => ofStep(step, what));
  });
}

/** The steps that depend on this one: those that take over its result, or the result of such a step. */
export function hangingOn(steps: readonly ShownStep[], step: number): number[] {
  const gone = new Set([step]);
  for (const one of steps) if (one.from.some((from) => gone.has(from))) gone.add(one.step);
  gone.delete(step);
  return [...gone];
}

/** The plan's arguments without a step and those that depend on it; undefined if nothing would be left. */
export function without(input: unknown, steps: readonly ShownStep[], step: number) {
  const gone = new Set([step, ...hangingOn(steps, step)]);
  const { steps: given } = Object(input) as { steps?: { step: number }[] };
  const kept = given?.filter((one) => !gone.has(one.step)) ?? [];
  return kept.length === 0 ? undefined : { steps: kept };
}
