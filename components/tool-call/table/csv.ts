/** A result's rows as a file for spreadsheets, in which nothing is a formula. */
import { say } from '@/components/words/say';
import type { Column, ResultTable } from '../result/result-table';
import { figureWords } from './cell-words';

/**
 * Anything that a spreadsheet would execute (`=HYPERLINK(…)`, `@SUM`, `+cmd
 * …`), also in full-width characters or after blanks, gets a leading apostrophe and so is text. A plain figure stays
 * one.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const FIGURE = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const inert = (text: string) => (FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text);

export function csvCell(text: string): string {
  const safe = inert(text);
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. Amounts and days as the tool gave them, with the currency in a column of its own. */
export function csvOf(table: ResultTable, columns: readonly Column[], rows: readonly number[]): string {
  const head = columns.map(({ label, exact = label, path }) => exact || path.join('.'));
  return csvText(linesOf(table, columns, rows, { head: [...head, 'Currency'], said: exactOf }));
}

export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * The same rows for pasting, under the headings that are shown. Spreadsheets parse pasted text in the person's
 * language, so amounts have its decimal mark.
 */
export function pastedOf(table: ResultTable, columns: readonly Column[], rows: readonly number[]): string {
  const head = [...columns.map(({ label }) => label), say('results.table.currency')];
  return pasted(linesOf(table, columns, rows, { head, said: shownOf }));
}

export function pasted(lines: readonly (readonly string[])[]): string {
  const onLine = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    return FIGURE.test(line) ? figureWords(line) : inert(line);
  };
  return lines.map((line) => line.map(onLine).join('\t')).join('\n');
}

interface Written {
  /** The currency's heading is appended, and dropped if there is none. */
  head: readonly string[];
  said(table: ResultTable, row: number, column: Column): string;
}

function linesOf(
  table: ResultTable,
  columns: readonly Column[],
  rows: readonly number[],
  { head, said }: Written,
): string[][] {
  const hasMoney = columns.some(({ kind }) => kind === 'money');
  const hasCurrency = hasMoney && rows.some((row) => table.currency(row) !== undefined);
  const lines = rows.map((row) => {
    const cells = columns.map((column) => said(table, row, column));
    return hasCurrency ? [...cells, table.currency(row) ?? ''] : cells;
  });
  return table.nameless ? lines : [hasCurrency ? [...head] : head.slice(0, -1), ...lines];
}

const EXACT: readonly Column['kind'][] = ['money', 'number', 'date', 'id'];

/** As the tool gave it, in every language. */
function exactOf(table: ResultTable, row: number, column: Column): string {
  const value = table.value(row, column);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && !column.values ? value : shownOf(table, row, column);
}

/** Texts as they are shown; numbers exact. */
function shownOf(table: ResultTable, row: number, column: Column): string {
  const value = table.value(row, column);
  const isExact = EXACT.includes(column.kind) && value !== undefined && value !== null;
  return isExact ? String(value) : table.cell(row, column).text;
}
