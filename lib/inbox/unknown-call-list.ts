import 'server-only';
/** Calls with an unknown outcome, for those who can resolve them: the inbox lists them. */
import type { Queryable } from '@/db/client';
import { hasRight } from '@/lib/approvals/rights';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { countUnknowns, listUnknowns, type UnknownFilters } from '@/lib/store/inbox';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { freshUnknownCall } from '@/lib/unknowns/unknown-calls';
import { askedIn, withinOf } from './approval-context';
import type { UnknownCallInContext } from './inbox-view';

/** The most listed at once: nobody looks at more. */
const MOST = 50;

/** Those the caller can see, oldest first. */
export async function listUnknownCalls(
  db: Queryable,
  caller: Caller,
  wanted: UnknownFilters,
): Promise<UnknownCallInContext[]> {
  const rows = await listUnknowns(db, caller, wanted, MOST);
  return rows.map(({ call, headId, title, agents, owner, mode, said, answer, isLatest }) => ({
    ...viewOf(call, answer, hasRight(caller, owner.id)),
    chatId: call.chatId,
    requestedBy: owner,
    isPast: !isLatest,
    context: { title, ...withinOf(headId, agents), mode, ...askedIn(said, answer), outcome: call.status },
  }));
}

/** How many wait for this person to resolve. */
export async function countUnknownCalls(db: Queryable, caller: Caller): Promise<number> {
  return caller.role === 'viewer' ? 0 : countUnknowns(db, caller);
}

/**
 * As the answer has it, which knows what can find out about it; what the reader may say about it depends on the reader.
 */
function viewOf(call: CallRow, answer: unknown[] | null, mayResolve: boolean): UnknownCallView {
  const fresh = freshUnknownCall(call, [], mayResolve);
  const stored = (answer ?? []).find((part) => {
    const { type, data } = Object(part);
    return type === 'data-doubt' && Object(data).callId === call.id;
  });
  const { checks } = Object(Object(stored).data) as Partial<UnknownCallView>;
  return { ...fresh, checks: checks ?? [] };
}
