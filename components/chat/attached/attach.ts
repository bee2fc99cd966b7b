/** Uploads the files that a person has chosen, and deletes them again. Loaded with the first file. */
import { type Fetch, fetchOk, newId, request, wordsOf } from '@/components/api/api';
import { say } from '@/components/words/say';
import { MOST_BYTES } from '@/lib/uploads/limits';
import { type Attachment, MOST_FILES } from '@/lib/values/attachment';
import { bytesWords } from './bytes-words';
import type { ChosenFile } from './chosen-file';

/** Changes the list, given its state by then. */
export type Change = (change: (all: ChosenFile[]) => ChosenFile[]) => void;

export const onTheirWay = new Map<string, AbortController>();

/**
 * Files beyond the limit of one message are refused, each with the reason.
 * @param there what is attached to the message already
 */
export function attach(
  given: readonly File[],
  there: readonly ChosenFile[],
  change: Change,
  call: Fetch = globalThis.fetch,
): void {
  const room = roomBeside(there);
  const chosen = given.map((file, nth) => {
    const { name, size } = file;
    return {
      file,
      one: { key: newId(), name: name || say('files.unnamed'), size, ...refusal(size, nth < room) },
    };
  });
  change((all) => [...all, ...chosen.map(({ one }) => one)]);
  for (const { file, one } of chosen) if (one.refused === undefined) void upload(file, one.key, change, call);
}

/** How many more can be attached. */
export function roomBeside(there: readonly ChosenFile[]): number {
  return MOST_FILES - there.filter(({ refused }) => refused === undefined).length;
}

export function refusal(size: number, hasRoom: boolean): Pick<ChosenFile, 'refused'> {
  if (!hasRoom) return { refused: say('files.too-many', { most: MOST_FILES }) };
  if (size > MOST_BYTES) return { refused: say('files.too-large', { size: bytesWords(MOST_BYTES) }) };
  return {};
}

async function upload(file: File, key: string, change: Change, call: Fetch): Promise<void> {
  const abort = new AbortController();
  onTheirWay.set(key, abort);
  const become = (more: Partial<ChosenFile>) =>
    change((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)));
  try {
    const response = await fetchOk(
      call,
      `/api/uploads?name=${encodeURIComponent(file.name.toWellFormed())}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
        signal: abort.signal,
      },
    );
    const attachment = (await response.json()) as Attachment;
    become({ attachment, name: attachment.name });
    // Removed while the server was reading it.
    if (abort.signal.aborted) forget(attachment.id);
  } catch (error) {
    if (!abort.signal.aborted) become({ refused: wordsOf(error) });
  } finally {
    onTheirWay.delete(key);
  }
}

export function remove({ key, attachment }: ChosenFile, change: Change): void {
  onTheirWay.get(key)?.abort();
  if (attachment) forget(attachment.id);
  change((all) => all.filter((one) => one.key !== key));
}

/** A file in a message stays; any other is deleted within a day anyway. */
export function forget(id: string): void {
  void request('DELETE', `/api/uploads/${encodeURIComponent(id)}`).catch(() => undefined);
}
