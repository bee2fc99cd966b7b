import 'server-only';
/** Queued messages: they wait for the run before them to end, in the order in which they came. */
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Attachment } from '@/lib/values/attachment';

const { chats, queuedMessages, runs } = schema;

/** What a person sends. */
export interface NewMessage {
  id: string;
  /** Empty only with files. */
  text: string;
  /** Absent: none. */
  files?: Attachment[];
}

/** The queue of a chat, oldest first. */
export async function listQueue(db: Queryable, chatId: string): Promise<NewMessage[]> {
  const rows = await db
    .select({ id: queuedMessages.id, text: queuedMessages.text, files: queuedMessages.files })
    .from(queuedMessages)
    .where(eq(queuedMessages.chatId, chatId))
    .orderBy(asc(queuedMessages.seq));
  return rows.map(asQueued);
}

/** A row as it was sent. Only this program writes the column. */
export function asQueued({
  files,
  ...message
}: {
  id: string;
  text: string;
  files: unknown[] | null;
}): NewMessage {
  return { ...message, ...(files && { files: files as Attachment[] }) };
}

export async function insertQueued(tx: Transaction, chatId: string, message: NewMessage): Promise<void> {
  await tx.insert(queuedMessages).values({ chatId, ...message });
}

/** @returns whether it existed */
export async function deleteQueued(tx: Transaction, chatId: string, id: string): Promise<boolean> {
  const removed = await tx
    .delete(queuedMessages)
    .where(and(eq(queuedMessages.chatId, chatId), eq(queuedMessages.id, id)))
    .returning({ id: queuedMessages.id });
  return removed.length > 0;
}

export async function deleteQueue(tx: Transaction, chatId: string): Promise<void> {
  await tx.delete(queuedMessages).where(eq(queuedMessages.chatId, chatId));
}

/**
 * Chats with queued messages although no run is in progress: the process that should have continued with them has died.
 */
export async function listStuckQueues(db: Database): Promise<{ chatId: string; userId: string }[]> {
  // Usually none wait; then no further query is made, every second in every process.
  const waiting = await db.selectDistinct({ chatId: queuedMessages.chatId }).from(queuedMessages);
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ chatId }) => chatId);
  const active = db
    .select({ one: sql`1` })
    .from(runs)
    .where(and(eq(runs.chatId, chats.id), sql`${runs.status} in ('running', 'waiting')`));
  return db
    .select({ chatId: chats.id, userId: chats.userId })
    .from(chats)
    .where(and(inArray(chats.id, ids), notExists(active)));
}
