/** Plain text: UTF-8, or UTF-16 with a byte order mark; and whether it is a table. */
import { Unreadable, Words } from './words.ts';

/** Control characters that no text contains, NUL least of all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
/** The message for a file of an unknown type. */
export const UNKNOWN_TYPE =
  'is of a type that cannot be read. Attach text, CSV, a spreadsheet (xlsx), a PDF, a document (docx) or a picture.';
const LOOKED_AT = 20_000;
const LOOKED_AT_LINES = 20;

export function readText(bytes: Buffer, most: number): { kind: 'text' | 'table'; words: Words } {
  const text = decoded(bytes);
  if (text === undefined || CONTROLS.test(text)) throw new Unreadable(UNKNOWN_TYPE);
  if (text.trim() === '') throw new Unreadable('is empty.');
  const words = new Words(most);
  words.add(text.replaceAll('\r\n', '\n'));
  return { kind: isTable(text) ? 'table' : 'text', words };
}

function decoded(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return isWide ? undefined : older(bytes);
  }
}

/**
 * Windows-1252, which spreadsheets in Western Europe still write. It decodes any bytes, so the result must also read as
 * text.
 */
function older(bytes: Buffer): string | undefined {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const odd =
    text.match(/[^\x20-\x7e\s\u00a0-\u00ff\u20ac\u2013\u2014\u2018-\u201e\u2022\u2026]/g)?.length ?? 0;
  return odd > 0 ? undefined : text;
}

/** Every one of the first lines has the same separator, the same number of times. */
function isTable(text: string): boolean {
  const [all, begun] = [text.slice(0, LOOKED_AT).split(/\r?\n/), text.length > LOOKED_AT ? -1 : undefined];
  const lines = all
    .slice(0, begun)
    .filter((line) => line !== '')
    .slice(0, LOOKED_AT_LINES);
  if (lines.length < 2) return false;
  return [',', ';', '\t'].some((sign) => {
    const counts = new Set(lines.map((line) => fields(line, sign)));
    return counts.size === 1 && !counts.has(1);
  });
}

const fields = (line: string, sign: string) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(sign).length;
