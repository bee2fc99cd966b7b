import 'server-only';
/** Making, renaming, switching and deleting chats. */
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import { endUnsent } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import {
  countChange,
  insertChat,
  lockChat,
  markCleared,
  markDeleted,
  modeOf,
  since,
} from '@/lib/store/chats';
import { keepFolder } from '@/lib/store/chats/folders';
import { markWithdrawnOfChat } from '@/lib/store/chats/shares';
import { closeFormsOfRun } from '@/lib/store/forms';
import { findCaller } from '@/lib/store/people';
import { deleteQueue } from '@/lib/store/queue';
import { markRunsStopped } from '@/lib/store/runs';
import { deleteMemoriesOfChat } from '@/lib/store/tools/tool-memory';
import { storable } from '@/lib/values/text';
import { NEW_CHAT } from './begin';
import type { Mode } from './chat-view';
import { notifier } from './follow/notifications';
import { findSeen } from './read-chats';
import { supersedeApprovals } from './withdrawing/supersede';

/**
 * Creates an empty chat.
 * @param temporary it is in no list, found by no search, and erased soon after its last use
 * @param model its id; absent: the default
 * @returns its id
 * @throws AppError forbidden: yolo by anybody but an admin
 */
export async function createChat(
  db: Database,
  caller: Caller,
  mode: Mode = 'default',
  temporary = false,
  model?: string | null,
): Promise<string> {
  assertMayUse(caller, mode);
  const id = randomToken();
  const { teamId, userId } = caller;
  await insertChat(
    db,
    { id, teamId, userId, title: NEW_CHAT, temporary },
    { ...modeOf(mode), ...(model && { model }) },
  );
  return id;
}

/** Changes by a chat's owner. */
export interface ChatEdit {
  title?: string | undefined;
  mode?: Mode | undefined;
  /** The model's id; null: the default. It answers from the next message on. */
  model?: string | null | undefined;
  pinned?: boolean | undefined;
  archived?: boolean | undefined;
  /** Id of one of their own folders; null: removes it from its folder. */
  folder?: string | null | undefined;
}

/**
 * Renames a chat, changes its mode or model, pins or archives it, or moves it into a folder; decides no card.
 * @throws AppError not_found, forbidden
 */
export async function updateChat(
  db: Database,
  caller: Caller,
  chatId: string,
  { title, mode, model, pinned, archived, folder }: ChatEdit,
): Promise<void> {
  await db.transaction(async (tx) => {
    await ownChat(tx, caller, chatId);
    if (mode) assertMayUse(caller, mode);
    if (folder && !(await keepFolder(tx, caller, folder))) throw new AppError('not_found', NO_FOLDER);
    await countChange(tx, chatId, {
      ...(title === undefined ? {} : { title: storable(title).trim() || NEW_CHAT }),
      ...(mode ? modeOf(mode) : {}),
      ...(model === undefined ? {} : { model }),
      ...(pinned === undefined ? {} : { pinnedAt: since(pinned) }),
      // An archived chat is not pinned.
      ...(archived === undefined ? {} : { archivedAt: since(archived) }),
      ...(archived ? { pinnedAt: null } : {}),
      ...(folder === undefined ? {} : { folderId: folder }),
    });
  });
}

/**
 * Deletes a chat: its run is stopped for good, its cards are superseded, links to it are withdrawn. Its contents stay
 * until they are erased, so that its owner can restore it; decisions stay on record.
 * @throws AppError not_found, forbidden
 */
export async function deleteChat(db: Database, caller: Caller, chatId: string): Promise<void> {
  const stopped = await db.transaction(async (tx) => {
    await ownChat(tx, caller, chatId);
    const why = 'The chat was deleted.';
    const active = await markRunsStopped(tx, chatId);
    for (const runId of active) {
      await supersedeApprovals(tx, runId, why);
      await endUnsent(tx, runId, why);
      await closeFormsOfRun(tx, runId);
    }
    await deleteMemoriesOfChat(tx, chatId);
    await deleteQueue(tx, chatId);
    await markWithdrawnOfChat(tx, chatId, caller.userId);
    await markDeleted(tx, chatId);
    return active;
  });
  for (const runId of stopped) notifier.send({ kind: 'stop', runId });
}

/**
 * An admin declares that what has come into the chat from outside is harmless; anything later marks it again.
 * @throws AppError not_found, forbidden
 */
export async function clearOutside(db: Database, caller: Caller, chatId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    if (!(await findSeen(tx, caller, chatId))) throw new AppError('not_found', 'There is no such chat.');
    // The whole tree is marked at its head.
    if (chat?.rootId)
      throw new AppError('forbidden', 'A sub-agent works here. Say so in the chat that began it.');
    const person = await findCaller(tx, caller.userId);
    if (person?.role !== 'admin' || person.teamId !== caller.teamId) {
      throw new AppError('forbidden', 'Only an admin can say that what came from outside does no harm.');
    }
    await markCleared(tx, chatId, caller.userId);
  });
}

/** Locks the chat and checks that it is the caller's own. */
async function ownChat(tx: Transaction, caller: Caller, chatId: string): Promise<void> {
  await lockChat(tx, chatId);
  const chat = await findSeen(tx, caller, chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner changes this chat.');
}

const NO_FOLDER = 'There is no such folder. It may have been deleted.';

function assertMayUse(caller: Caller, mode: Mode): void {
  if (mode === 'yolo' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'Yolo mode is for admins.');
  }
}
