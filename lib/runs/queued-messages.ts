import 'server-only';
/** Messages that wait for the run before them to end: in the order in which they came, each until it is taken back. */

import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { lockChat } from '@/lib/approvals/settle';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { ChatNews } from './follow/events';
import { touchChat } from './touch-chat';

const { chats, queuedMessages, runs } = schema;

/** What a person sends. */
export interface NewMessage {
  id: string;
  text: string;
}

/** Messages that may wait in one chat. */
const MOST_QUEUED = 20;

/** What waits in a chat, oldest first. */
export function readQueue(db: Queryable, chatId: string): Promise<NewMessage[]> {
  return db
    .select({ id: queuedMessages.id, text: queuedMessages.text })
    .from(queuedMessages)
    .where(eq(queuedMessages.chatId, chatId))
    .orderBy(asc(queuedMessages.seq));
}

/**
 * Adds a message at the end. The chat is locked.
 * @param waiting how many are there already
 */
export async function enqueue(
  tx: Transaction,
  chatId: string,
  { id, text }: NewMessage,
  waiting: number,
): Promise<ChatNews> {
  if (waiting >= MOST_QUEUED) {
    throw new AppError('too_many_requests', `${MOST_QUEUED} messages wait already. Wait for an answer.`);
  }
  await tx.insert(queuedMessages).values({ chatId, id, text });
  return touchChat(tx, chatId);
}

/** Takes the oldest one out. The chat is locked. */
export async function takeQueued(tx: Transaction, chatId: string): Promise<NewMessage | undefined> {
  const [first] = await readQueue(tx, chatId);
  if (first) await remove(tx, chatId, first.id);
  return first;
}

async function remove(tx: Transaction, chatId: string, id: string): Promise<boolean> {
  const removed = await tx
    .delete(queuedMessages)
    .where(and(eq(queuedMessages.chatId, chatId), eq(queuedMessages.id, id)))
    .returning({ id: queuedMessages.id });
  return removed.length > 0;
}

/**
 * Takes back a message before its turn came.
 * @throws AppError not_found: no such chat of the caller's, or the message does not wait any more
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
    if (!(await remove(tx, chatId, id)))
      throw new AppError('not_found', 'This message does not wait any more.');
    return touchChat(tx, chatId);
  });
}

/**
 * Takes back all that wait in a chat. The chat is locked.
 * @returns them, oldest first
 */
export async function withdrawAll(tx: Transaction, chatId: string): Promise<NewMessage[]> {
  const waiting = await readQueue(tx, chatId);
  if (waiting.length > 0) await tx.delete(queuedMessages).where(eq(queuedMessages.chatId, chatId));
  return waiting;
}

/** Chats in which messages wait although nothing goes on: the process that should have gone on with them has died. */
export function stuckQueues(db: Database): Promise<{ chatId: string; userId: string }[]> {
  const active = db
    .select({ one: sql`1` })
    .from(runs)
    .where(and(eq(runs.chatId, queuedMessages.chatId), sql`${runs.status} in ('running', 'waiting')`));
  return db
    .selectDistinct({ chatId: queuedMessages.chatId, userId: chats.userId })
    .from(queuedMessages)
    .innerJoin(chats, eq(chats.id, queuedMessages.chatId))
    .where(notExists(active));
}
