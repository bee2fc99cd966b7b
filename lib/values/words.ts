/**
 * The words of a text as search compares them: letters and digits only, without accents and case. What is stored and
 * what is searched for are folded the same way, so that INV-2026-0042 is found by its number and "Tomás" by "tomas".
 */

import { attachmentIn } from './attachment';

/** Characters of scripts that put no spaces between words: each counts as a word. */
const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
/** A word as it occurs in a text. */
const WORD = new RegExp(String.raw`${SIGN}|(?:(?!${SIGN})[\p{L}\p{N}\p{M}])+`, 'gu');
/** Anything longer is no word but a key, or a picture drawn with letters. */
const LONGEST = 100;
/** Characters read from one text; the database keeps at most a megabyte of words. */
const MOST = 60_000;

/** A word folded for comparing. Empty: nothing of it can be compared. */
function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** A folded word and its position. */
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

/**
 * The text that people read in a stored message: its words, and the names of its files. Calls and their answers are not
 * searched.
 */
export function textOf(parts: readonly unknown[]): string {
  const texts = parts.flatMap((part) => {
    const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
    const file = attachmentIn(part);
    if (file) return [file.name];
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
  return texts.join('\n');
}
