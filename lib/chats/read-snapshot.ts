import 'server-only';
/** A whole chat as a snapshot, read page by page. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { readChat } from '@/lib/runs/read-chats';
import { snapshotOf } from './snapshot';
import type { Snapshot } from './snapshot-view';

/** Larger than this is no usable document, in characters of JSON. */
const MOST = 20_000_000;

/**
 * The caller's own chat as it is now, in the shown branches.
 * @throws AppError not_found, forbidden (somebody else's), too_large
 */
export async function readSnapshot(
  db: Database,
  caller: Caller,
  chatId: string,
): Promise<Snapshot & { temporary: boolean }> {
  let view = await readChat(db, caller, chatId);
  if (!view) throw new AppError('not_found', 'There is no such chat.');
  if (!view.mayWrite) throw new AppError('forbidden', 'Only its owner exports or shares this chat.');
  const { title, temporary } = view;
  let messages: AmberMessage[] = view.messages;
  let size = JSON.stringify(messages).length;
  while (view?.next) {
    view = await readChat(db, caller, chatId, { before: view.next });
    messages = [...(view?.messages ?? []), ...messages];
    size += JSON.stringify(view?.messages ?? []).length;
    if (size > MOST) throw new AppError('too_large', 'This chat is too long to be exported or shared.');
  }
  return { ...snapshotOf(title, messages), temporary };
}
