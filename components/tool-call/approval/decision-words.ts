/** What the line of a decided card says. */
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import { type ApprovalView, wasTakenBack } from '@/lib/approvals/approval-view';

/** Of another client's call: why it was withdrawn, or has not run yet though it was confirmed; null otherwise. */
export function whyNot({
  status,
  through,
  decisionReason,
}: Pick<ApprovalView, 'status' | 'through' | 'decisionReason'>): string | null {
  if (status === 'superseded' && through) return told(decisionReason);
  return status === 'confirmed' && through?.away ? say('card.away') : null;
}

/** Who decided what, as the folded line begins. */
export function decisionWords(approval: ApprovalView, viewerId: string): string {
  const { status } = approval;
  if (status !== 'confirmed' && status !== 'cancelled') return say(`decision.${status}`);
  const names = namesFor(decidersOf(approval), viewerId);
  const isYours = decidersOf(approval).some(({ id }) => id === viewerId);
  const people = names.length > 1 ? 'several' : isYours ? 'you' : 'one';
  return say(`decision.${wasTakenBack(approval) ? 'taken-back' : status}`, {
    people,
    who: names.join(say('decided.and')) || say('people.somebody'),
  });
}

/** Names as the reader knows them: "You" begins, in the case that the sentence asks for. */
export function namesFor(
  people: readonly { id: string; name: string }[],
  viewerId: string,
  you = say('excerpt.you'),
): string[] {
  const others = people.filter(({ id }) => id !== viewerId).map(({ name }) => name);
  return others.length < people.length ? [you, ...others] : others;
}

/**
 * All who confirmed, where that took more than one; otherwise who decided. Nobody decides what is withdrawn, expires or
 * is replaced, but where somebody changed its arguments.
 */
export function decidersOf({ status, confirmedBy, decidedBy }: ApprovalView): { id: string; name: string }[] {
  if (status === 'superseded') return decidedBy ? [decidedBy] : [];
  if (status !== 'confirmed' && status !== 'cancelled') return [];
  if (status === 'confirmed' && confirmedBy.length > 1) return confirmedBy;
  return decidedBy ? [decidedBy] : [];
}
