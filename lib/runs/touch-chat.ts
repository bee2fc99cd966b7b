import 'server-only';
/** A chat has something new: its number grows, by which open tabs know that they are behind. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type ChatNews, newsColumns } from './follow/events';

const { chats } = schema;

/**
 * Counts a change of the chat.
 * @returns what to tell its tabs once the transaction is through
 */
export async function touchChat(
  tx: Transaction,
  chatId: string,
  change: { title?: string; updatedAt?: ReturnType<typeof sql> } = {},
): Promise<ChatNews> {
  const [news] = await tx
    .update(chats)
    .set({ ...change, rev: sql`${chats.rev} + 1` })
    .where(eq(chats.id, chatId))
    .returning(newsColumns);
  if (!news) throw new Error('The chat is gone.');
  return news;
}
