import 'server-only';
/** Stopping an answer that is being written. */
import type { Database } from '@/db/client';
import type { Caller } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import { liveOf } from './live';
import { readChat } from './read-chats';

/**
 * Stops the chat's run and waits until what it said is stored.
 * @returns false when nothing was being written, or the chat waits for a decision; then nothing changed
 * @throws AppError not_found, forbidden
 */
export async function stopRun(db: Database, caller: Caller, chatId: string): Promise<boolean> {
  const chat = await readChat(db, caller, chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner stops this chat.');
  const live = liveOf(chatId);
  if (!live) return false;
  live.abort.abort(new Error('Stopped by you.'));
  await live.done;
  return true;
}
