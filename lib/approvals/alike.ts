// Shared with the browser: types and pure functions only.
/** Alike calls: cards of one tool that may be looked at in one list and confirmed by one press, each a decision of its own. */
import { stepOfCallId } from '@/lib/plans/plan';
import type { ApprovalView } from './approval-view';

/** As many as one list shows and one request decides. */
export const MOST_ALIKE = 100;

/** One call of the list, and the hash of what was shown of it. */
export interface ShownCall {
  id: string;
  shown: string;
}

/** What became of one: how it stands now, or why nothing was decided of it. */
export type AlikeOutcome =
  | { id: string; status: string }
  | { id: string; error: { code: string; message: string }; approvalId?: string };

type Listed = Pick<
  ApprovalView,
  'toolCallId' | 'trusted' | 'requirement' | 'critical' | 'denied' | 'preview'
>;

/**
 * Whether a card may be confirmed from a list. One that asks two admins is looked at by each of them; the password of a critical
 * one is good for one card; a plan is a list itself, and its steps come one by one; what nobody vouches for names its own arguments.
 */
export function mayBeListed({ trusted, requirement, critical, denied, ...card }: Listed): boolean {
  const isOfPlan = card.preview?.plan !== undefined || stepOfCallId(card.toolCallId) !== undefined;
  return trusted && requirement !== 'two_admins' && !critical && !denied && !isOfPlan;
}
