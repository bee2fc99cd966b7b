/** An answer's table as rows of texts: sorted by a column, and for export. Pure. */
import type { TreeNode } from '../markdown-node';
import { property, textOf } from '../markdown-node';
import { type CellKind, exactly, keysOf, type SortKey } from './cell-values';

export interface AnswerRows {
  columns: { name: string; kind: CellKind }[];
  rows: { texts: string[]; isTotal: boolean }[];
}

export interface Order {
  column: number;
  descending: boolean;
}

export function rowsOf(table: TreeNode | undefined): AnswerRows {
  const [head, ...rows] = table ? trIn(table) : [];
  return {
    columns: cellsOf(head).map((cell) => ({
      name: textOf(cell).trim(),
      kind: (property(cell, 'dataKind') || 'text') as CellKind,
    })),
    rows: rows.map((row) => ({
      texts: cellsOf(row).map((cell) => textOf(cell).trim()),
      isTotal: row.properties?.dataTotal === true,
    })),
  };
}

function trIn(node: TreeNode): TreeNode[] {
  return node.tagName === 'tr' ? [node] : (node.children ?? []).flatMap(trIn);
}

const cellsOf = (row: TreeNode | undefined) =>
  (row?.children ?? []).filter(({ tagName }) => tagName === 'td' || tagName === 'th');

/** First click: ascending; second: descending (for figures the other way round); third: as in the answer. */
export function nextOrder({ columns }: AnswerRows, column: number, order: Order | null): Order | null {
  const kind = columns[column]?.kind;
  const falls = kind === 'money' || kind === 'figure';
  if (order?.column !== column) return { column, descending: falls };
  return order.descending === falls ? { column, descending: !falls } : null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Indices of the rows. Totals stay last, preceded by rows without a value; amounts of one currency stay together. */
export function ordered({ columns, rows }: AnswerRows, order: Order | null): number[] {
  const all = rows.map((_, at) => at);
  if (!order) return all;
  const texts = rows.map((row) => row.texts[order.column] ?? '');
  const own = texts.filter((_, at) => !rows[at]?.isTotal);
  const keys = keysOf(columns[order.column]?.kind ?? 'text', own);
  const places = all.filter((at) => !rows[at]?.isTotal);
  const keyAt = new Map(places.map((at, place) => [at, keys[place]]));
  const sign = order.descending ? -1 : 1;
  const sorted = [...places].sort((one, other) => compared(keyAt.get(one), keyAt.get(other), sign));
  return [...sorted, ...all.filter((at) => rows[at]?.isTotal)];
}

/** Amounts of several currencies are sorted within each currency. */
export function isByCurrency({ columns, rows }: AnswerRows, order: Order | null): boolean {
  if (!order || columns[order.column]?.kind !== 'money') return false;
  const own = rows.filter(({ isTotal }) => !isTotal).map(({ texts }) => texts[order.column] ?? '');
  return new Set(keysOf('money', own).flatMap((key) => key?.group ?? [])).size > 1;
}

function compared(one: SortKey | undefined, other: SortKey | undefined, sign: number): number {
  if (!one || !other) return one ? -1 : other ? 1 : 0;
  const groups = collator.compare(one.group, other.group);
  if (groups !== 0) return groups;
  const isCounted = typeof one.value === 'number' && typeof other.value === 'number';
  return (
    sign *
    (isCounted
      ? Number(one.value) - Number(other.value)
      : collator.compare(String(one.value), String(other.value)))
  );
}

/**
 * For spreadsheets: exact days and amounts, with the currency in a column of its own if each row has only one.
 * @param places indices of the rows, in order
 */
export function linesOf(
  { columns, rows }: AnswerRows,
  places: readonly number[],
  currency: string,
): string[][] {
  const exact = columns.map(({ kind }, at) => {
    return exactly(
      kind,
      rows.map(({ texts }) => texts[at] ?? ''),
    );
  });
  const money = columns.flatMap(({ kind }, at) => (kind === 'money' ? [at] : []));
  const unitsOf = (row: number) => new Set(money.flatMap((at) => exact[at]?.[row]?.unit || []));
  const isApart = places.some((row) => unitsOf(row).size > 0) && places.every((row) => unitsOf(row).size < 2);
  const cell = (row: number, at: number) => {
    const { text = '', unit = '' } = exact[at]?.[row] ?? {};
    const isBare = unit === '' || (isApart && money.includes(at));
    return isBare ? text : (rows[row]?.texts[at] ?? '');
  };
  const head = columns.map(({ name }) => name);
  const lines = places.map((row) => {
    const cells = columns.map((_, at) => cell(row, at));
    return isApart ? [...cells, [...unitsOf(row)][0] ?? ''] : cells;
  });
  return [isApart ? [...head, currency] : head, ...lines];
}
