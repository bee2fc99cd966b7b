/** What a plan's card shows of its steps, and what of it has to be opened before Confirm. */
import { valueRows } from '@/components/shown/table/value-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ShownStep } from '@/lib/plans/plan';
import { foldedDiffs } from '../approval/approval-diff';
import { foldedLines } from '../approval/approval-preview';
import { linesOf } from '../approval/preview-words';
import { foldedOf } from '../tool-input';

/** Undefined: the card is of a single call. */
export function stepsIn({ preview }: Pick<ApprovalView, 'preview'>): readonly ShownStep[] | undefined {
  return preview?.plan?.steps;
}

/** What a companion says of one step, in the words of the page. */
export function linesOfStep({ server, trusted, preview }: ShownStep) {
  return linesOf({ server, trusted, preview });
}

/** Tells what is opened of one step from what is opened of another. */
export const ofStep = ({ step }: Pick<ShownStep, 'step'>, what: string) => `step ${step} ${what}`;

/** What of the steps is folded. */
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

/** The steps that cannot stand without this one: those that take over its result, or a result of such a step. */
export function hangingOn(steps: readonly ShownStep[], step: number): number[] {
  const gone = new Set([step]);
  for (const one of steps) if (one.from.some((from) => gone.has(from))) gone.add(one.step);
  gone.delete(step);
  return [...gone];
}

/** The plan's arguments without a step and what hangs on it; undefined where nothing would be left. */
export function without(input: unknown, steps: readonly ShownStep[], step: number) {
  const gone = new Set([step, ...hangingOn(steps, step)]);
  const { steps: given } = Object(input) as { steps?: { step: number }[] };
  const kept = given?.filter((one) => !gone.has(one.step)) ?? [];
  return kept.length === 0 ? undefined : { steps: kept };
}
