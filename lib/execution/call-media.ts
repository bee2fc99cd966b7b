import 'server-only';
import type { Database, Queryable } from '@/db/client';
/** The bytes of pictures, sounds and files in call results: kept with the call, and deleted with its chat. */
import { findMedia, insertMedia, type MediaRow } from '@/lib/store/call-media';
import { findDeletion } from '@/lib/store/chats';
import { type ContentPart, isMedia, type MediaPart } from '@/lib/values/call-content';
import type { CallRow } from './ledger';

/** Bytes, and the index of their part in the result's content. */
export interface Media {
  place: number;
  bytes: Buffer;
}

/**
 * Wraps the write of an answer so that its bytes are stored in the same transaction, or not at all: not if nothing was
 * written (`false` or nothing), and not if the chat has been deleted meanwhile.
 */
export function keepingMedia(
  db: Database,
  { id, chatId }: CallRow,
  content: readonly ContentPart[],
  media: readonly Media[],
) {
  return <Written>(write: (tx: Queryable) => Promise<Written>): Promise<Written> => {
    const rows = media.flatMap(({ place, bytes }) => {
      const part = content[place];
      return part && isMedia(part) ? [rowOf(id, place, part, bytes)] : [];
    });
    if (rows.length === 0) return write(db);
    return db.transaction(async (tx) => {
      // Locked before the call row: deleting a chat takes its locks in the same order.
      const chat = await findDeletion(tx, chatId);
      const written = await write(tx);
      const isKept = written && chat && chat.deletedAt === null;
      if (isKept) for (const row of rows) await insertMedia(tx, row);
      return written;
    });
  };
}

function rowOf(callId: string, place: number, { type, mimeType, name, sha256 }: MediaPart, bytes: Buffer) {
  return { callId, place, type, mimeType, name, sha256, bytes };
}

/**
 * The bytes kept under an address, and whose chat they belong to; nothing if there are none.
 * @param teamId whose calls are searched
 * @param at `CALL/PLACE`, as written in a part of a result
 */
export async function readMedia(db: Queryable, teamId: string, at: string): Promise<MediaRow | undefined> {
  const [, callId, place] = /^([\w-]{1,128})\/(\d{1,4})$/.exec(at) ?? [];
  if (!callId || !place) return undefined;
  return findMedia(db, teamId, callId, Number(place));
}
