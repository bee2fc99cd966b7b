import 'server-only';
import type { Database, Queryable } from '@/db/client';
/** The bytes of pictures, sounds and files that calls were answered with: kept with the call, and gone with its chat. */
import { findMedia, insertMedia, type MediaRow } from '@/lib/store/call-media';
import { findDeletion } from '@/lib/store/chats';
import { type ContentPart, isMedia, type MediaPart } from '@/lib/values/call-content';
import type { CallRow } from './ledger';

/** Bytes, and the place of their part in the answer's content. */
export interface Media {
  place: number;
  bytes: Buffer;
}

/**
 * A way of writing an answer down so that its bytes are stored in the same transaction, or not at all: not when nothing
 * was written (`false` or nothing), and not in a chat that was deleted meanwhile.
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
      // Before the call is touched, in the order in which a deletion takes them.
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
 * What is kept under an address, and whose chat it is of; nothing where nothing is kept.
 * @param teamId whose calls are looked at
 * @param at `CALL/PLACE`, as a part of a result says it
 */
export async function readMedia(db: Queryable, teamId: string, at: string): Promise<MediaRow | undefined> {
  const [, callId, place] = /^([\w-]{1,128})\/(\d{1,4})$/.exec(at) ?? [];
  if (!callId || !place) return undefined;
  return findMedia(db, teamId, callId, Number(place));
}
