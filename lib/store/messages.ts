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

/** Inserts an answer, or puts it in the place of what is stored of it. */
export function upsertAnswer(tx: Transaction, answer: Pick<MessageRow, 'chatId' | 'id' | 'parts'>) {
  const { parts } = answer;
  return tx
    .insert(messages)
    .values({ ...answer, role: 'assistant' })
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
