/** The outcome of a plan's step, for the later steps. Pure. */
import type { CallRow } from '@/lib/execution/ledger';
import { referencesIn } from '@/lib/plans/references';
import type { Known } from '@/lib/plans/rest';
import { type Begun, rowOfStep } from './begun';
import { resultOf } from './step-state';

/** @returns nothing if the step has made no call */
export function knownOf(plan: Begun, rows: readonly CallRow[], step: number): Known | undefined {
  const row = rowOfStep(rows, plan, step);
  return row && { value: resultOf(row), isOutside: outsideOf(plan, rows).has(step) };
}

/**
 * The steps whose results may be anybody's words: by their tools as they were when they ran, or through values they
 * took over, through any number of steps. The card knows the tools only as they were when it was shown.
 */
function outsideOf(plan: Begun, rows: readonly CallRow[]): Set<number> {
  const outside = new Set<number>();
  for (const { step, asksAgain, arguments: given } of plan.steps) {
    const row = rowOfStep(rows, plan, step);
    const isTold = row !== undefined && (row.outside || !row.trusted);
    const tookOver = asksAgain === 'outside' || referencesIn(given).some((one) => outside.has(one.step));
    if (isTold || tookOver) outside.add(step);
  }
  return outside;
}
