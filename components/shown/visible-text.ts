/**
 * Makes every character visible that could hide on a card: invisible, bidirectional, control, tag and
 * variation-selector characters, unusual spaces, lone surrogates, unassigned and private-use characters, and marks
 * stacked so high that they would cover the lines around them. Only the display changes; the executed bytes do not come
 * from here.
 */
import { currentIntl, say } from '@/components/words/say';

/** All characters that must not appear raw on a card; space and newline are the two exceptions. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/u;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const CONTROL = /\p{Cc}/u;
const SPACE = /[\p{Zs}\p{Zl}\p{Zp}\u2800]/u;
const UNKNOWN = /[\p{Co}\p{Cn}\p{Cs}]/u;
/** Default-ignorable characters are invisible even if Unicode has not assigned them. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Combining marks. No script needs more than `MOST_MARKS` of them on one letter. */
const MARK = /[\p{Mn}\p{Me}]/u;
const MOST_MARKS = 4;
const STACKED = /[\p{Mn}\p{Me}]{5}/u;

/** A longer run of the same character is shown once, with its length. */
const LONGEST_RUN = 8;

const SORTS = ['direction', 'control', 'space', 'invisible', 'mark', 'unknown'] as const;
export type HiddenSort = (typeof SORTS)[number];

/** Plain text as it is, or a hidden character as `U+202E`, repeated `times` in a row. */
export type VisiblePart = { kind: 'text'; text: string } | { kind: 'escape'; code: string; times: number };

interface Sorted {
  character: string;
  /** The kind of hidden character; null if it may be shown as it is. */
  sort: HiddenSort | null;
}

/** Every character of the text with its kind, which depends on the marks before it. */
function* sorted(text: string): Generator<Sorted> {
  let marks = 0;
  for (const character of text) {
    marks = MARK.test(character) ? marks + 1 : 0;
    const sort = sortOf(character);
    yield { character, sort: sort === null && marks > MOST_MARKS ? 'mark' : sort };
  }
}

function mayHide(text: string): boolean {
  return HIDDEN.test(text) || STACKED.test(text);
}

function sortOf(character: string): HiddenSort | null {
  if (character === ' ' || character === '\n' || !HIDDEN.test(character)) return null;
  if (DIRECTION.test(character)) return 'direction';
  if (CONTROL.test(character)) return 'control';
  if (SPACE.test(character)) return 'space';
  if (UNKNOWN.test(character) && !IGNORABLE.test(character)) return 'unknown';
  return 'invisible';
}

function codeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}

/** Splits the text into parts that may be shown as they are and parts that must be shown as escapes, in order. */
export function visibleParts(text: string): VisiblePart[] {
  if (!mayHide(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const parts: VisiblePart[] = [];
  for (const { character, sort } of sorted(text)) {
    const last = parts.at(-1);
    if (sort === null) {
      if (last?.kind === 'text') last.text += character;
      else parts.push({ kind: 'text', text: character });
      continue;
    }
    const code = codeOf(character);
    if (last?.kind === 'escape' && last.code === code) last.times += 1;
    else parts.push({ kind: 'escape', code, times: 1 });
  }
  return parts.flatMap(spelledOut);
}

/** Short runs are shown one by one, long ones with their count. */
function spelledOut(part: VisiblePart): VisiblePart[] {
  if (part.kind === 'text' || part.times > LONGEST_RUN) return [part];
  return Array.from({ length: part.times }, () => ({ ...part, times: 1 }));
}

/** The text of an escape: `U+202E`, or `U+0009 × 1,990`. */
export function escapeWords(code: string, times: number): string {
  return times === 1 ? code : `${code} × ${times.toLocaleString(currentIntl())}`;
}

/** For places that take only a string (names, labels, titles): escapes in square brackets. */
export function visibleString(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${escapeWords(part.code, part.times)}]`))
    .join('');
}

/** "1 direction character, 2 unusual spaces shown"; null if the text hides nothing. */
export function hiddenNote(text: string): string | null {
  if (!mayHide(text)) return null;
  const counts = new Map<HiddenSort, number>();
  for (const { sort } of sorted(text)) {
    if (sort) counts.set(sort, (counts.get(sort) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const words = SORTS.flatMap((sort) => {
    const count = counts.get(sort);
    if (!count) return [];
    return say(`hidden.${sort}`, { count });
  });
  return say('hidden.shown', { words: words.join(', ') });
}
