import 'server-only';
/** Messages of chats. */
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { messages } = schema;

export type MessageRow = typeof messages.$inferSelect;

/** Where a message stands. */
export type MessageKey = Pick<MessageRow, 'chatId' | 'id'>;

const isIt = ({ chatId, id }: MessageKey) => and(eq(messages.chatId, chatId), eq(messages.id, id));

/** All of a chat, oldest first. */
export function listMessages(db: Queryable, chatId: string): Promise<MessageRow[]> {
  return db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq));
}

export async function findMessage(db: Queryable, key: MessageKey): Promise<MessageRow | undefined> {
  const [message] = await db.select().from(messages).where(isIt(key));
  return message;
}

export async function insertMessage(
  tx: Transaction,
  message: Pick<MessageRow, 'chatId' | 'id' | 'role' | 'parts'>,
): Promise<MessageRow> {
  const [row] = await tx.insert(messages).values(message).returning();
  if (!row) throw new Error('The message was not stored.');
  return row;
}

/** Inserts an answer, or puts it in the place of what is stored of it. */
export async function upsertAnswer(tx: Transaction, key: MessageKey, parts: unknown[]): Promise<void> {
  await tx
    .insert(messages)
    .values({ ...key, role: 'assistant', parts })
    .onConflictDoUpdate({ target: [messages.chatId, messages.id], set: { parts } });
}

export async function updateParts(tx: Transaction, key: MessageKey, parts: unknown[]): Promise<void> {
  await tx.update(messages).set({ parts }).where(isIt(key));
}

export async function deleteMessage(tx: Transaction, key: MessageKey): Promise<void> {
  await tx.delete(messages).where(isIt(key));
}

export async function deleteMessages(tx: Transaction, chatId: string): Promise<void> {
  await tx.delete(messages).where(eq(messages.chatId, chatId));
}
