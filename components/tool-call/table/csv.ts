/** A result's rows as a file for spreadsheets, in which nothing is a formula. */
import type { Column, ResultTable } from '../result/result-table';

/**
 * What a spreadsheet would carry out (`=HYPERLINK(…)`, `@SUM`, `+cmd|…`), written wide or after blanks too, begins with an
 * apostrophe and so is text. A plain figure stays one.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const FIGURE = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const inert = (text: string) => (FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text);

export function csvCell(text: string): string {
  const safe = inert(text);
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. Amounts and days as the tool gave them, the currency in a column of its own. */
export function csvOf(table: ResultTable, columns: readonly Column[], rows: readonly number[]): string {
  const hasMoney = columns.some(({ kind }) => kind === 'money');
  const hasCurrency = hasMoney && rows.some((row) => table.currency(row) !== undefined);
  const head = columns.map(({ label, exact = label, path }) => exact || path.join('.'));
  const lines = rows.map((row) => {
    const cells = columns.map((column) => exactOf(table, row, column));
    return hasCurrency ? [...cells, table.currency(row) ?? ''] : cells;
  });
  const all = table.nameless ? lines : [hasCurrency ? [...head, 'Currency'] : head, ...lines];
  return all.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

function exactOf(table: ResultTable, row: number, column: Column): string {
  const value = table.value(row, column);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const isExact =
    ['money', 'number', 'date', 'id'].includes(column.kind) && value !== undefined && value !== null;
  return isExact ? String(value) : table.cell(row, column).text;
}

/** The same rows to be pasted, as they are shown. */
export function pastedOf(table: ResultTable, columns: readonly Column[], rows: readonly number[]): string {
  const onLine = (text: string) => inert(text.replace(/\s+/g, ' ').trim());
  const head = table.nameless ? [] : [columns.map(({ label }) => onLine(label))];
  const lines = rows.map((row) => columns.map((column) => onLine(table.cell(row, column).text)));
  return [...head, ...lines].map((line) => line.join('\t')).join('\n');
}
