import 'server-only';
/** A file that a person uploads: its type by its bytes, its text, and whether there is room for it. */
import { createHash } from 'node:crypto';
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { sniff } from '@/lib/connections/media/sniff';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { deleteLoose, findUse, insertUpload, type NewUpload } from '@/lib/store/uploads/uploads';
import { type Attachment, MOST_KEPT, type Source } from '@/lib/values/attachment';
import { sizeWords } from '@/lib/values/call-content';
import { Hourly } from '@/lib/values/hourly';
import { quoted, storable } from '@/lib/values/text';
import { nameOf } from './file-label';
import { MOST_AN_HOUR, MOST_BYTES, MOST_KEPT_BYTES, MOST_PICTURE_BYTES } from './limits';
import { readWords } from './read-file';
import { UNKNOWN_TYPE } from './reader/text';

const MIME_TYPES = {
  text: 'text/plain',
  table: 'text/csv',
  sheet: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  document: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Counts refused files too, since the reading is what costs. */
const tries = new Hourly(MOST_AN_HOUR);

/**
 * Reads and stores a file.
 * @param source where it comes from, if it is from a server and not from the person's disk
 * @throws AppError bad_request (empty, broken, protected), too_large, unsupported_media_type, too_many_requests
 */
export async function takeUpload(
  db: Database,
  caller: Caller,
  given: string,
  bytes: Buffer,
  source?: Source,
): Promise<Attachment> {
  if (!tries.take(caller.userId)) throw tooOften();
  const name = nameOf(given);
  if (bytes.length === 0) throw refused(name, 'is empty.');
  if (bytes.length > MOST_BYTES) throw tooLarge(name, `A file may have ${sizeWords(MOST_BYTES)}.`);
  // Checked before the work of reading, and again when it is stored.
  await db.transaction((tx) => assertRoom(tx, caller, bytes.length));
  const facts = await factsOf(caller, name, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const id = randomToken();
  const { teamId, userId } = caller;
  await db.transaction(async (tx) => {
    await assertRoom(tx, caller, bytes.length);
    // A file from a vouched server counts like the answers of its tools.
    const from = source ? { source, outside: !source.vouched } : {};
    await insertUpload(tx, {
      id,
      teamId,
      userId,
      name,
      size: bytes.length,
      sha256,
      bytes,
      ...facts,
      ...from,
    });
  });
  const { words, cut, width, height, kind, mimeType } = facts;
  return {
    id,
    name,
    kind,
    mimeType,
    size: bytes.length,
    characters: words.length,
    ...(cut && { cut }),
    ...(width && height && { width, height }),
    ...(source && { source }),
  };
}

/**
 * Deletes a file that was never sent.
 * @throws AppError not_found if it does not exist, is not the caller's own, or was sent already
 */
export async function forgetUpload(db: Database, caller: Caller, id: string): Promise<void> {
  if (await db.transaction((tx) => deleteLoose(tx, caller.userId, id))) return;
  throw new AppError('not_found', 'There is no such file of yours that is not in a message yet.');
}

type Facts = Pick<NewUpload, 'kind' | 'mimeType' | 'words' | 'cut' | 'width' | 'height'>;

async function factsOf({ userId }: Caller, name: string, bytes: Buffer): Promise<Facts> {
  const seen = sniff(bytes, false);
  if (seen.type === 'image') {
    if (bytes.length > MOST_PICTURE_BYTES)
      throw tooLarge(name, `A picture may have ${sizeWords(MOST_PICTURE_BYTES)}.`);
    const { mimeType, width, height } = seen;
    return { kind: 'image', mimeType, width, height, words: '', cut: false };
  }
  if (seen.type === 'file' && seen.tooLarge) {
    throw refused(
      name,
      `has ${seen.width} x ${seen.height} pixels. Attach it smaller, with 25 million at most.`,
    );
  }
  const found = await readWords(userId, bytes, MOST_KEPT);
  if ('problem' in found) throw refused(name, found.problem);
  const { kind, text, cut } = found;
  return { kind, mimeType: MIME_TYPES[kind], words: storable(text), cut };
}

async function assertRoom(
  tx: Parameters<typeof findUse>[0],
  { userId }: Caller,
  size: number,
): Promise<void> {
  const { bytes, lately } = await findUse(tx, userId);
  if (lately >= MOST_AN_HOUR) throw tooOften();
  if (bytes + size > MOST_KEPT_BYTES) {
    const message = `Your files take ${sizeWords(MOST_KEPT_BYTES)}, which is all there is for one person. Delete chats with files that you do not need; they are gone for good after 30 days.`;
    throw new AppError('too_large', message);
  }
}

const tooOften = () =>
  new AppError(
    'too_many_requests',
    `You have attached ${MOST_AN_HOUR} files within an hour, or tried to. Wait a while.`,
  );

function refused(name: string, problem: string): AppError {
  const isUnknown = problem === UNKNOWN_TYPE;
  return new AppError(
    isUnknown ? 'unsupported_media_type' : 'bad_request',
    `The file ${quoted(name)} ${problem}`,
  );
}

const tooLarge = (name: string, limit: string) =>
  new AppError('too_large', `The file ${quoted(name)} is too large. ${limit}`);
