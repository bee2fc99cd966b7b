/** The outcome of a card, in the words that the model or another client reads. Pure. */
import type { ApprovalRow } from '@/lib/store/approvals';

/** The outcome of a call that waited; `undefined` while it is still waiting. */
export type CallDecision =
  | { outcome: 'approved' }
  | { outcome: 'denied'; reason: string }
  | { outcome: 'superseded'; reason: string };

/** Nothing while it is waiting. */
export function decisionOf(
  row: Pick<ApprovalRow, 'status' | 'decisionReason'> | undefined,
): CallDecision | undefined {
  switch (row?.status) {
    case 'confirmed':
    case 'released':
      return { outcome: 'approved' };
    case 'cancelled':
      return { outcome: 'denied', reason: cancelled(row.decisionReason) };
    case 'expired':
      return { outcome: 'denied', reason: expired(row.decisionReason) };
    case 'superseded':
      return { outcome: 'superseded', reason: row.decisionReason || 'This request was withdrawn.' };
    default:
      return undefined;
  }
}

/** What the model reads about a card that nobody decided. */
function expired(why: string | null): string {
  return `Nobody decided in time: the request expired.${why ? ` ${why}` : ''}`;
}

/** What the model reads about a cancellation. */
function cancelled(reason: string | null): string {
  return reason ? `Cancelled on the card, with this reason: ${reason}` : 'Cancelled on the card.';
}
