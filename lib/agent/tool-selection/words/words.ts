/**
 * Turns text into terms. Words of any script, `camelCase` and `snake_case` split, accents folded (`ü` becomes `ue`),
 * stems instead of words, without stop words. Scripts without spaces are split into pairs of characters. Linear in the
 * text.
 */
import { stemOf } from './stemmer';
import { STOP_WORDS } from './stop-words';

/** Longer words are keys and tokens that nobody searches for. */
const MAX_WORD = 40;

/** How many words are cached with their terms; then the cache starts again. */
const MAX_KNOWN = 50_000;

const NO_TERMS: readonly string[] = [];
const known = new Map<string, readonly string[]>();

/** The terms of a text in order, with repetitions. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) for (const term of termsOfWord(word)) terms.push(term);
  return terms;
}

/** Words as they are, in lower case. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  let before = 0;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? kindOf(text.charCodeAt(at)) : OTHER;
    if (kind === OTHER) {
      if (start >= 0) words.push(text.slice(start, at).toLowerCase());
      start = -1;
    } else if (start < 0) {
      start = at;
    } else if (kind === UPPER && (before !== UPPER || isLower(text, at + 1))) {
      words.push(text.slice(start, at).toLowerCase());
      start = at;
    }
    before = kind;
  }
  return words;
}

const CAPITALISED = /\b[A-Z][a-z]+(?:[ -][A-Z][a-z]+){2,}/g;
const INITIALS = { least: 3, most: 5, ofRun: 8, ofText: 24 };

/**
 * Initials of adjacent capitalised words, as a term: `waf` for "Web Application Firewall". Limited per text, and none
 * from a long run of capitals: each costs as much as a word.
 */
export function initialsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [words] of text.matchAll(CAPITALISED)) {
    const all = words.replace(/[^A-Z]/g, '').toLowerCase();
    if (all.length > INITIALS.ofRun) continue;
    for (let start = 0; start < all.length; start++) {
      for (let size = INITIALS.least; size <= INITIALS.most && start + size <= all.length; size++) {
        if (found.size >= INITIALS.ofText) return found;
        for (const term of workOut(all.slice(start, start + size))) found.add(term);
      }
    }
  }
  return found;
}

const JOINED = /\b[A-Z][a-z]+[A-Z][A-Za-z]*\b/g;

/** Names that are one word when written in lower case, as terms: `github` for "GitHub". */
export function joinedOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.matchAll(JOINED)) {
    for (const term of termsOfWord(word.toLowerCase())) found.add(term);
    if (found.size >= INITIALS.ofText) break;
  }
  return found;
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

/** The kind of every UTF-16 unit, computed on first use. */
const kinds = new Int8Array(0x1_0000).fill(-1);

function kindOf(unit: number): number {
  const kind = kinds[unit] ?? OTHER;
  if (kind >= 0) return kind;
  const found = classify(unit);
  kinds[unit] = found;
  return found;
}

function classify(unit: number): number {
  // Surrogate halves stay together with what surrounds them.
  if (unit >= 0xd800 && unit <= 0xdfff) return LOWER;
  const character = String.fromCharCode(unit);
  if (/\p{N}/u.test(character)) return DIGIT;
  if (/\p{Lu}/u.test(character)) return UPPER;
  return /[\p{L}\p{M}]/u.test(character) ? LOWER : OTHER;
}

function isLower(text: string, at: number): boolean {
  return at < text.length && kindOf(text.charCodeAt(at)) === LOWER;
}

function termsOfWord(word: string): readonly string[] {
  const before = known.get(word);
  if (before) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const terms = workOut(word);
  // Copied: a substring would keep the whole long text in memory.
  known.set(Buffer.from(word).toString(), terms);
  return terms;
}

function workOut(word: string): readonly string[] {
  if (word.length > MAX_WORD) return NO_TERMS;
  if (SPACELESS.test(word)) return pairsOf(word);
  const plain = folded(word);
  if (STOP_WORDS.has(plain) || /^[a-z]?$/.test(plain)) return NO_TERMS;
  return [stemOf(plain)];
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const FOLDED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o' };

/** Without accents: German vowels in their two-letter form, others bare. */
export function folded(word: string): string {
  if (/^[a-z\d]*$/.test(word)) return word;
  return word
    .normalize('NFC')
    .replace(/[äöüßæø]/g, (letter) => FOLDED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}
