/** A result's rows as somebody wants to see them: filtered, sorted, added up. Pure. */
import type { Column, ResultTable } from '../result/result-table';
import { moneyWords } from './cell-words';

export interface Sorting {
  column: Column;
  descending: boolean;
}

export interface Wanted {
  /** Words that a row must contain, in any column. */
  filter: string;
  sorting: Sorting | null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The rows shown, by their index in the result, in order. */
export function rowsFor(table: ResultTable, { filter, sorting }: Wanted): number[] {
  const all = table.rows.map((_, row) => row);
  const words = plain(filter).split(/\s+/).filter(Boolean);
  const columns = [...table.columns, ...table.others];
  const found = words.length === 0 ? all : all.filter((row) => holds(table, columns, row, words));
  return sorting ? sorted(table, found, sorting) : found;
}

function holds(
  table: ResultTable,
  columns: readonly Column[],
  row: number,
  words: readonly string[],
): boolean {
  const text = plain(columns.map((column) => wordsOf(table, row, column)).join('\n'));
  return words.every((word) => text.includes(word));
}

/** As it is shown, and its plain value; for a secret only what is shown. */
function wordsOf(table: ResultTable, row: number, column: Column): string {
  const { text } = table.cell(row, column);
  const value = table.value(row, column);
  const isSaidOtherwise = column.kind === 'money' || column.kind === 'date' || column.values !== undefined;
  return isSaidOtherwise ? `${text}\n${String(value ?? '')}` : text;
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Rows without a value come last in either order; amounts of one currency stay together. */
function sorted(table: ResultTable, rows: readonly number[], { column, descending }: Sorting): number[] {
  const keys = new Map(rows.map((row) => [row, keyOf(table, row, column)]));
  const sign = descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [keys.get(one), keys.get(other)];
    if (!a || !b) return a ? -1 : b ? 1 : 0;
    return collator.compare(a.group, b.group) || sign * compared(a.value, b.value);
  });
}

/** Amounts of several currencies are sorted within each currency. */
export function isByCurrency(table: ResultTable, rows: readonly number[], sorting: Sorting | null): boolean {
  if (sorting?.column.kind !== 'money') return false;
  return new Set(rows.flatMap((row) => keyOf(table, row, sorting.column)?.group ?? [])).size > 1;
}

interface SortKey {
  group: string;
  value: number | string;
}

function keyOf(table: ResultTable, row: number, column: Column): SortKey | undefined {
  const value = table.value(row, column);
  if (value === null || value === undefined || value === '') return undefined;
  if (column.kind === 'money') return { group: table.currency(row) ?? '', value: Number(value) };
  if (column.kind === 'number') return { group: '', value: Number(value) };
  const text = String(value);
  // A day sorts as text; a timestamp may have another zone.
  const time = column.kind === 'date' ? Date.parse(text) : Number.NaN;
  return { group: '', value: Number.isNaN(time) ? table.cell(row, column).text : time };
}

function compared(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** Amounts that mean nothing when added up: a unit price, a rate, a limit. */
const NOT_ADDED = /(?:price|rate|limit|average|mean)$/i;

/** The totals of a column, one per currency, exact: `["4,200.00 EUR", "80.00 USD"]`. */
export function sumsOf(table: ResultTable, column: Column, rows: readonly number[]): string[] {
  if (column.kind !== 'money' || NOT_ADDED.test(column.path.at(-1) ?? '')) return [];
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const value = table.value(row, column);
    if (typeof value !== 'string') continue;
    const currency = table.currency(row) ?? '';
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(value.replace('.', '')));
  }
  return [...sums].sort().map(([currency, cents]) => moneyWords(decimalOf(cents), currency));
}

/** If each row has a currency of its own, the rows already are the totals, usually of another list. */
export function addsNothing(table: ResultTable, rows: readonly number[]): boolean {
  return new Set(rows.map((row) => table.currency(row) ?? '')).size === rows.length;
}

/** Amounts always have two decimals. */
function decimalOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
