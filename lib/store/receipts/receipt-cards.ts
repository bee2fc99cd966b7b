import 'server-only';
/** What receipts refer to only by ids, as the cards of their calls have it. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, calls, chats } = schema;
const head = alias(chats, 'head');

/** Characters of arguments: longer ones are shown in the chat, not on a line of a list. */
const SHORT = 2_000;

export interface CardRow {
  server: string;
  trusted: boolean;
  /** What its companion said would be destroyed. */
  preview: { lines: { label: string; value: string; amount?: string | undefined }[] } | null;
  /** The arguments as JSON; null if they are too long for a line. */
  input: string | null;
  /** What one of our own tools said it did; null: nothing, or it is none of ours. */
  said: string | null;
}

/** The team's cards with these ids; without those of chats that are erased, or whose contents are. */
export async function findCardsOf(
  db: Queryable,
  teamId: string,
  ids: string[],
): Promise<Map<string, CardRow>> {
  if (ids.length === 0) return new Map();
  const { id, server, trusted, preview, input } = approvals;
  const short = sql<string | null>`case when length(${input}) <= ${SHORT} then ${input} end`;
  const rows = await db
    .select({ id, server, trusted, preview, input: short })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .innerJoin(head, sql`${head.id} = coalesce(${chats.rootId}, ${chats.id})`)
    .where(
      and(
        eq(approvals.teamId, teamId),
        inArray(approvals.id, ids),
        isNull(approvals.contentsErasedAt),
        isNull(chats.erasedAt),
        isNull(head.erasedAt),
      ),
    );
  return new Map(rows.map(({ id, ...card }) => [id, { ...card, said: null }]));
}

/**
 * What is kept of the team's calls with these ids that changed something, as a card would have it; without those of
 * chats that are erased, or whose contents are.
 * @param own servers whose tools say themselves, in `message`, what they did
 */
export async function findCallsOf(
  db: Queryable,
  teamId: string,
  ids: string[],
  own: readonly string[],
): Promise<Map<string, CardRow>> {
  if (ids.length === 0) return new Map();
  const { id, server, trusted, input, result, status } = calls;
  const isOwn = and(eq(trusted, true), inArray(server, [...own]), eq(status, 'success'));
  // As text: the database cannot take apart every JSON that it keeps.
  const answer = sql<
    string | null
  >`case when ${isOwn} and length(${result}::text) <= ${2 * SHORT} then ${result}::text end`;
  const short = sql<string | null>`case when length(${input}) <= ${SHORT} then ${input} end`;
  const rows = await db
    .select({ id, server, trusted, answer, input: short })
    .from(calls)
    .innerJoin(chats, eq(chats.id, calls.chatId))
    .innerJoin(head, sql`${head.id} = coalesce(${chats.rootId}, ${chats.id})`)
    .where(
      and(
        eq(calls.teamId, teamId),
        inArray(id, ids),
        ne(calls.risk, 'read-only'),
        isNull(calls.contentsErasedAt),
        isNull(chats.erasedAt),
        isNull(head.erasedAt),
      ),
    );
  return new Map(
    rows.map(({ id, answer, ...call }) => [id, { ...call, preview: null, said: messageIn(answer) }]),
  );
}

function messageIn(answer: string | null): string | null {
  const { structuredContent: said } = JSON.parse(answer ?? '{}') as { structuredContent?: unknown };
  const isSaid = typeof said === 'object' && said !== null && 'message' in said;
  return isSaid && typeof said.message === 'string' ? said.message : null;
}
