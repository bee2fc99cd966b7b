import 'server-only';
/** Chats that are due for erasure: finds them, and removes their contents piece by piece. */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { isToErase } from '@/db/chat-keys';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats, messages } = schema;

/**
 * @param days how long a deleted chat is kept
 * @param hours how long a temporary chat is kept after its last use
 */
export async function listChatsToErase(
  db: Database,
  days: number,
  hours: number,
  limit: number,
): Promise<string[]> {
  const isOld = and(isNotNull(chats.deletedAt), sql`${chats.deletedAt} < now() - interval '1 day' * ${days}`);
  const isLeft = and(
    chats.temporary,
    or(isNotNull(chats.deletedAt), sql`${chats.updatedAt} < now() - interval '1 hour' * ${hours}`),
  );
  const rows = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(isToErase(chats), or(isOld, isLeft)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Those of these chats that nobody has erased or restored meanwhile, locked until the end of the transaction, heads
 * first.
 */
export async function lockChatsToErase(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: chats.id })
    .from(chats)
    .where(and(inArray(chats.id, ids), isToErase(chats)))
    .orderBy(sql`${chats.rootId} is not null`, chats.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** @returns whether there may be more */
export async function deleteSomeMessages(db: Database, chatId: string, most: number): Promise<boolean> {
  const some = db.select({ id: messages.id }).from(messages).where(eq(messages.chatId, chatId)).limit(most);
  const gone = await db
    .delete(messages)
    .where(and(eq(messages.chatId, chatId), inArray(messages.id, some)))
    .returning({ id: messages.id });
  return gone.length === most;
}
