import 'server-only';
/** Making, renaming, switching and deleting chats. */
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { lockChat } from '@/lib/approvals/settle';
import { AppError } from '@/lib/errors';
import { endUnsent } from '@/lib/execution/ledger';
import { forgetAnswers } from '@/lib/execution/left-answers';
import type { Caller } from '@/lib/people/caller';
import { deleteFormsOfChat } from '@/lib/store/forms';
import { findCaller } from '@/lib/store/people';
import { deleteMemoriesOfChat } from '@/lib/store/tool-memory';
import { storable } from '@/lib/values/text';
import { NEW_CHAT, supersedeApprovals } from './begin';
import type { Mode } from './chat-view';
import { notifier } from './follow/notifications';
import { readChat } from './read-chats';

const { chats, messages, queuedMessages, runs } = schema;

/**
 * Makes an empty chat.
 * @returns its id
 * @throws AppError forbidden: yolo by anyone but an admin
 */
export async function createChat(db: Database, caller: Caller, mode: Mode = 'default'): Promise<string> {
  assertMayUse(caller, mode);
  const id = randomToken();
  await db.insert(chats).values({
    id,
    teamId: caller.teamId,
    userId: caller.userId,
    title: NEW_CHAT,
    ...modeColumns(mode),
  });
  return id;
}

/**
 * Renames a chat or switches its mode; decides no card.
 * @throws AppError not_found, forbidden
 */
export async function updateChat(
  db: Database,
  caller: Caller,
  chatId: string,
  change: { title?: string; mode?: Mode },
): Promise<void> {
  await db.transaction(async (tx) => {
    await ownChat(tx, caller, chatId);
    if (change.mode) assertMayUse(caller, change.mode);
    await tx
      .update(chats)
      .set({
        rev: sql`${chats.rev} + 1`,
        ...(change.title === undefined ? {} : { title: storable(change.title).trim() || NEW_CHAT }),
        ...(change.mode ? modeColumns(change.mode) : {}),
      })
      .where(eq(chats.id, chatId));
  });
}

/**
 * Deletes a chat: its run stops, its cards are superseded, its messages go; what was decided stays on record.
 * @throws AppError not_found, forbidden
 */
export async function deleteChat(db: Database, caller: Caller, chatId: string): Promise<void> {
  const stopped = await db.transaction(async (tx) => {
    await ownChat(tx, caller, chatId);
    const why = 'The chat was deleted.';
    const active = await tx
      .update(runs)
      .set({ status: 'stopped', endedAt: sql`now()` })
      .where(and(eq(runs.chatId, chatId), sql`${runs.status} in ('running', 'waiting')`))
      .returning({ id: runs.id });
    for (const run of active) {
      await supersedeApprovals(tx, run.id, why);
      await endUnsent(tx, run.id, why);
    }
    await tx.delete(messages).where(eq(messages.chatId, chatId));
    await forgetAnswers(tx, chatId);
    await deleteMemoriesOfChat(tx, chatId);
    await deleteFormsOfChat(tx, chatId);
    await tx.delete(queuedMessages).where(eq(queuedMessages.chatId, chatId));
    await tx
      .update(chats)
      .set({ deletedAt: sql`now()`, rev: sql`${chats.rev} + 1` })
      .where(eq(chats.id, chatId));
    return active;
  });
  for (const { id } of stopped) notifier.send({ kind: 'stop', runId: id });
}

/**
 * An admin says that what has come into the chat from outside does no harm: what comes later marks it again.
 * @throws AppError not_found, forbidden
 */
export async function clearOutside(db: Database, caller: Caller, chatId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    if (!(await readChat(tx, caller, chatId))) throw new AppError('not_found', 'There is no such chat.');
    const standing = await findCaller(tx, caller.userId);
    if (standing?.role !== 'admin' || standing.teamId !== caller.teamId) {
      throw new AppError('forbidden', 'Only an admin can say that what came from outside does no harm.');
    }
    await tx
      .update(chats)
      .set({ clearedAt: sql`now()`, clearedBy: caller.userId, rev: sql`${chats.rev} + 1` })
      .where(eq(chats.id, chatId));
  });
}

/** Locks the chat and makes sure that it is the caller's own. */
async function ownChat(tx: Transaction, caller: Caller, chatId: string): Promise<void> {
  await lockChat(tx, chatId);
  const chat = await readChat(tx, caller, chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner changes this chat.');
}

function assertMayUse(caller: Caller, mode: Mode): void {
  if (mode === 'yolo' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'Yolo mode is for admins.');
  }
}

function modeColumns(mode: Mode) {
  return { mode, yoloUntil: mode === 'yolo' ? sql`now() + interval '1 hour'` : null };
}
