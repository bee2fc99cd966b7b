import 'server-only';
/**
 * A note of where the words of a message come from: a file without text of its own, which marks the chat as a file
 * does.
 */
import { createHash } from 'node:crypto';
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import type { Caller } from '@/lib/people/caller';
import { insertUpload } from '@/lib/store/uploads/uploads';
import type { Attachment, Source } from '@/lib/values/attachment';
import { nameOf } from './file-label';

/** @param text the original text, kept so that it can be read later */
export async function takeNote(
  db: Database,
  { teamId, userId }: Caller,
  given: string,
  text: string,
  source: Source,
): Promise<Attachment> {
  const bytes = Buffer.from(text);
  const facts = { name: nameOf(given), kind: 'text' as const, mimeType: 'text/plain', size: bytes.length };
  const id = randomToken();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const row = { id, teamId, userId, ...facts, sha256, words: '', cut: false, bytes, source };
  await db.transaction((tx) => insertUpload(tx, { ...row, outside: !source.vouched }));
  return { id, ...facts, characters: 0, source };
}
