/** Rows of the record in the form of the policy's input. Pure. */
import { stepOfCallId } from '@/lib/plans/plan';
import { PLAN_TOOL } from '@/lib/plans/plan-tool';
import type { RecordRow } from '@/lib/store/conversation/record';
import type { RecordedCall } from './play';

export function recordedCall(row: RecordRow): RecordedCall {
  const { server, tool, trusted, risk, asksAlways, role, granted, takesBack, rule, requirement, ranBy } = row;
  return {
    server,
    name: tool,
    trusted,
    risk,
    asksAlways,
    role,
    granted,
    takesBack,
    rule,
    requirement,
    ranBy,
    proposes: server === PLAN_TOOL.server && tool === PLAN_TOOL.name,
    tainted: taintedAt(row),
    isStep: stepOfCallId(row.toolCallId) !== undefined,
    fact: factOf(row),
  };
}

/**
 * Whether words from outside were in the chat by then. If an admin cleared it more than once, only the last time is
 * known.
 */
export function taintedAt({
  at,
  outsideAt,
  outsideSinceAt,
  clearedAt,
}: Pick<RecordRow, 'at' | 'outsideAt' | 'outsideSinceAt' | 'clearedAt'>): boolean | null {
  const isBefore = (one: string | null) => one !== null && Date.parse(one) < Date.parse(at);
  if (clearedAt === null) return isBefore(outsideAt);
  if (isBefore(clearedAt)) return isBefore(outsideSinceAt);
  return isBefore(outsideAt) ? null : false;
}

/** A call neither asked about nor sent may have been refused for any reason. */
function factOf({ rule, dispatched }: RecordRow): RecordedCall['fact'] {
  if (rule !== null) return 'asked';
  return dispatched ? 'ran' : null;
}
