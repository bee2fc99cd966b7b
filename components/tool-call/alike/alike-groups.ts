/** Which of the cards that wait are calls of one tool, and may be looked at together. */
import { MOST_ALIKE, mayBeListed } from '@/lib/approvals/alike';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/runs/chat-view';
import { cardRefused } from '../approval/approval-words';

export interface AlikeGroup {
  /** Tells it from others for as long as anything of it waits. */
  key: string;
  /** In the order asked; as many as one list shows. */
  approvals: ApprovalView[];
}

export type ModeOf = (approval: ApprovalView) => Mode;

/** Groups of two and more of which this reader may decide every one. */
export function alikeGroups(approvals: readonly ApprovalView[], modeOf: ModeOf): AlikeGroup[] {
  const groups = new Map<string, ApprovalView[]>();
  for (const approval of approvals) {
    if (approval.status !== 'pending' || !approval.mayDecide || !mayBeListed(approval)) continue;
    if (cardRefused(modeOf(approval), approval)) continue;
    const key = JSON.stringify([approval.server, approval.tool]);
    groups.set(key, [...(groups.get(key) ?? []), approval]);
  }
  return [...groups]
    .filter(([, alike]) => alike.length > 1)
    .map(([key, alike]) => ({ key, approvals: alike.slice(0, MOST_ALIKE) }));
}
