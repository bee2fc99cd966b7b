import 'server-only';
/** The bytes of a file, for those who may see it, and the part of it that goes into a message. */
import type { Queryable, Transaction } from '@/db/client';
import { fileName } from '@/lib/connections/media/file-name';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findUpload, keepOwnUploads, listChatsWith } from '@/lib/store/uploads/uploads';
import type { Attachment } from '@/lib/values/attachment';

/** How many of the chats that may contain a file are checked. */
const MOST_CHATS = 50;

/** As `mediaResponse` answers it. */
interface ServedUpload {
  type: 'image' | 'file';
  mimeType: string;
  name: string;
  bytes: Buffer;
}

/**
 * The caller's own file, or one in a chat that they may see; nothing if there is none.
 * @param maySee whether the caller may see a chat
 */
export async function readUpload(
  db: Queryable,
  caller: Caller,
  id: string,
  maySee: (chatId: string) => Promise<boolean>,
): Promise<ServedUpload | undefined> {
  const upload = await findUpload(db, caller.teamId, id);
  if (!upload || !(await isTheirs())) return undefined;
  const { kind, mimeType, bytes } = upload;
  const name = fileName({
    given: [upload.name],
    mimeType: kind === 'image' ? mimeType : undefined,
    said: mimeType,
    fallback: 'file',
  });
  return { type: kind === 'image' ? 'image' : 'file', mimeType, name, bytes };

  async function isTheirs(): Promise<boolean> {
    if (upload?.userId === caller.userId) return true;
    for (const chatId of await listChatsWith(db, id, MOST_CHATS)) if (await maySee(chatId)) return true;
    return false;
  }
}

/**
 * The files that a message names, in order.
 * @throws AppError bad_request if one does not exist, or is somebody else's
 */
export async function filesOf(
  tx: Transaction,
  caller: Caller,
  ids: readonly string[] = [],
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const own = new Map((await keepOwnUploads(tx, caller, ids)).map((file) => [file.id, file]));
  return ids.map((id) => {
    const file = own.get(id);
    if (file) return file;
    throw new AppError('bad_request', 'A file is not there, or not yours. Take it away or attach it again.');
  });
}
