/**
 * Replaces a text that must occur in a file exactly once. It compares bytes, which takes a few milliseconds on ten
 * megabytes; in UTF-8, a match can only begin and end at character boundaries. Pure.
 */
import { ToolError } from '../../serving/answer';
import { shortenText } from '../../shorten';

const NEAREST = 3;
const LONGEST_LINE = 200;
/** In files with more lines than this, only lines that differ in white space alone are suggested. */
const MOST_COMPARED = 5000;
const LF = 0x0a;

/**
 * @param body of a text, in UTF-8
 * @param what the name of `find` in an error
 * @throws ToolError if `find` is empty, changes nothing, is not there (with the nearest lines), or occurs more than
 * once
 */
export function replaceOnce(body: Buffer, find: string, replacement: string, what: string): Buffer {
  if (find === '') throw new ToolError(`${what} is empty: say what to replace.`);
  if (find === replacement)
    throw new ToolError(`${what} and what replaces it are the same: nothing would change.`);
  const wanted = Buffer.from(find, 'utf8');
  // A lone surrogate occurs in no text, although it is encoded as the replacement character, which may.
  const first = find.isWellFormed() ? body.indexOf(wanted) : -1;
  if (first < 0) {
    const near = nearest(body.toString('utf8'), find);
    throw new ToolError(`${what} is not in the file; it must match to the letter. ${near}`);
  }
  // Advances by one byte, not by one match: of two overlapping matches, either may be meant.
  const second = body.indexOf(wanted, first + 1);
  if (second >= 0) {
    const lines = `lines ${lineAt(body, first)} and ${lineAt(body, second)}`;
    throw new ToolError(
      `${what} is in the file more than once (${lines}). Give more of what stands around it.`,
    );
  }
  const after = body.subarray(first + wanted.length);
  return Buffer.concat([body.subarray(0, first), Buffer.from(replacement, 'utf8'), after]);
}

function lineAt(body: Buffer, at: number): number {
  return body.subarray(0, at).reduce((line, byte) => (byte === LF ? line + 1 : line), 1);
}

/** Lines that resemble the first line of `find`. */
function nearest(text: string, find: string): string {
  const wanted = find
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim();
  if (wanted === undefined) return 'It is white space alone.';
  const lines = text.split('\n');
  const scored = lines
    .map((line, at) => ({ line, at, score: likeness(line.trim(), wanted, lines.length > MOST_COMPARED) }))
    .filter(({ score }) => score > 0.4)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, NEAREST);
  if (scored.length === 0) return 'No line is like its first one.';
  const shown = scored.map(({ line, at }) => `${at + 1}: ${JSON.stringify(shortenText(line, LONGEST_LINE))}`);
  return `The nearest lines are ${shown.join(', ')}.`;
}

/** From 0 (nothing in common) to 1 (the same), by pairs of characters. */
function likeness(line: string, wanted: string, quickly: boolean): number {
  if (line === wanted) return 1;
  if (quickly || line === '') return 0;
  const [one, other] = [pairsOf(line), pairsOf(wanted)];
  const both = [...one].filter((pair) => other.has(pair)).length;
  return (2 * both) / Math.max(1, one.size + other.size);
}

function pairsOf(line: string): Set<string> {
  const short = line.slice(0, LONGEST_LINE);
  return new Set(Array.from({ length: short.length }, (_, at) => short.slice(at, at + 2)));
}
