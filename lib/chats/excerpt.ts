/** The part of a text that a search shows, with its hits as separate pieces: pure, and never markup. */
import { visible } from '@/lib/values/text';
import { type PlacedWord, placedWords } from '@/lib/values/words';
import type { Piece } from './search-view';

/** How much of a message is considered for the excerpt, in characters. */
const LOOKED_AT = 60_000;
/** The most characters before the first hit, and in total. */
const BEFORE = 60;
const MOST = 200;

/**
 * The text on one line, without Markdown syntax, and with invisible characters made visible. Each sign is matched only
 * within its line and over a short distance, since anybody may have written the text.
 */
export function plainLine(text: string): string {
  const bare = text
    .slice(0, LOOKED_AT)
    .replaceAll(/\]\([^)\s]{0,500}\)/g, ' ')
    .replaceAll(/[*_`~#|[\]]+|^[^\S\n]*(?:-{2,}|>)|(?<=\s)[-:]{3,}(?=\s)/gm, ' ')
    .replaceAll(/\s+/g, ' ');
  return visible(bare.trim());
}

/** Words in these texts that may be a form of a searched word: all forms of a word begin alike. */
export function candidates(lines: readonly string[], words: readonly string[]): string[] {
  const begins = new Set(words.map((word) => word.slice(0, 2)));
  const all = lines.flatMap((line) => placedWords(line).map(({ word }) => word));
  return [...new Set(all)].filter((word) => begins.has(word.slice(0, 2)));
}

/** The whole line with its hits marked. */
export function marked(line: string, isHit: (word: string) => boolean): Piece[] {
  const hits = placedWords(line).filter(({ word }) => isHit(word));
  return pieces(line, hits, 0, line.length);
}

/** The surroundings of the first hit; the beginning of the line if it has none. */
export function excerpt(line: string, isHit: (word: string) => boolean): Piece[] {
  const placed = placedWords(line);
  const hits = placed.filter(({ word }) => isHit(word));
  const first = hits[0]?.from ?? 0;
  // From the start of a word to the end of one.
  const from = first <= BEFORE ? 0 : (placed.find((word) => word.from >= first - BEFORE)?.from ?? first);
  const room = from + MOST;
  const to = line.length <= room ? line.length : (placed.findLast((word) => word.to <= room)?.to ?? room);
  const shown = pieces(line, hits, from, Math.max(to, Math.min(hits[0]?.to ?? 0, room)));
  return [...(from > 0 ? [{ text: '… ' }] : []), ...shown, ...(to < line.length ? [{ text: ' …' }] : [])];
}

function pieces(line: string, hits: readonly PlacedWord[], from: number, to: number): Piece[] {
  const found: Piece[] = [];
  let end = from;
  for (const hit of hits.filter((one) => one.from >= from && one.to <= to)) {
    if (hit.from > end) found.push({ text: line.slice(end, hit.from) });
    found.push({ text: line.slice(hit.from, hit.to), hit: true });
    end = hit.to;
  }
  if (end < to) found.push({ text: line.slice(end, to) });
  return found;
}
