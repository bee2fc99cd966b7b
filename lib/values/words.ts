/**
 * Words of a text as search compares them: letters and digits only, without accents and upper case. What is stored and what is
 * searched for go through the same fold, so that INV-2026-0042 is found by its number and "Tomás" by "tomas".
 */

import { attachmentIn } from './attachment';

/** Signs of scripts that put no spaces between words: each is a word. */
const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
/** A word as it stands in a text. */
const WORD = new RegExp(String.raw`${SIGN}|(?:(?!${SIGN})[\p{L}\p{N}\p{M}])+`, 'gu');
/** What is longer is no word: a key, a picture in letters. */
const LONGEST = 100;
/** Of one text, in characters; the database keeps at most a megabyte of words. */
const MOST = 60_000;

/** A word for comparing. Empty: nothing of it can be compared. */
function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** A word with where it stands. */
export interface PlacedWord {
  word: string;
  from: number;
  to: number;
}

/** Every word of a text, folded, where it stands. */
export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: found, index }) => {
    const word = found.length > LONGEST ? '' : folded(found);
    return word === '' ? [] : [{ word, from: index, to: index + found.length }];
  });
}

/** The words of a text in a row. */
export function foldedText(text: string): string {
  const words = placedWords(text.slice(0, MOST).toWellFormed());
  return words
    .map(({ word }) => word)
    .join(' ')
    .slice(0, MOST);
}

/** What people read of a stored message: its text, and the names of its files. Calls and what they answered are not found by search. */
export function textOf(parts: readonly unknown[]): string {
  const texts = parts.flatMap((part) => {
    const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
    const file = attachmentIn(part);
    if (file) return [file.name];
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
  return texts.join('\n');
}
