/**
 * The entries of the list of pending cards. Whatever has been shown keeps its place until the person leaves the page: a
 * decided entry becomes a line with the decision, so that nothing disappears under the pointer.
 */
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

export interface Entry {
  approval: ApprovalInContext;
  /** It can no longer be seen. */
  isGone: boolean;
}

export const entryOf = (approval: ApprovalInContext): Entry => ({ approval, isGone: false });

/** The call that an entry is about; a card that supersedes another is about the same call. */
export const keyOf = ({ chatId, toolCallId }: ApprovalInContext) => `${chatId} ${toolCallId}`;

export const waits = ({ approval, isGone }: Entry) => approval.status === 'pending' && !isGone;

/** Whether it waits for the reader, as the count in the side bar has it: to be confirmed, or to be cancelled. */
export const isForReader = ({ approval }: Entry) =>
  approval.denied ? approval.mayCancel : approval.mayDecide;

/** Whether its state is final: a confirmed call is followed to its end. */
function isSettled({ approval: { status, context }, isGone }: Entry): boolean {
  if (isGone) return true;
  if (status === 'pending') return false;
  return status !== 'confirmed' || ENDED.has(context.outcome ?? '');
}

const ENDED = new Set(['success', 'error', 'abort', 'unknown', 'denied', 'superseded', 'expired']);

/** Ids of shown entries that the page of pending ones does not include, and that must be requested one by one. */
export function missing(shown: readonly Entry[], page: readonly ApprovalInContext[]): string[] {
  const told = new Set(page.map(keyOf));
  return shown
    .filter((entry) => !isSettled(entry) && !told.has(keyOf(entry.approval)))
    .map(({ approval }) => approval.id);
}

/**
 * The list, updated to what is known now.
 * @param asked the state of the missing entries, by id; null: it can no longer be seen
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

/** Decided cards are all listed separately: one call may have had several, each with its own decision. */
export function unite(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const told = new Set(before.map(({ approval }) => approval.id));
  return [...before, ...after.filter(({ approval }) => !told.has(approval.id))];
}
