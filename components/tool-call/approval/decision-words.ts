/** The words on the line of a decided card. */
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import { type ApprovalView, wasTakenBack } from '@/lib/approvals/approval-view';

/** For another client's call: why it was withdrawn, or has not run yet although it was confirmed; otherwise null. */
export function whyNot({
  status,
  through,
  decisionReason,
}: Pick<ApprovalView, 'status' | 'through' | 'decisionReason'>): string | null {
  if (status === 'superseded' && through) return told(decisionReason);
  return status === 'confirmed' && through?.away ? say('card.away') : null;
}

/** Who decided what: the beginning of the folded line. */
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

/** Names as the reader knows them: "You" comes first, in the case that the sentence requires. */
export function namesFor(
  people: readonly { id: string; name: string }[],
  viewerId: string,
  you = say('excerpt.you'),
): string[] {
  const others = people.filter(({ id }) => id !== viewerId).map(({ name }) => name);
  return others.length < people.length ? [you, ...others] : others;
}

/**
 * All who confirmed, if it took more than one; otherwise the person who decided. Nobody decides what is withdrawn,
 * expires or is replaced, unless somebody changed its arguments.
 */
export function decidersOf({ status, confirmedBy, decidedBy }: ApprovalView): { id: string; name: string }[] {
  if (status === 'superseded') return decidedBy ? [decidedBy] : [];
  if (status !== 'confirmed' && status !== 'cancelled') return [];
  if (status === 'confirmed' && confirmedBy.length > 1) return confirmedBy;
  return decidedBy ? [decidedBy] : [];
}
