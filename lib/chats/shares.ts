import 'server-only';
/** Sharing a chat with one's team, as it is at that moment, until the link is withdrawn. */
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { lockChat } from '@/lib/store/chats';
import { countShares, findShare, insertShare, listShares, markWithdrawn } from '@/lib/store/chats/shares';
import { readSnapshot } from './read-snapshot';
import type { SharedChat, ShareView } from './share-view';
import type { SnapshotMessage } from './snapshot-view';

/** How many open links one person may have. */
const MOST_OPEN = 200;
/** Of a snapshot, in characters of JSON. */
const LARGEST = 5_000_000;
const MOST_LISTED = 500;

/**
 * Shares the caller's own chat as it is now.
 * @returns the id of the link
 * @throws AppError not_found, forbidden, conflict (a temporary chat), too_large, too_many_requests
 */
export async function shareChat(db: Database, caller: Caller, chatId: string): Promise<string> {
  const { title, messages, temporary } = await readSnapshot(db, caller, chatId);
  if (temporary) throw new AppError('conflict', 'A temporary chat is not kept, so it cannot be shared.');
  if (JSON.stringify(messages).length > LARGEST)
    throw new AppError('too_large', 'This chat is too long to be shared. Export it instead.');
  const id = randomToken();
  const { teamId, userId } = caller;
  await db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    if (!chat || chat.deletedAt) throw new AppError('not_found', 'There is no such chat.');
    if ((await countShares(tx, userId)) >= MOST_OPEN)
      throw new AppError('too_many_requests', 'Too many links are open. Withdraw some first.');
    await insertShare(tx, { id, teamId, userId, chatId, title, messages });
  });
  return id;
}

/** The caller's open links; for admins those of the team. */
export async function readShares(db: Database, caller: Caller): Promise<{ shares: ShareView[] }> {
  const { teamId, userId, role } = caller;
  const rows = await listShares(db, teamId, role === 'admin' ? null : userId, MOST_LISTED);
  const shares = rows.map(({ userId: owner, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    isMine: owner === userId,
  }));
  return { shares };
}

/** The shared chat, for everybody in the team; null if there is none, or it was withdrawn. */
export async function readShare(db: Database, caller: Caller, id: string): Promise<SharedChat | null> {
  const found = await findShare(db, caller.teamId, id);
  if (!found) return null;
  const { title, by, createdAt, messages } = found;
  // Only this program writes the column.
  return { id, title, by, createdAt: createdAt.toISOString(), messages: messages as SnapshotMessage[] };
}

/**
 * Withdraws a link, and deletes its contents.
 * @throws AppError not_found: none that is open, or somebody else's and the caller is no admin
 */
export async function withdrawShare(db: Database, caller: Caller, id: string): Promise<void> {
  const found = await findShare(db, caller.teamId, id);
  const may = found && (found.userId === caller.userId || caller.role === 'admin');
  if (!may) throw new AppError('not_found', 'There is no such link.');
  await markWithdrawn(db, id, caller.userId);
}
