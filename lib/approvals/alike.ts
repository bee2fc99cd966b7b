// Shared with the browser: types and pure functions only.
/** Alike calls: cards of one tool that may be looked at in one list and confirmed by one press, each a decision of its own. */
import { stepOfCallId } from '@/lib/plans/plan';
import type { RuleName } from '@/lib/policy/policy';
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

/** More arguments and lines than this are no list to look at: what is left over is looked at card by card. */
export const MOST_FIELDS = 2_000;

/**
 * Whether a card may be confirmed from a list. One that asks two admins is looked at by each of them; the password of a critical
 * one is good for one card; a plan is a list itself, and its steps come one by one; what nobody vouches for names its own arguments.
 */
export function mayBeListed(card: ApprovalView): boolean {
  const { trusted, requirement, critical, denied, preview, toolCallId } = card;
  const isOfPlan = preview?.plan !== undefined || stepOfCallId(toolCallId) !== undefined;
  return trusted && requirement !== 'two_admins' && !critical && !denied && !isOfPlan && !tellsOfItself(card);
}

/** Rules that ask about this very call, for what happened to it or in its chat. */
const OF_ITSELF: readonly string[] = ['repeated', 'outside'] satisfies RuleName[];

/** A card that says more than what its call is: a list has no place for it. */
function tellsOfItself({ rule, edited, through, changed, was, preview }: ApprovalView): boolean {
  return (
    preview?.rehearsal !== undefined ||
    OF_ITSELF.includes(rule) ||
    edited !== null ||
    through !== undefined ||
    changed.length > 0 ||
    was !== undefined
  );
}

/** What a list says once for all its calls: cards that say something else here stand in another list. */
export function saidOnce(card: ApprovalView): string {
  const { server, tool, title, description, risk, annotations, reversible, preview } = card;
  const { rule, reason, requirement, holdSeconds } = card;
  return JSON.stringify([
    ...[server, tool, title, description, risk, annotations, reversible ?? null],
    ...[preview === null, preview?.record !== undefined],
    ...[rule, reason, requirement, holdSeconds],
  ]);
}
