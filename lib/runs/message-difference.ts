/**
 * What a reader of a message lacks, as the chunks that would add it. The last part of a segment is stored with its
 * message and never logged; this is how it reaches those who follow the log.
 */
import { isDeepStrictEqual } from 'node:util';
import { isCall } from '@/lib/approvals/call-parts';
import type { AmberMessage } from './chat-view';
import type { Chunk } from './follow/live';
import { chunksOfPart } from './message-chunks';
import type { DraftMessage, DraftPart } from './messages/stored-message';

type Part = AmberMessage['parts'][number];
type Spoken = Extract<Part, { type: 'text' | 'reasoning' }>;

/**
 * The chunks that turn `said` into `stored`, which begins with the same parts.
 * @param chunks the part of the stream from which `said` was built
 */
export function differenceOf(said: DraftMessage, stored: AmberMessage, chunks: readonly Chunk[]): Chunk[] {
  const open = openTexts(chunks);
  return stored.parts.flatMap((part, index) => {
    const before = said.parts[index];
    if (!before)
      return part.type === 'step-start' ? [{ type: 'start-step' }] : chunksOfPart(part, `end-${index}`);
    if (isSpoken(before)) {
      const id = before.state === 'streaming' ? open.shift() : undefined;
      return isSpoken(part) && id !== undefined ? restOf(before, part, id) : [];
    }
    return isDeepStrictEqual(shown(before), shown(part)) ? [] : replacing(part);
  });
}

/**
 * As it would be stored: without undefined values, and without the provider's metadata of a result, which the ledger
 * does not keep. If repeated in a later step, a call would be shown twice.
 */
function shown(part: DraftPart): unknown {
  const kept = JSON.parse(JSON.stringify(part));
  if (isCall(part)) delete kept.resultProviderMetadata;
  return kept;
}

function isSpoken(part: DraftPart): part is Spoken {
  return part.type === 'text' || part.type === 'reasoning';
}

function restOf(before: Spoken, { type, text }: Spoken, id: string): Chunk[] {
  const rest = text.startsWith(before.text) ? text.slice(before.text.length) : '';
  const more: Chunk[] = rest === '' ? [] : [{ type: `${type}-delta`, id, delta: rest }];
  return [...more, { type: `${type}-end`, id }];
}

/** Calls and cards are matched by the call's id; anything else would be added a second time. */
function replacing(part: Part): Chunk[] {
  const isFound = isCall(part) || ('id' in part && part.type.startsWith('data-') && part.id !== undefined);
  return isFound ? chunksOfPart(part, '') : [];
}

/** Texts that have begun and not ended, in order. */
function openTexts(chunks: readonly Chunk[]): string[] {
  const open: string[] = [];
  for (const chunk of chunks) {
    if (chunk.type === 'text-start' || chunk.type === 'reasoning-start') open.push(chunk.id);
    else if (chunk.type === 'text-end' || chunk.type === 'reasoning-end') {
      const at = open.lastIndexOf(chunk.id);
      if (at >= 0) open.splice(at, 1);
    }
  }
  return open;
}
