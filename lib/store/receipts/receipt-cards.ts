import 'server-only';
/** What receipts refer to only by ids, as the cards of their calls have it. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, chats } = schema;
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
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}
