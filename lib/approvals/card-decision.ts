/** What came of a card, in the words that the model or another client reads. Pure. */
import type { ApprovalRow } from '@/lib/store/approvals';

/** How a call that waited came out; `undefined` as long as it still waits. */
export type CallDecision =
  | { outcome: 'approved' }
  | { outcome: 'denied'; reason: string }
  | { outcome: 'superseded'; reason: string };

/** Nothing while it waits. */
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

/** What the model reads of a card that nobody decided. */
function expired(why: string | null): string {
  return `Nobody decided in time: the request expired.${why ? ` ${why}` : ''}`;
}

/** What the model reads of a Cancel. */
function cancelled(reason: string | null): string {
  return reason ? `Cancelled on the card, with this reason: ${reason}` : 'Cancelled on the card.';
}
