import 'server-only';
/**
 * Queued messages: they wait for the run before them to end, in order of arrival, until each has its turn or is
 * withdrawn.
 */

import type { Database, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { ChatNews } from '@/lib/store/chats';
import { lockChat, touchChat } from '@/lib/store/chats';
import { deleteQueue, deleteQueued, insertQueued, listQueue, type NewMessage } from '@/lib/store/queue';

/** The most messages queued in one chat. */
const MOST_QUEUED = 20;

/**
 * Appends a message. The chat is locked.
 * @param waiting how many are queued already
 */
export async function enqueue(
  tx: Transaction,
  chatId: string,
  message: NewMessage,
  waiting: number,
): Promise<ChatNews> {
  if (waiting >= MOST_QUEUED) {
    throw new AppError('too_many_requests', `${MOST_QUEUED} messages wait already. Wait for an answer.`);
  }
  await insertQueued(tx, chatId, message);
  return touchChat(tx, chatId);
}

/**
 * Withdraws a message before its turn.
 * @throws AppError not_found: no such chat of the caller's, or the message is no longer queued
 */
export async function withdrawQueued(
  db: Database,
  caller: Caller,
  chatId: string,
  id: string,
): Promise<ChatNews> {
  return db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    const isOwn = chat?.userId === caller.userId && chat.teamId === caller.teamId && !chat.deletedAt;
    if (!isOwn) throw new AppError('not_found', 'There is no such chat.');
    if (!(await deleteQueued(tx, chatId, id)))
      throw new AppError('not_found', 'This message does not wait any more.');
    return touchChat(tx, chatId);
  });
}

/**
 * Withdraws all queued messages of a chat. The chat is locked.
 * @returns them, oldest first
 */
export async function withdrawAll(tx: Transaction, chatId: string): Promise<NewMessage[]> {
  const waiting = await listQueue(tx, chatId);
  if (waiting.length > 0) await deleteQueue(tx, chatId);
  return waiting;
}
