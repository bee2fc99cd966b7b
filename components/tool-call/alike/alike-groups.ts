/** Which pending cards are calls of one tool that say the same about themselves, and may be reviewed together. */
import { valueRows } from '@/components/shown/table/value-rows';
import { MOST_ALIKE, MOST_FIELDS, mayBeListed, saidOnce } from '@/lib/approvals/alike';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/runs/chat-view';
import { cardRefused } from '../approval/approval-words';

export interface AlikeGroup {
  /** Identifies the group for as long as any of it waits. */
  key: string;
  /** In the order in which they were asked; as many as one list shows. */
  approvals: ApprovalView[];
}

export type ModeOf = (approval: ApprovalView) => Mode;

/** Groups of at least two cards, every one of which this reader may decide. */
export function alikeGroups(approvals: readonly ApprovalView[], modeOf: ModeOf): AlikeGroup[] {
  const groups = new Map<string, ApprovalView[]>();
  for (const approval of approvals) {
    if (approval.status !== 'pending' || !approval.mayDecide || !mayBeListed(approval)) continue;
    if (cardRefused(modeOf(approval), approval)) continue;
    const key = saidOnce(approval);
    groups.set(key, [...(groups.get(key) ?? []), approval]);
  }
  return [...groups]
    .map(([key, alike]) => ({ key, approvals: asManyAsFit(alike) }))
    .filter(({ approvals }) => approvals.length > 1);
}

function asManyAsFit(alike: readonly ApprovalView[]): ApprovalView[] {
  const fit: ApprovalView[] = [];
  let room = MOST_FIELDS;
  for (const approval of alike) {
    if (fit.length === MOST_ALIKE) break;
    const fields = fieldsIn(approval);
    if (fields > room) continue;
    room -= fields;
    fit.push(approval);
  }
  return fit;
}

/** Counted once per card: groups are made at every render. */
const counted = new WeakMap<ApprovalView, number>();

function fieldsIn(approval: ApprovalView): number {
  const known = counted.get(approval);
  if (known !== undefined) return known;
  const { lines = [], diffs = [] } = approval.preview ?? {};
  const fields = valueRows(approval.input).length + lines.length + diffs.length;
  counted.set(approval, fields);
  return fields;
}
