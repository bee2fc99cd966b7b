/** How a call ended, as the model reads it. Pure. */
import type { CallOutcome } from '@/lib/tools/types';
import { isElsewhere, mediaHashes, modelText } from '@/lib/values/call-content';
import { sha256Hex } from '@/lib/values/canonical-json';
import type { CallOutput } from './call-record';
import type { CallRow } from './ledger';
import { undoHintOf, undoInput } from './undo-of';

export type Ended =
  | { status: 'success'; output: CallOutput }
  | { status: 'error' | 'abort' | 'unknown'; text: string };

/** The end of a call that is final already: asking for it again runs nothing. */
export function endOf({ status, result, error }: CallRow): Ended {
  if (status === 'success' && result) return { status, output: result as CallOutput };
  if (status === 'abort' || status === 'unknown') return { status, text: error ?? 'Stopped.' };
  return { status: 'error', text: error ?? 'This call did not run.' };
}

/** SHA-256 (hex) of what the model reads of the result, and of the bytes that came with it. */
export function resultHash(ended: Ended): string {
  if (ended.status !== 'success') return sha256Hex(`${ended.status}\n${ended.text}`);
  const { content } = ended.output;
  return sha256Hex([ended.status, modelText(content), ...mediaHashes(content)].join('\n'));
}

/** The id by which a call that has just ended this way can be undone; undefined if it cannot. */
export function undoIdOf(row: CallRow, ended: Ended): string | undefined {
  const hint = undoHintOf(row);
  if (!hint || ended.status !== 'success') return undefined;
  return undoInput(hint, row, ended.output.structuredContent) && row.id;
}

/** What the page and the model get: for bytes, only their metadata and the address they are kept under. */
export function outputOf({ text, structured, content }: CallOutcome, { id }: CallRow): CallOutput {
  const kept = content?.map((part, place) => (isElsewhere(part) ? { ...part, at: `${id}/${place}` } : part));
  return {
    content: kept ?? [{ type: 'text', text }],
    ...(structured === undefined ? {} : { structuredContent: structured }),
  };
}
