/**
 * Limits on rendering a text. The time grows with the square of some of its marks, and the text comes from the model,
 * or from the author of what the model repeats: fifty thousand asterisks took minutes. A text that exceeds the limits
 * is shown as it was written.
 */

interface Limits {
  characters: number;
  lines: number;
  /** Characters with a meaning in Markdown. */
  marks: number;
  /** The longest run of one of them. */
  run: number;
}

/** For the reader's own browser. */
const BEARABLE: Limits = { characters: 100_000, lines: 5_000, marks: 10_000, run: 200 };
/** For the server, where everybody else would wait. */
const LIGHT: Limits = { characters: 4_000, lines: 100, marks: 600, run: 40 };

const MARK = /[*_~`>[\]()<&!|\\$#]/g;
/** Nested quotes and lists: sixteen marks at the start of a line, or deep indentation. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){16}|^[ \t]{60,}(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])/m;

/** Whether a text is rendered at all. */
export function mayLayOut(text: string): boolean {
  return isWithin(text, BEARABLE);
}

/** Whether the server may render it, too. */
export function isLight(text: string): boolean {
  return isWithin(text, LIGHT);
}

function isWithin(text: string, limits: Limits): boolean {
  if (text.length > limits.characters || DEEP.test(text)) return false;
  let lines = 1;
  for (const character of text) if (character === '\n') lines++;
  return lines <= limits.lines && areWithin(text, limits);
}

function areWithin(text: string, limits: Limits): boolean {
  let marks = 0;
  let run = 0;
  let end = -1;
  let before = '';
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    run = mark === before && index === end ? run + 1 : 1;
    marks++;
    if (marks > limits.marks || run > limits.run) return false;
    before = mark;
    end = index + 1;
  }
  return true;
}
