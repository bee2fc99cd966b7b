/** The call that puts the rest of a plan on one more card, as the ledger has it and as it is made. Pure. */
import type { CallRow } from '@/lib/execution/ledger';
import { restCallId, restOfCallId, type ShownStep } from '@/lib/plans/plan';
import { isPlan, PLAN_TOOL } from '@/lib/plans/plan-tool';
import type { RestCall } from '@/lib/plans/progress';
import { restOf } from '@/lib/plans/rest';
import type { ConnectedTool } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import type { Begun } from './begun';
import { knownOf } from './known';
import { stateOf } from './step-state';

/** A proposal that this process makes in the model's place. */
export interface Proposal {
  tool: ConnectedTool;
  toolCallId: string;
  input: Record<string, unknown>;
  /** It is in flight, and is settled with the run. */
  isSent: boolean;
}

/** @returns nothing if there is none, or if the rest could not be put on one card: then each step asks for itself */
export function restOfPlan(plan: Pick<Begun, 'callId'>, rows: readonly CallRow[]): RestCall | undefined {
  const made = restCallsOf(plan, rows).find(({ row }) => row.status !== 'error');
  const state = made && stateOf(made.row);
  return state && { step: made.step, state };
}

/**
 * @param shown the next step, which has made no call yet
 * @param stepsLeft how many the answer has left
 */
export function proposalOfRest(
  plan: Begun,
  shown: ShownStep,
  rows: readonly CallRow[],
  stepsLeft: number,
): Proposal | undefined {
  const [made] = restCallsOf(plan, rows);
  if (made) {
    const { row, step } = made;
    if (row.status === 'error' || step !== shown.step) return undefined;
    const { toolCallId, input, status } = row;
    return { ...proposed(toolCallId, JSON.parse(input)), isSent: status === 'dispatched' };
  }
  const steps = restOf(plan.steps, shown.step, (step) => knownOf(plan, rows, step));
  if (!steps || steps.length > stepsLeft) return undefined;
  // All of it together may exceed the limits of one call, and a proposal that always fails would be made again and
  // again.
  if (!validateInput(PLAN_TOOL, { steps }).ok) return undefined;
  return { ...proposed(restCallId(plan.callId, shown.step), { steps }), isSent: false };
}

const proposed = (toolCallId: string, input: Record<string, unknown>) => ({
  tool: PLAN_TOOL,
  toolCallId,
  input,
});

/** The calls that put the rest of a plan on another card, each with the step at which that rest begins. */
export function restCallsOf(
  { callId }: Pick<Begun, 'callId'>,
  rows: readonly CallRow[],
): { row: CallRow; step: number }[] {
  return rows.flatMap((row) => {
    const at = restOfCallId(row.toolCallId);
    return at?.planCallId === callId && isPlan(row) && row.round === 1 ? [{ row, step: at.step }] : [];
  });
}
