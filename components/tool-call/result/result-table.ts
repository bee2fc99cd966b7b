/** Turns a list in a tool's result into a table: its columns, their order, and the wording of their values. */
import { exactWords } from '@/components/shown/say-time';
import { countOf, isSecretName } from '@/components/shown/table/value-rows';
import { say } from '@/components/words/say';
import { dayOf, figureWords, momentOf, moneyWords, monthOf } from '../table/cell-words';
import { isPercentage, labelOf, labelsOf } from '../table/labels';
import {
  type Column,
  type ColumnKind,
  columnsOf,
  DATE,
  firstOf,
  isRow,
  MONTH,
  placed,
  type Row,
  valueAt,
} from './columns';
import { type Fields, fieldAt, fieldsBelow, NO_FIELDS } from './fields';

export type { Column, ColumnKind };

export interface Cell {
  text: string;
  /** The exact value, if the text is worded differently. */
  title?: string;
}

export interface ResultTable {
  columns: Column[];
  /** Each returns its cells in the order of the columns, when it is rendered. At most `MOST_ROWS`. */
  rows: (() => Cell[])[];
  /** How many rows the result contained. */
  total: number;
  /** The tool says that there are more than it returned. */
  more: boolean;
  /** Columns not shown at first: too many, empty in every row, ids beside names. */
  others: Column[];
  /** A row's cell in a column, in words; its plain value; the currency of its amounts. */
  cell(row: number, column: Column): Cell;
  value(row: number, column: Column): unknown;
  currency(row: number): string | undefined;
  /** Its columns have no names. */
  nameless?: true;
}

export const MOST_ROWS = 10_000;
/** Of one result. */
const MOST_TABLES = 10;
/** @returns null if the value contains no list of flat objects */
export function tableOf(value: unknown, now = new Date(), fields = NO_FIELDS): ResultTable | null {
  const list = listIn(value);
  if (!list) return null;
  const rows = list.slice(0, MOST_ROWS);
  const all = columnsOf(rows, fieldsBelow(fields, trailIn(value)));
  const columns = placed(firstOf(all, rows));
  const shown = new Set(columns.map(({ path }) => path));
  const others = all
    .filter(({ path }) => !shown.has(path))
    .map((one) => ({ ...one, place: 'below' as const }));
  return {
    columns,
    others,
    cell: (row, column) => cell(rows[row] ?? {}, column, now),
    value: (row, column) => shownValue(rows[row] ?? {}, column, now),
    currency: (row) => currencyOf(rows[row]),
    rows: rows.map((row) => () => columns.map((column) => cell(row, column, now))),
    total: list.length,
    more: saysMore(value),
  };
}

/** The table made from a list with this name. */
function tableIn(value: unknown, _name: string, now: Date, fields: Fields): ResultTable | null {
  return tableOf(value, now, fields);
}

/** The lists of an object as tables, and the rest. */
export interface ListRecord {
  /** Each with the path of its list, `commits` or `data.commits`, and its readable name. */
  tables: { path: string; title: string; table: ResultTable }[];
  /** The object without those lists. */
  others: unknown;
}

/**
 * An object that contains lists beside other fields, directly or one level down, as most servers return it. Lists that
 * are no tables stay among the other fields, and so do empty ones.
 * @returns null if it contains no such list
 */
export function recordOf(
  value: unknown,
  now = new Date(),
  asTable = tableIn,
  fields = NO_FIELDS,
): ListRecord | null {
  if (!isRow(value)) return null;
  const found: { path: string[]; table: ResultTable }[] = [];
  const without = (row: Row, before: string[], levels: number): Row => {
    const kept = Object.entries(row).flatMap(([name, inner]): [string, unknown][] => {
      const path = [...before, name];
      const isMore = Array.isArray(inner) && found.length < MOST_TABLES;
      const table = isMore ? asTable(inner, name, now, fieldsBelow(fields, path)) : null;
      if (table) found.push({ path, table: { ...table, more: table.more || saysMore(row) } });
      if (table) return [];
      if (levels === 0 || !isRow(inner)) return [[name, inner]];
      const rest = without(inner, path, levels - 1);
      return Object.keys(rest).length === 0 && Object.keys(inner).length > 0 ? [] : [[name, rest]];
    });
    return Object.fromEntries(kept);
  };
  const others = without(value, [], 1);
  return found.length > 0 ? { tables: titled(found, fields), others } : null;
}

/** Named by their tool, otherwise by their own name; by the whole path if two would have the same name. */
function titled(
  found: readonly { path: string[]; table: ResultTable }[],
  fields: Fields,
): ListRecord['tables'] {
  const titles = labelsOf(
    found.map(({ path }) => path),
    found.map(({ path }) => fieldAt(fields, path)?.title ?? labelOf(path.slice(-1))),
  );
  return found.map(({ path, table }, at) => ({ path: path.join('.'), title: titles[at] ?? '', table }));
}

/** Whether the value is an empty list, alone or with `meta`. */
export function isEmptyList(value: unknown): boolean {
  return arrayIn(value)?.length === 0;
}

function listIn(value: unknown): Row[] | null {
  const list = arrayIn(value);
  return list && list.length > 0 && list.every(isFlat) ? list : null;
}

/** The list itself, or the only list among an object's properties if there is nothing else but `meta`. */
function arrayIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRow(value)) return null;
  const besides = Object.entries(value).filter(([name]) => name !== 'meta');
  const [only] = besides;
  return besides.length === 1 && only && Array.isArray(only[1]) ? only[1] : null;
}

/** The path of that list in the value. */
function trailIn(value: unknown): string[] {
  const list = arrayIn(value);
  return isRow(value) ? Object.keys(value).filter((name) => value[name] === list) : [];
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

const isScalarList = (value: unknown) => Array.isArray(value) && value.every(isScalar);

/**
 * Contains something to read, and besides scalars at most short lists of them, and objects of both (`customer: {id,
 * name}`).
 */
function isFlat(value: unknown): value is Row {
  if (!isRow(value) || !Object.values(value).some((inner) => isScalar(inner) || isRow(inner))) return false;
  const isCell = (inner: unknown) => isScalar(inner) || isScalarList(inner);
  return Object.values(value).every(
    (inner) => isCell(inner) || (isRow(inner) && Object.values(inner).every(isCell)),
  );
}

function saysMore(value: unknown): boolean {
  return isRow(value) && isRow(value.meta) && value.meta.hasNextPage === true;
}

function cell(row: Row, column: Column, now: Date): Cell {
  const value = valueAt(row, column.path);
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'boolean') return { text: say(value ? 'form.yes' : 'form.no') };
  const text = Array.isArray(value)
    ? value.map((one) => monthWords(String(one ?? ''))).join(', ')
    : String(value);
  if (typeof value !== 'number' && isSecretName(column.path.at(-1) ?? '')) {
    return { text: say('value.secret', { count: countOf(text) }) };
  }
  const meaning = column.values && Object.hasOwn(column.values, text) ? column.values[text] : undefined;
  if (meaning !== undefined) return { text: meaning, title: text };
  if (column.kind === 'money') return { text: moneyWords(text, row.currency) };
  if (column.kind === 'number' && isPercentage(column.path.at(-1) ?? ''))
    return { text: `${figureWords(text)} %` };
  if (typeof value === 'number') return { text: figureWords(text) };
  if (column.kind !== 'date') return { text };
  if (MONTH.test(text)) return { text: monthOf(text), title: text };
  if (DATE.test(text)) return { text: dayOf(text, now), title: text };
  return { text: momentOf(text, now), title: exactWords(text) };
}

const monthWords = (text: string) => (MONTH.test(text) ? monthOf(text) : text);

/** A secret is never passed on, neither to the search nor to a file. */
function shownValue(row: Row, column: Column, now: Date): unknown {
  const value = valueAt(row, column.path);
  const isSecret = typeof value === 'string' && isSecretName(column.path.at(-1) ?? '');
  return isSecret ? cell(row, column, now).text : value;
}

function currencyOf(row: Row | undefined): string | undefined {
  return typeof row?.currency === 'string' ? row.currency : undefined;
}
