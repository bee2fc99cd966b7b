import 'server-only';
/** Every call whose outcome is unknown, for those who can say: the inbox lists them. */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { hasRight } from '@/lib/approvals/rights';
import { effectiveMode } from '@/lib/approvals/standing';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import type { DoubtView } from '@/lib/unknowns/doubt-view';
import { freshDoubt } from '@/lib/unknowns/doubts';
import { askedIn } from './approval-context';
import type { DoubtInContext } from './inbox-view';

const { calls, chats, members, messages, runs, users } = schema;
const said = alias(messages, 'said');
const answer = alias(messages, 'answer');

/** So many at once: more of them at a time are more than anybody looks at. */
const MOST = 50;

export interface WantedDoubts {
  server?: string | undefined;
  /** The bare name. */
  tool?: string | undefined;
  /** Id of who asked. */
  person?: string | undefined;
}

const isLatest = sql<boolean>`(${runs.id} = (select "newest"."id" from "runs" as "newest"
  where "newest"."chat_id" = ${chats.id} order by "newest"."created_at" desc, "newest"."id" desc limit 1))`;

/** Those the caller can see, oldest first. */
export async function listDoubts(
  db: Queryable,
  caller: Caller,
  { server, tool, person }: WantedDoubts,
): Promise<DoubtInContext[]> {
  const rows = await db
    .select({
      call: calls,
      title: chats.title,
      owner: { id: users.id, name: users.name },
      mode: effectiveMode,
      said: said.parts,
      answer: answer.parts,
      isLatest,
    })
    .from(calls)
    .innerJoin(chats, eq(chats.id, calls.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .innerJoin(runs, eq(runs.id, calls.runId))
    .leftJoin(members, eq(members.userId, chats.userId))
    .leftJoin(said, and(eq(said.chatId, chats.id), eq(said.id, runs.userMessageId)))
    .leftJoin(answer, and(eq(answer.chatId, chats.id), eq(answer.id, runs.messageId)))
    .where(
      and(
        isOpenFor(caller),
        server === undefined ? undefined : eq(calls.server, server),
        tool === undefined ? undefined : eq(calls.tool, tool),
        person === undefined ? undefined : eq(chats.userId, person),
      ),
    )
    .orderBy(asc(calls.dispatchedAt), asc(calls.id))
    .limit(MOST);
  return rows.map(({ call, title, owner, mode, said, answer, isLatest }) => ({
    ...viewOf(call, answer, hasRight(caller, owner.id)),
    chatId: call.chatId,
    requestedBy: owner,
    isPast: !isLatest,
    context: { title, mode, ...askedIn(said, answer), outcome: call.status },
  }));
}

/** How many wait for this person's word. */
export async function countDoubts(db: Queryable, caller: Caller): Promise<number> {
  if (caller.role === 'viewer') return 0;
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(calls)
    .innerJoin(chats, eq(chats.id, calls.chatId))
    .where(isOpenFor(caller));
  return row?.count ?? 0;
}

function isOpenFor({ teamId, role, userId }: Caller): SQL | undefined {
  return and(
    eq(calls.teamId, teamId),
    sql`${calls.status} = 'unknown'`,
    isNull(calls.resolution),
    isNull(chats.deletedAt),
    role === 'admin' ? undefined : eq(chats.userId, userId),
  );
}

/** As the answer holds it, which knows what can tell of it; what may be said of it is the reader's. */
function viewOf(call: CallRow, answer: unknown[] | null, mayResolve: boolean): DoubtView {
  const fresh = freshDoubt(call, [], mayResolve);
  const stored = (answer ?? []).find((part) => {
    const { type, data } = Object(part);
    return type === 'data-doubt' && Object(data).callId === call.id;
  });
  const { checks } = Object(Object(stored).data) as Partial<DoubtView>;
  return { ...fresh, checks: checks ?? [] };
}
