import 'server-only';
/** Every call whose outcome is unknown, for those who can say: the inbox lists them. */
import type { Queryable } from '@/db/client';
import { hasRight } from '@/lib/approvals/rights';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { countUnknowns, listUnknowns, type UnknownFilters } from '@/lib/store/inbox';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { freshUnknownCall } from '@/lib/unknowns/unknown-calls';
import { askedIn, withinOf } from './approval-context';
import type { UnknownCallInContext } from './inbox-view';

/** This many at once: more of them at a time are more than anybody looks at. */
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

/** How many wait for this person's word. */
export async function countUnknownCalls(db: Queryable, caller: Caller): Promise<number> {
  return caller.role === 'viewer' ? 0 : countUnknowns(db, caller);
}

/** As the answer holds it, which knows what can tell of it; what may be said of it is the reader's. */
function viewOf(call: CallRow, answer: unknown[] | null, mayResolve: boolean): UnknownCallView {
  const fresh = freshUnknownCall(call, [], mayResolve);
  const stored = (answer ?? []).find((part) => {
    const { type, data } = Object(part);
    return type === 'data-doubt' && Object(data).callId === call.id;
  });
  const { checks } = Object(Object(stored).data) as Partial<UnknownCallView>;
  return { ...fresh, checks: checks ?? [] };
}
