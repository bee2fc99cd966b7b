import 'server-only';
/** What people think of answers. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { feedback } = schema;

export interface FeedbackRow {
  good: boolean;
  words: string;
}

/** Subquery for `messages`: the feedback of the chat's owner. */
export const feedbackOfOwner = sql<FeedbackRow | null>`(select json_build_object('good', f.good, 'words', f.words)
  from ${feedback} f join "chats" c on c.id = f.chat_id and c.user_id = f.user_id
  where f.chat_id = "messages"."chat_id" and f.message_id = "messages"."id")`;

interface Key {
  chatId: string;
  messageId: string;
  userId: string;
}

/** Replaces this person's previous feedback. */
export async function saveFeedback(db: Queryable, key: Key, { good, words }: FeedbackRow): Promise<void> {
  const set = { good, words, at: sql`now()` };
  await db
    .insert(feedback)
    .values({ ...key, good, words })
    .onConflictDoUpdate({ target: [feedback.chatId, feedback.messageId, feedback.userId], set });
}

export async function deleteFeedback(db: Queryable, { chatId, messageId, userId }: Key): Promise<void> {
  const isIt = and(eq(feedback.messageId, messageId), eq(feedback.userId, userId));
  await db.delete(feedback).where(and(eq(feedback.chatId, chatId), isIt));
}

export async function deleteFeedbackOfChat(tx: Transaction, chatId: string): Promise<void> {
  await tx.delete(feedback).where(eq(feedback.chatId, chatId));
}
