/** What was done of a plan whose answer was withdrawn while one of its steps asked: nobody speaks for that answer any more. Pure. */
import type { CallRow } from '@/lib/execution/ledger';
import { stepCallId, stepsOf } from '@/lib/plans/plan';
import { isPlan } from '@/lib/plans/plan-tool';
import { progressOf, progressWords } from '@/lib/plans/progress';
import { stateOf } from './step-state';

/** @param calls of an answer, the first round of each */
export function withdrawnWords(calls: readonly CallRow[]): string[] {
  return calls
    .filter((call) => isPlan(call) && call.status === 'success')
    .flatMap((plan) => {
      const steps = stepsOf(JSON.parse(plan.input)).map(({ step }) => step);
      const rowOf = (step: number) =>
        calls.find(({ toolCallId }) => toolCallId === stepCallId(plan.id, step));
      if (!steps.some((step) => rowOf(step)?.status === 'superseded')) return [];
      return progressWords(progressOf(steps, (step) => stateOf(rowOf(step)))) ?? [];
    });
}
