import 'server-only';
/** Deleted chats: listing them, restoring one, and erasing their contents when their time is up. */
import type { Database, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { forgetAnswers } from '@/lib/store/call-media';
import { listDeletedChats } from '@/lib/store/chat-list';
import { lockChat, markErased, markRestored } from '@/lib/store/chats';
import { deleteSomeMessages, listChatsToErase, lockChatsToErase } from '@/lib/store/chats/erasing';
import { deleteFeedbackOfChat } from '@/lib/store/conversation/feedback';
import { listPlaces } from '@/lib/store/conversation/sub-agents';
import { deleteSummaries } from '@/lib/store/conversation/summaries';
import { deleteFormsOfChat } from '@/lib/store/forms';
import { insertSweep } from '@/lib/store/keeping/retention';
import { deleteQueue } from '@/lib/store/queue';
import { deleteMemoriesOfChat } from '@/lib/store/tools/tool-memory';
import { deleteFilesOfChat } from '@/lib/store/uploads/uploads';
import { type DeletedChat, KEPT_DAYS } from './bin-view';

/** How long an abandoned temporary chat is kept after its last use. */
const TEMPORARY_HOURS = 24;
const MOST_LISTED = 200;
/** How many messages are deleted at once. */
const PIECE = 500;

/** Chats that the caller has deleted and can restore, newest first. */
export async function readBin(db: Database, caller: Caller): Promise<{ chats: DeletedChat[] }> {
  const rows = await listDeletedChats(db, caller, KEPT_DAYS, MOST_LISTED);
  const chats = rows.map(({ id, title, deletedAt }) => ({
    id,
    title,
    deletedAt: deletedAt?.toISOString() ?? '',
  }));
  return { chats };
}

/**
 * The owner gets the chat back as it was; whatever was running or waiting in it when it was deleted has ended.
 * @throws AppError not_found: no deleted chat of theirs, or erased
 */
export async function restoreChat(db: Database, caller: Caller, chatId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    const isOwn = chat?.userId === caller.userId && chat.teamId === caller.teamId;
    const isConversation = chat?.tokenId === null && chat.rootId === null;
    const isThere = isOwn && isConversation && !chat.erasedAt && !chat.temporary;
    if (!isThere) throw new AppError('not_found', 'There is no such chat.');
    if (chat.deletedAt) await markRestored(tx, chatId);
  });
}

/**
 * Permanently erases the messages of a deleted chat, its files, and the results of its calls. That calls were made, and
 * what was decided, stays: in the ledger without contents, in the record as hashes.
 */
export async function eraseChat(db: Database, chatId: string): Promise<void> {
  while (await deleteSomeMessages(db, chatId, PIECE));
  await db.transaction((tx) => eraseRest(tx, chatId));
}

/** Erases the rest once its messages are gone. */
async function eraseRest(tx: Transaction, chatId: string): Promise<void> {
  if (!(await lockChat(tx, chatId))) return;
  await forgetAnswers(tx, chatId);
  await deleteMemoriesOfChat(tx, chatId);
  await deleteFormsOfChat(tx, chatId);
  await deleteSummaries(tx, chatId);
  await deleteFeedbackOfChat(tx, chatId);
  await deleteQueue(tx, chatId);
  await deleteFilesOfChat(tx, chatId);
  await markErased(tx, chatId);
}

/** Erases a temporary chat as soon as it is left; does nothing to any other chat. */
export async function eraseTemporary(db: Database, chatId: string): Promise<void> {
  const isTemporary = await db.transaction(async (tx) => (await lockChat(tx, chatId))?.temporary);
  if (!isTemporary) return;
  for (const id of [...(await listPlaces(db, chatId)), chatId]) await eraseChat(db, id);
}

/**
 * Erases some of the chats whose time is up.
 * @returns whether there may be more
 */
export async function eraseSome(db: Database, most = 20): Promise<boolean> {
  const ids = await listChatsToErase(db, KEPT_DAYS, TEMPORARY_HOURS, most);
  for (const id of ids) while (await deleteSomeMessages(db, id, PIECE));
  await db.transaction(async (tx) => {
    // Locked in the same order everywhere, so that two processes cannot deadlock.
    const theirs = await lockChatsToErase(tx, ids);
    for (const id of theirs) await eraseRest(tx, id);
    await insertSweep(tx, 'erased chats', theirs);
  });
  return ids.length === most;
}
