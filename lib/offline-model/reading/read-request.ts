/**
 * A request to look something up, split into values, known words and names. Each intent takes the parts that it
 * understands; if any are left at the end, the request was not understood and is not answered.
 */
import { findNumbers } from './amounts';
import { findStretches, type Stretch } from './dates';
import { guessed, type Kind, LONGEST_PHRASE, type Meaning, meaningOf } from './lexicon';

type Slot = 'reference' | 'email' | 'stretch' | 'range' | 'amount' | 'percent' | 'name';

export interface Part {
  kind: Kind | Slot;
  /** For a known word its meaning, for a reference `INV-2939`, for an amount `450.00`, for a name the name. */
  value: string;
  start: number;
  end: number;
  stretch?: Stretch;
  /** `100.00`. */
  range?: { min?: string; max?: string };
}

const REFERENCE = /\b(INV|SO|D)[-\s]?(\d{3,6})\b/gi;
/**
 * "Invoice 2940", as people write who have it in front of them on paper; four digits that look like a year do not
 * count.
 */
const NUMBERED = /\b(invoice|order)\s+(?:no\.?\s*|nr\.?\s*|number\s+)?#?((?!20[12]\d\b)\d{4})\b/gi;
const EMAIL = /[^\s@,;:<>"“”]+@[^\s@,;:<>"“”]+\.[\p{L}]{2,}/gu;
const QUOTED = /["“„]([^"“”„]{1,200})["”“]/g;
const OVER = /\b(over|above|more than|at least|greater than|bigger than|exceeding|from)\s+$/i;
const UNDER = /\b(under|below|less than|at most|smaller than|up to)\s+$/i;
const CAPITALISED =
  /\p{Lu}[\p{L}\p{N}’'.-]*(?:\s+(?:&\s+)?(?:(?:de|du|des|la|del|della|van|von|der|do|da|di)\s+)*\p{Lu}[\p{L}\p{N}’'.-]*)*/gu;

export class Request {
  readonly #left: Set<Part>;

  private constructor(
    readonly text: string,
    readonly parts: readonly Part[],
  ) {
    this.#left = new Set(parts.filter(({ kind }) => kind !== 'filler'));
  }

  /** @param past days and months without a year lie in the past */
  static read(message: string, now: Date, past = true): Request {
    const isShouted = message === message.toUpperCase() && /\p{L}{3}/u.test(message);
    const text = isShouted ? message.toLowerCase() : message;
    const slots = slotsIn(text, now, past);
    const words = knownWords(text, slots);
    return new Request(
      text,
      joinNames(
        text,
        [...slots, ...words].sort((a, b) => a.start - b.start),
      ),
    );
  }

  has(kind: Part['kind'], value?: string): boolean {
    return this.parts.some((part) => part.kind === kind && (value === undefined || part.value === value));
  }

  /** Takes all parts of this kind, or those with one of the values. */
  take(kind: Part['kind'], ...values: string[]): Part[] {
    const taken = [...this.#left].filter(
      (part) => part.kind === kind && (values.length === 0 || values.includes(part.value)),
    );
    for (const part of taken) this.#left.delete(part);
    return taken;
  }

  /** Takes the only part of its kind; if there are several, none is taken, so that they are left over. */
  one(kind: Part['kind'], ...values: string[]): Part | undefined {
    const there = [...this.#left].filter(
      (part) => part.kind === kind && (values.length === 0 || values.includes(part.value)),
    );
    const isOne = new Set(there.map(({ value }) => value)).size === 1;
    return isOne ? this.take(kind, ...values)[0] : undefined;
  }

  /** The parts that were not taken, as they were written. */
  get left(): string[] {
    return [...this.#left]
      .filter(({ kind, value }) => !(kind === 'bound' && value === 'place'))
      .map(({ start, end }) => this.text.slice(start, end));
  }
}

function slotsIn(text: string, now: Date, past: boolean): Part[] {
  const found: Part[] = [];
  const add = (part: Part) => {
    if (found.every(({ start, end }) => part.end <= start || part.start >= end)) found.push(part);
  };
  for (const match of text.matchAll(QUOTED))
    add({ kind: 'name', value: match[1] ?? '', start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(EMAIL))
    add({ kind: 'email', value: match[0], start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(REFERENCE)) {
    const value = `${match[1]?.toUpperCase()}-${match[2]}`;
    add({ kind: 'reference', value, start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(NUMBERED)) {
    const number = match[2] ?? '';
    const value = `${match[1]?.toLowerCase() === 'order' ? 'SO' : 'INV'}-${number}`;
    const end = match.index + match[0].length;
    add({ kind: 'reference', value, start: end - number.length, end });
  }
  for (const stretch of findStretches(text, now, past))
    add({ kind: 'stretch', value: `${stretch.start}`, start: stretch.start, end: stretch.end, stretch });
  for (const part of amountsIn(text)) add(part);
  return found;
}

function amountsIn(text: string): Part[] {
  const numbers = findNumbers(text);
  return numbers.flatMap((number, at): Part[] => {
    const { start, end, decimal, percent } = number;
    const before = numbers[at - 1];
    const next = numbers[at + 1];
    const opens =
      next &&
      /\bbetween\s+$/i.test(text.slice(0, start)) &&
      /^\s*(?:and|to|-)\s*$/i.test(text.slice(end, next.start));
    const begin = text.slice(0, start).search(/\bbetween\s+$/i);
    if (opens)
      return [
        {
          kind: 'range',
          value: 'between',
          start: begin,
          end: next.end,
          range: { min: decimal, max: next.decimal },
        },
      ];
    if (
      before &&
      /\bbetween\s+$/i.test(text.slice(0, before.start)) &&
      /^\s*(?:and|to|-)\s*$/i.test(text.slice(before.end, start))
    )
      return [];
    if (percent) return [{ kind: 'percent', value: String(number.value), start, end }];
    const over = OVER.exec(text.slice(0, start));
    const under = UNDER.exec(text.slice(0, start));
    if (over) return [{ kind: 'range', value: 'over', start: over.index, end, range: { min: decimal } }];
    if (under) return [{ kind: 'range', value: 'under', start: under.index, end, range: { max: decimal } }];
    return [{ kind: 'amount', value: decimal, start, end }];
  });
}

/** The words between the slots: the longest known phrases, and unknown words as names. */
function knownWords(text: string, slots: readonly Part[]): Part[] {
  const isFree = (start: number, end: number) =>
    slots.every((slot) => end <= slot.start || start >= slot.end);
  const words = [...text.matchAll(/[\p{L}\p{N}&][\p{L}\p{N}’'&.-]*/gu)]
    .map((match) => ({ start: match.index, end: match.index + match[0].replace(/[.’'-]+$/, '').length }))
    .filter(({ start, end }) => isFree(start, end))
    .map((place) => ({ ...place, word: plain(text.slice(place.start, place.end)) }));
  const names = capitalisedNames(text).filter(({ start, end }) => isFree(start, end));
  const parts: Part[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    const name = names.find(({ start, end }) => word.start >= start && word.end <= end + 1);
    if (name) {
      parts.push({ kind: 'name', value: name.value, start: name.start, end: name.end });
      while ((words[at]?.start ?? text.length) < name.end) at += 1;
      continue;
    }
    const phrase = longestPhrase(words.slice(at, at + LONGEST_PHRASE), text);
    for (const meaning of phrase.meanings) parts.push({ ...meaning, start: word.start, end: phrase.end });
    at += phrase.count;
  }
  return parts;
}

const plain = (word: string) =>
  word
    .toLowerCase()
    .replace(/[’']s$/, '')
    .replace(/[’']/g, '');

interface Phrase {
  meanings: (Meaning | { kind: 'name'; value: string })[];
  count: number;
  end: number;
}

function longestPhrase(words: readonly { word: string; start: number; end: number }[], text: string): Phrase {
  for (let count = words.length; count > 0; count -= 1) {
    const taken = words.slice(0, count);
    const end = taken.at(-1)?.end ?? 0;
    const said = taken.map(({ word }) => word).join(' ');
    const isTogether = !/[,;:?!.]/.test(text.slice(taken[0]?.start ?? 0, end).replace(/[.]\S/g, ''));
    const meanings = count === 1 || isTogether ? meaningOf(said) : undefined;
    if (meanings) return { meanings, count, end };
  }
  const [first] = words;
  const value = text.slice(first?.start, first?.end).replace(/[’']s$/, '');
  const near = first && value === value.toLowerCase() ? guessed(first.word) : undefined;
  return { meanings: near ?? [{ kind: 'name', value }], count: 1, end: first?.end ?? 0 };
}

/** Sequences of capitalised words that are not all known words, such as "Old Mill Antiques". */
function capitalisedNames(text: string): { value: string; start: number; end: number }[] {
  return [...text.matchAll(CAPITALISED)].flatMap((match) => {
    let [whole] = match;
    let start = match.index;
    const first = /^\S+/.exec(whole)?.[0] ?? '';
    // The first word of a sentence is capitalised anyway.
    if (start === 0 && meaningOf(plain(first)) && whole.length > first.length) {
      start += whole.length - whole.slice(first.length).trimStart().length;
      whole = whole.slice(first.length).trimStart();
    }
    const isKnown = whole.split(/\s+/).every((word) => meaningOf(plain(word)) !== undefined);
    const value = whole
      .replace(/[’']s?$/, '')
      .replace(/[.’']+$/, (end) => (/\b(?:Inc|Co|Ltd|St)\.$/.test(whole) ? end : ''));
    return isKnown ? [] : [{ value, start, end: start + whole.length }];
  });
}

/** Adjacent unknown words form one name. */
function joinNames(text: string, parts: readonly Part[]): Part[] {
  const done: Part[] = [];
  for (const part of parts) {
    const before = done.at(-1);
    const areNames = before?.kind === 'name' && part.kind === 'name' && text[before.end - 1] !== '"';
    if (areNames && /^\s+(?:&\s+)?$/.test(text.slice(before.end, part.start))) {
      const value = text.slice(before.start, part.end).replace(/[’']s?$/, '');
      done[done.length - 1] = { ...part, value, start: before.start };
    } else done.push(part);
  }
  return done;
}
