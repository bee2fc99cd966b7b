import 'server-only';
/** Chats. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats } = schema;

export type ChatRow = typeof chats.$inferSelect;

export async function insertChat(db: Queryable, chat: typeof chats.$inferInsert): Promise<void> {
  await db.insert(chats).values(chat);
}

/** Where the calls of a token stand. */
export async function findChatOfToken(db: Queryable, tokenId: string): Promise<string | undefined> {
  const [chat] = await db.select({ id: chats.id }).from(chats).where(eq(chats.tokenId, tokenId));
  return chat?.id;
}

/** Titles by id, of the team's chats that are not deleted. */
export async function findTitles(db: Queryable, teamId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: chats.id, title: chats.title })
    .from(chats)
    .where(and(eq(chats.teamId, teamId), isNull(chats.deletedAt), inArray(chats.id, ids)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
