/**
 * What stands in the list of what waits. Whatever has been shown stays where it is until one leaves the page: decided,
 * an entry becomes the line of what was decided, so that nothing vanishes under a hand.
 */
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

export interface Entry {
  approval: ApprovalInContext;
  /** It cannot be seen any more. */
  isGone: boolean;
}

export const entryOf = (approval: ApprovalInContext): Entry => ({ approval, isGone: false });

/** The call that an entry is about; a card that takes another's place is about the same. */
export const keyOf = ({ chatId, toolCallId }: ApprovalInContext) => `${chatId} ${toolCallId}`;

export const waits = ({ approval, isGone }: Entry) => approval.status === 'pending' && !isGone;

/** Whether nothing more will become of it: a confirmed call is followed to its end. */
function isSettled({ approval: { status, context }, isGone }: Entry): boolean {
  if (isGone) return true;
  if (status === 'pending') return false;
  return status !== 'confirmed' || ENDED.has(context.outcome ?? '');
}

const ENDED = new Set(['success', 'error', 'abort', 'unknown', 'denied', 'superseded', 'expired']);

/** Ids of those shown that the page of what waits does not tell of, and that must be asked for one by one. */
export function missing(shown: readonly Entry[], page: readonly ApprovalInContext[]): string[] {
  const told = new Set(page.map(keyOf));
  return shown
    .filter((entry) => !isSettled(entry) && !told.has(keyOf(entry.approval)))
    .map(({ approval }) => approval.id);
}

/**
 * The list with what is known now.
 * @param asked what became of the missing, by id; null: it cannot be seen any more
 */
export function merge(
  shown: readonly Entry[],
  page: readonly ApprovalInContext[],
  asked: ReadonlyMap<string, ApprovalInContext | null>,
): Entry[] {
  const fresh = new Map(page.map((approval) => [keyOf(approval), approval]));
  const kept = shown.map((entry): Entry => {
    const key = keyOf(entry.approval);
    const now = fresh.get(key) ?? asked.get(entry.approval.id);
    fresh.delete(key);
    if (now === null) return { ...entry, isGone: true };
    if (now === undefined) return entry;
    return { approval: now, isGone: false };
  });
  return [...kept, ...[...fresh.values()].map(entryOf)];
}

/** Of what was decided every card stands for itself: one call may have had several, each decided in its own way. */
export function unite(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const told = new Set(before.map(({ approval }) => approval.id));
  return [...before, ...after.filter(({ approval }) => !told.has(approval.id))];
}
