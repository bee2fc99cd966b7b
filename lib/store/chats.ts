import 'server-only';
/** Chats. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats, members } = schema;

export type ChatRow = typeof chats.$inferSelect;

export async function insertChat(db: Queryable, chat: typeof chats.$inferInsert): Promise<void> {
  await db.insert(chats).values(chat);
}

/** Keeps the chat as long as the transaction lasts. It comes before its run: all others lock them in that order. */
export async function keepChat(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: chats.id }).from(chats).where(eq(chats.id, id)).for('key share');
}

/** When the chat was deleted; that does not change as long as the transaction lasts. */
export async function findDeletion(
  tx: Transaction,
  id: string,
): Promise<{ deletedAt: Date | null } | undefined> {
  const [chat] = await tx
    .select({ deletedAt: chats.deletedAt })
    .from(chats)
    .where(eq(chats.id, id))
    .for('share');
  return chat;
}

/** Whose chat it is. */
export async function findOwner(db: Queryable, id: string): Promise<string | undefined> {
  const [chat] = await db.select({ userId: chats.userId }).from(chats).where(eq(chats.id, id));
  return chat?.userId;
}

/** The mode that counts now: yolo only for an hour and only while its owner is an admin. */
export const effectiveMode = sql<ChatRow['mode']>`case when ${chats.mode} = 'yolo'
  and not coalesce(${chats.yoloUntil} > now() and ${members.role} = 'admin', false)
  then 'default' else ${chats.mode} end`;

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
