import 'server-only';
/** The files of a chat that a model gets: the text of attachments, and bytes of images and results. */
import type { Database } from '@/db/client';
import { readMedia } from '@/lib/execution/call-media';
import type { ReadMarked } from '@/lib/models/hand-over';
import { findUpload, findWords } from '@/lib/store/uploads/uploads';
import { type ReadWords, uploadAt } from '@/lib/uploads/file-words';

export const wordsIn =
  (db: Database, chatId: string): ReadWords =>
  (ids, most) =>
    findWords(db, chatId, ids, most);

/** What a mark stands for: bytes of a result, or an image that the person attached. */
export const markedIn =
  (db: Database, teamId: string): ReadMarked =>
  (at) => {
    const upload = uploadAt(at);
    return upload ? findUpload(db, teamId, upload) : readMedia(db, teamId, at);
  };
