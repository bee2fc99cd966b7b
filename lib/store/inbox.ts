import 'server-only';
/** Cards and calls with an unknown outcome, each with its conversation. */
import { and, asc, eq, inArray, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { type CallRow, isBeside } from './calls';
import { type ChatRow, effectiveMode } from './chats';
import { agentsAbove } from './conversation/sub-agents';
import { isShown } from './runs';

const { approvals, calls, chats, members, messages, runs, users } = schema;

/** `place` is where it was asked, `chats` the chat at the head of that tree: they differ only for sub-agents. */
const place = alias(chats, 'place');
const isHead = sql`${chats.id} = coalesce(${place.rootId}, ${place.id})`;

/** The sub-agents through which it was asked; the one that asked comes last. */
const agents = agentsAbove(place.id);

/** Parts of a message; looked up one by one, since PostgreSQL takes longer to plan the more tables are joined. */
const partsOf = (id: SQLWrapper) =>
  sql<unknown[] | null>`(select "one"."parts" from ${messages} as "one"
    where "one"."chat_id" = ${place.id} and "one"."id" = ${id})`.mapWith(messages.parts);

/** Of the message that was being answered; below, of the answer. */
const said = partsOf(runs.userMessageId);
const answer = partsOf(runs.messageId);

/** A sub-agent, as its task describes it. */
export interface AgentName {
  /** The bare name of the tool that began it. */
  tool: string;
  /** Its role, in the model's words; null if none was given. */
  role: string | null;
  /** The tool's server: only our own server has sub-agents, others have pages. */
  server: string;
}

interface Conversation {
  /** The chat in which a person has asked. */
  headId: string;
  title: string;
  agents: AgentName[];
  mode: ChatRow['mode'];
  /** The parts of both; null if the message is gone. */
  said: unknown[] | null;
  answer: unknown[] | null;
}

/** What became of the call; if it was run again, of the last attempt. */
const outcome = sql<string | null>`(select ${calls.status} from ${calls}
  where ${calls.runId} = ${approvals.runId} and ${calls.toolCallId} = ${approvals.toolCallId}
  order by ${calls.round} desc limit 1)`;

/** The conversations of approvals, by their ids. */
export function listConversations(
  db: Queryable,
  ids: string[],
): Promise<(Conversation & { id: string; deletedAt: Date | null; outcome: string | null })[]> {
  return db
    .select({
      id: approvals.id,
      headId: chats.id,
      title: chats.title,
      agents,
      deletedAt: chats.deletedAt,
      mode: effectiveMode,
      said,
      answer,
      outcome,
    })
    .from(approvals)
    .innerJoin(place, eq(place.id, approvals.chatId))
    .innerJoin(chats, isHead)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(inArray(approvals.id, ids));
}

export interface UnknownFilters {
  server?: string | undefined;
  /** The bare name. */
  tool?: string | undefined;
  /** Id of the person who asked. */
  person?: string | undefined;
}

export interface FoundUnknown extends Conversation {
  call: CallRow;
  owner: { id: string; name: string };
  /** No other run has begun since in the branch that is shown. */
  isLatest: boolean;
}

const isLatest = sql<boolean>`(${runs.id} = (select "newest"."id" from "runs" as "newest"
  where "newest"."chat_id" = ${calls.chatId} and ${isShown('newest')} order by "newest"."created_at" desc, "newest"."id" desc limit 1))`;

/** Calls with an unresolved unknown outcome: an admin sees all of the team, others their own. */
function isOpenFor({ teamId, role, userId }: Caller): SQL | undefined {
  return and(
    eq(calls.teamId, teamId),
    sql`${calls.status} = 'unknown'`,
    isNull(calls.resolution),
    not(isBeside),
    isNull(chats.deletedAt),
    role === 'admin' ? undefined : eq(chats.userId, userId),
  );
}

/** Those that the reader can see, oldest first. */
export function listUnknowns(
  db: Queryable,
  reader: Caller,
  { server, tool, person }: UnknownFilters,
  limit: number,
): Promise<FoundUnknown[]> {
  return db
    .select({
      call: calls,
      headId: chats.id,
      title: chats.title,
      agents,
      owner: { id: users.id, name: users.name },
      mode: effectiveMode,
      said,
      answer,
      isLatest,
    })
    .from(calls)
    .innerJoin(place, eq(place.id, calls.chatId))
    .innerJoin(chats, isHead)
    .innerJoin(users, eq(users.id, chats.userId))
    .innerJoin(runs, eq(runs.id, calls.runId))
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(
      and(
        isOpenFor(reader),
        server === undefined ? undefined : eq(calls.server, server),
        tool === undefined ? undefined : eq(calls.tool, tool),
        person === undefined ? undefined : eq(chats.userId, person),
      ),
    )
    .orderBy(asc(calls.dispatchedAt), asc(calls.id))
    .limit(limit);
}

export async function countUnknowns(db: Queryable, reader: Caller): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(calls)
    .innerJoin(chats, eq(chats.id, calls.chatId))
    .where(isOpenFor(reader));
  return row?.count ?? 0;
}
