/**
 * An export for spreadsheets. Every cell is text and never a formula, even if the reader's spreadsheet splits cells at
 * semicolons or tabs, and invisible characters are escaped. One line per receipt, every cell in quotes, the last line
 * one cell. Plain node loads this file too.
 */
import { closingOf, type Format, isTold, jsonLines, type Line, type SignedClosing } from './receipt-lines.ts';

const COLUMNS = ['seq', 'at', 'kind', 'person', 'server', 'tool', 'body', 'content', 'prev', 'hash'];
const COMMENT = '# ';
/** Follows the number of a receipt that is not linked yet. */
const UNLINKED = ' not linked yet';

/**
 * Control, direction and invisible characters, and separators that may end a cell, since a formula could begin after
 * them. JSON from the database never has them as escapes, so escaping them here can be undone.
 */
const UNSEEN = /[;\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** The same, escaped, after an even number of backslashes. */
const ESCAPED = /(?<!\\)((?:\\\\)*)\\u([0-9a-f]{4})/g;

export const csv: Format = {
  header: COLUMNS.map(quoted).join(','),
  row: (line) => cellsOf(line).map(quoted).join(','),
  closing: (closing) => quoted(COMMENT + visibleJson(jsonLines.closing(closing))),
  readRow: readRow,
  readClosing(text): SignedClosing {
    const [cell, ...others] = cellsIn(text);
    if (!cell?.startsWith(COMMENT) || others.length > 0) throw new Error('This is no comment.');
    return closingOf(JSON.parse(bodyOf(cell.slice(COMMENT.length))));
  },
};

function cellsOf(line: Line): string[] {
  const { prev, hash } = line;
  const seq = `${line.seq}${line.isUnlinked ? UNLINKED : ''}`;
  if (!isTold(line)) return [seq, '', 'left out', '', '', '', '', line.content, prev, hash];
  const { person, server, tool } = partsOf(line.body);
  const names = [line.at, line.kind, person, server, tool].map(asText);
  return [seq, ...names, visibleJson(line.body), '', prev, hash];
}

/** For reading only; what is verified is the body. */
function partsOf(body: string): { person: string; server: string; tool: string } {
  const { person, server, tool } = Object(JSON.parse(body));
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return { person: textOf(Object(person).id), server: textOf(server), tool: textOf(tool) };
}

/**
 * Spreadsheets take a value that starts like this for a formula, even after spaces, and some also accept full-width
 * signs.
 */
function asText(value: string): string {
  const seen = [...value].map((one) => (one < ' ' ? escaped(one) : one)).join('');
  const text = seen.replace(UNSEEN, escaped);
  return /^\s*[=+\-@|%'\uff1d\uff0b\uff0d\uff20]/.test(value) || /^[\t\r\n]/.test(value) ? `'${text}` : text;
}

function visibleJson(body: string): string {
  return body.replace(UNSEEN, escaped);
}

const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

function bodyOf(cell: string): string {
  return cell.replace(ESCAPED, (whole, before: string, code: string) => {
    const one = String.fromCharCode(Number.parseInt(code, 16));
    return one.replace(UNSEEN, '') === '' ? before + one : whole;
  });
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function readRow(text: string): Line {
  const cells = cellsIn(text);
  const [seq, at, kind, , , , body, content, prev, hash] = cells as [string, ...string[]];
  const isUnlinked = seq.endsWith(UNLINKED);
  const number = Number(isUnlinked ? seq.slice(0, -UNLINKED.length) : seq);
  const common = { seq: number, prev: prev ?? '', hash: hash ?? '', ...(isUnlinked && { isUnlinked }) };
  if (cells.length !== COLUMNS.length || !Number.isSafeInteger(common.seq))
    throw new Error('This is no row.');
  if (content) return { ...common, content };
  return { ...common, at: at ?? '', kind: kind ?? '', body: bodyOf(body ?? '') };
}

function cellsIn(text: string): string[] {
  const cells: string[] = [];
  const next = /"([^"]*(?:""[^"]*)*)"(,|$)/y;
  for (let end: string | undefined = ','; end === ','; ) {
    const [, cell, after] = next.exec(text) ?? [];
    if (cell === undefined) throw new Error('This is no cell.');
    cells.push(cell.replaceAll('""', '"'));
    end = after;
  }
  return cells;
}
