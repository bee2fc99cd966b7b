/** The confirmed plans of a run that have begun, by its rows in the ledger. Pure. */
import type { CallRow } from '@/lib/execution/ledger';
import type { ConfirmedPlan } from '@/lib/plans/coverage';
import { type CardPreview, restOfCallId, type ShownStep, stepCallId } from '@/lib/plans/plan';
import { isPlan } from '@/lib/plans/plan-tool';
import type { ApprovalRow } from '@/lib/store/approvals';

export interface Begun extends ConfirmedPlan {
  /** The id of its call in the ledger. */
  callId: string;
}

/**
 * @param cards of plans, confirmed
 * @returns in the order in which they were proposed; the rest of a plan, if it was confirmed again, directly follows it
 */
export function begunIn(rows: readonly CallRow[], cards: readonly ApprovalRow[]): Begun[] {
  const begun: Begun[] = [];
  for (const call of rows) {
    const card = cards.find(({ toolCallId }) => toolCallId === call.toolCallId);
    if (!card || !isPlan(call) || call.status !== 'success') continue;
    const { requirement, critical } = card;
    const origin = begun.findIndex(({ callId }) => callId === restOfCallId(call.toolCallId)?.planCallId);
    const place = origin < 0 ? begun.length : origin + 1;
    begun.splice(place, 0, { callId: call.id, requirement, critical, steps: shownIn(card) });
  }
  return begun;
}

/** The first round: later ones were begun by a person, after the plan had stopped. */
export function rowOfStep(
  rows: readonly CallRow[],
  { callId }: Pick<Begun, 'callId'>,
  step: number,
): CallRow | undefined {
  const id = stepCallId(callId, step);
  return rows.find(({ toolCallId, round }) => toolCallId === id && round === 1);
}

export const shownIn = ({ preview }: ApprovalRow): ShownStep[] =>
  (preview as CardPreview | null)?.plan?.steps ?? [];
