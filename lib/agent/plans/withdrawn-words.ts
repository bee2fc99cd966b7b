/**
 * What a plan had done when its answer was withdrawn while one of its steps was asking: nothing else will be said about
 * that answer. Pure.
 */
import type { CallRow } from '@/lib/execution/ledger';
import { stepsOf } from '@/lib/plans/plan';
import { isPlan } from '@/lib/plans/plan-tool';
import { progressOf, progressWords } from '@/lib/plans/progress';
import { rowOfStep } from './begun';
import { restCallsOf, restOfPlan } from './rest-of-plan';
import { stateOf } from './step-state';

/** @param calls of an answer, the first round of each */
export function withdrawnWords(calls: readonly CallRow[]): string[] {
  return calls
    .filter((call) => isPlan(call) && call.status === 'success')
    .flatMap((plan) => {
      const steps = stepsOf(JSON.parse(plan.input)).map(({ step }) => step);
      const of = { callId: plan.id };
      const rest = restCallsOf(of, calls);
      const rows = [...steps.map((step) => rowOfStep(calls, of, step)), ...rest.map(({ row }) => row)];
      if (!rows.some((row) => row?.status === 'superseded')) return [];
      const stateOfStep = (step: number) => stateOf(rowOfStep(calls, of, step));
      return progressWords(progressOf(steps, stateOfStep, restOfPlan(of, calls))) ?? [];
    });
}
