// Shared with the browser: types and pure functions only.
/**
 * Alike calls: cards of one tool that can be reviewed in one list and confirmed with one click, each a decision of its
 * own.
 */
import { stepOfCallId } from '@/lib/plans/plan';
import type { RuleName } from '@/lib/policy/policy';
import type { ApprovalView } from './approval-view';

/** The most that one list shows and one request decides. */
export const MOST_ALIKE = 100;

/** One call of the list, and the hash of what was shown of it. */
export interface ShownCall {
  id: string;
  shown: string;
}

/** The outcome for one card: its present status, or why nothing was decided. */
export type AlikeOutcome =
  | { id: string; status: string }
  | { id: string; error: { code: string; message: string }; approvalId?: string };

/** More arguments and lines than this cannot be reviewed in a list: the remaining cards are reviewed one by one. */
export const MOST_FIELDS = 2_000;

/**
 * Whether a card may be confirmed from a list. Not if it needs two admins, who each look at it; nor if it is critical,
 * since a password is valid for one card; nor if it is a plan, which is a list itself, or one of its steps, which come
 * one by one; nor if the server is not vouched for, since it names its own arguments.
 */
export function mayBeListed(card: ApprovalView): boolean {
  const { trusted, requirement, critical, denied, preview, toolCallId } = card;
  const isOfPlan = preview?.plan !== undefined || stepOfCallId(toolCallId) !== undefined;
  return trusted && requirement !== 'two_admins' && !critical && !denied && !isOfPlan && !tellsOfItself(card);
}

/** Rules that ask about this very call, because of what happened to it or in its chat. */
const OF_ITSELF: readonly string[] = ['repeated', 'outside'] satisfies RuleName[];

/** A card that says more than what its call is, for which a list has no place. */
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

/** What a list says once for all its calls: cards that differ in this are in separate lists. */
export function saidOnce(card: ApprovalView): string {
  const { server, tool, title, description, risk, annotations, reversible, preview } = card;
  const { rule, reason, requirement, holdSeconds } = card;
  return JSON.stringify([
    ...[server, tool, title, description, risk, annotations, reversible ?? null],
    ...[preview === null, preview?.record !== undefined],
    ...[rule, reason, requirement, holdSeconds],
  ]);
}
