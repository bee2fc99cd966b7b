/** Turns a list in a tool's result into a table: which columns, in which order, and how their values are said. */
import { exactWords } from '@/components/shown/say-time';
import { countOf, isSecretName } from '@/components/shown/value-rows';
import { say } from '@/components/words/say';
import { dayOf, momentOf, moneyWords } from '../table/cell-words';
import { isPercentage, labelsOf } from '../table/labels';
import { type Fields, fieldAt, fieldsBelow, NO_FIELDS } from './fields';

export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'id';

export interface Column {
  /** Property names from the row inwards. */
  path: string[];
  label: string;
  /** What a file of the rows calls it, where that is not the label. */
  exact?: string;
  kind: ColumnKind;
  /** No value is so long that it would have to be broken into lines. */
  short: boolean;
  /** What the tool says it is for, and what its values mean. */
  about?: string;
  values?: Readonly<Record<string, string>>;
  /** On phones: first or last on a row's first line, or below it. */
  place: 'first' | 'last' | 'below';
}

export interface Cell {
  text: string;
  /** The exact value where the text says it in other words. */
  title?: string;
}

export interface ResultTable {
  columns: Column[];
  /** Each gives its cells in the order of the columns, when it is drawn. At most `MOST_ROWS`. */
  rows: (() => Cell[])[];
  /** How many rows the result held. */
  total: number;
  /** The tool says that there are more than it gave. */
  more: boolean;
  /** Columns that are not shown at first, beyond `MOST_COLUMNS`. */
  others: Column[];
  /** What a row has in a column, in words; its value as it is; the currency of its amounts. */
  cell(row: number, column: Column): Cell;
  value(row: number, column: Column): unknown;
  currency(row: number): string | undefined;
  /** Its columns have no names. */
  nameless?: true;
}

export const MOST_ROWS = 10_000;
const MOST_COLUMNS = 12;
/** Of one result. */
const MOST_TABLES = 10;
/** Characters that fit into a cell without a line break. */
const SHORT = 28;

type Row = Record<string, unknown>;

const LEADS = /^(name|title|number|reference|invoiceNumber|orderNumber|label|description|counterparty)$/i;
const MONEY_NAME =
  /(amount|total|balance|price|sum|net|gross|tax|due|paid|open|value|spent|income|expense)s?$/i;
/** Facts that a reader seldom asks for: they stand behind the money, where a wide table is scrolled. */
const ASIDE =
  /^(e?mail|phone|fax|address|street|city|country|tax_?id|vat_?id|note|(created|updated|modified)_?at)$/i;
const DECIMAL = /^-?\d+\.\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const ID = /^(?=.*\d)[\w-]{6,}$/;

/** @returns null when the value holds no list of flat objects */
export function tableOf(value: unknown, now = new Date(), fields = NO_FIELDS): ResultTable | null {
  const list = listIn(value);
  if (!list) return null;
  const rows = list.slice(0, MOST_ROWS);
  const all = columnsOf(rows, fieldsBelow(fields, trailIn(value)));
  const columns = placed(fewest(all));
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

/** What of a list named so is a table. */
function tableIn(value: unknown, _name: string, now: Date, fields: Fields): ResultTable | null {
  return tableOf(value, now, fields);
}

/** Lists of an object as tables, and what stands beside them. */
export interface ListRecord {
  /** Each with the path of its list: `commits`, `data.commits`; or with what people call it, where that is known. */
  tables: { path: string; title?: string; table: ResultTable }[];
  /** The object without those lists. */
  others: unknown;
}

/**
 * An object that holds lists beside other fields, itself or one level down, as most servers answer. Lists that are no
 * tables stay among the other fields, empty ones too.
 * @returns null when there is no such list in it
 */
export function recordOf(
  value: unknown,
  now = new Date(),
  asTable = tableIn,
  fields = NO_FIELDS,
): ListRecord | null {
  if (!isRow(value)) return null;
  const tables: ListRecord['tables'] = [];
  const without = (row: Row, before: string[], levels: number): Row => {
    const kept = Object.entries(row).flatMap(([name, inner]): [string, unknown][] => {
      const path = [...before, name];
      const isMore = Array.isArray(inner) && tables.length < MOST_TABLES;
      const table = isMore ? asTable(inner, name, now, fieldsBelow(fields, path)) : null;
      if (table)
        tables.push({ path: path.join('.'), table: { ...table, more: table.more || saysMore(row) } });
      if (table) return [];
      if (levels === 0 || !isRow(inner)) return [[name, inner]];
      const rest = without(inner, path, levels - 1);
      return Object.keys(rest).length === 0 && Object.keys(inner).length > 0 ? [] : [[name, rest]];
    });
    return Object.fromEntries(kept);
  };
  const others = without(value, [], 1);
  return tables.length > 0 ? { tables, others } : null;
}

/** Whether the value is a list, alone or with `meta`, and there is nothing in it. */
export function isEmptyList(value: unknown): boolean {
  return arrayIn(value)?.length === 0;
}

function listIn(value: unknown): Row[] | null {
  const list = arrayIn(value);
  return list && list.length > 0 && list.every(isFlat) ? list : null;
}

/** The list itself, or the one list among an object's properties when nothing but `meta` stands beside it. */
function arrayIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRow(value)) return null;
  const besides = Object.entries(value).filter(([name]) => name !== 'meta');
  const [only] = besides;
  return besides.length === 1 && only && Array.isArray(only[1]) ? only[1] : null;
}

/** Where in the value that list stands. */
function trailIn(value: unknown): string[] {
  const list = arrayIn(value);
  return isRow(value) ? Object.keys(value).filter((name) => value[name] === list) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

const isScalarList = (value: unknown) => Array.isArray(value) && value.every(isScalar);

/** Something to read in it, and other than scalars at most short lists of them, and objects of both (`customer: {id, name}`). */
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

type Unplaced = Omit<Column, 'place'>;

/** At most `MOST_COLUMNS`, in their order. Money is the last to be left out, and of money the last sum. */
function fewest(columns: Unplaced[]): Unplaced[] {
  const money = columns.filter((column) => column.kind === 'money').slice(-MOST_COLUMNS + 1);
  const others = columns.filter((column) => column.kind !== 'money').slice(0, MOST_COLUMNS - money.length);
  return columns.filter((column) => money.includes(column) || others.includes(column));
}

function columnsOf(rows: Row[], fields: Fields): Unplaced[] {
  const paths = new Map<string, string[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const inner = isRow(value) ? Object.keys(value) : [null];
      for (const key of inner) {
        const path = key === null ? [name] : [name, key];
        paths.set(JSON.stringify(path), path);
      }
    }
  }
  const found = [...paths.values()];
  const said = found.map((path) => fieldAt(fields, path));
  const labels = labelsOf(
    found,
    said.map((field) => field?.title),
  );
  const columns = found.map((path, at) => ({
    path,
    label: labels[at] ?? '',
    kind: kindOf(rows, path, said[at]?.format),
    ...(said[at]?.about && { about: said[at].about }),
    ...(said[at]?.values && { values: said[at].values }),
    short: rows.every((row) => String(valueAt(row, path) ?? '').length <= SHORT),
  }));
  const hasMoney = columns.some((column) => column.kind === 'money');
  return columns
    .filter((column) => !(hasMoney && column.path.at(-1) === 'currency'))
    .sort((one, other) => rank(one) - rank(other));
}

/** What the row is about, facts as the tool has them, money, how to reach it and when it was kept, ids. (Stable.) */
function rank(column: Unplaced): number {
  if (column.path.length === 1 && LEADS.test(column.path[0] ?? '')) return 0;
  if (column.kind === 'money') return 2;
  if (column.kind === 'id') return 4;
  return column.short && !ASIDE.test(column.path.at(-1) ?? '') ? 1 : 3;
}

/** The money, if there is any, shares the first line with what the row is about. */
function placed(columns: Unplaced[]): Column[] {
  const money = columns.findLastIndex((column) => column.kind === 'money');
  const last = money > 0 ? money : columns.findLastIndex((column) => column.kind !== 'id');
  return columns.map((column, index) => ({
    ...column,
    place: index === 0 ? 'first' : index === last ? 'last' : 'below',
  }));
}

function valueAt(row: Row, path: string[]): unknown {
  let value: unknown = row;
  for (const name of path) {
    if (!isRow(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function kindOf(rows: Row[], path: string[], format: string | undefined): ColumnKind {
  const values = rows
    .map((row) => valueAt(row, path))
    .filter((value) => value !== null && value !== undefined);
  const name = path.at(-1) ?? '';
  // An address is words, however much it looks like an id.
  if (format === 'uri' || format === 'email') return 'text';
  const every = (pattern: RegExp) =>
    values.length > 0 && values.every((value) => typeof value === 'string' && pattern.test(value));
  if (every(DECIMAL) && (MONEY_NAME.test(name) || rows.some((row) => typeof row.currency === 'string')))
    return 'money';
  if (values.length > 0 && values.every((value) => typeof value === 'number')) {
    return MONEY_NAME.test(name) && rows.every((row) => typeof row.currency === 'string')
      ? 'money'
      : 'number';
  }
  if (every(/^-?\d+(\.\d+)?$/)) return 'number';
  if (every(DATE) || every(MOMENT)) return 'date';
  return every(ID) ? 'id' : 'text';
}

function cell(row: Row, column: Column, now: Date): Cell {
  const value = valueAt(row, column.path);
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'boolean') return { text: say(value ? 'form.yes' : 'form.no') };
  const text = Array.isArray(value) ? value.map((one) => String(one ?? '')).join(', ') : String(value);
  if (typeof value !== 'number' && isSecretName(column.path.at(-1) ?? '')) {
    return { text: say('value.secret', { count: countOf(text) }) };
  }
  const meaning = column.values && Object.hasOwn(column.values, text) ? column.values[text] : undefined;
  if (meaning !== undefined) return { text: meaning, title: text };
  if (column.kind === 'money') return { text: moneyWords(text, row.currency) };
  if (column.kind === 'number' && isPercentage(column.path.at(-1) ?? '')) return { text: `${text} %` };
  if (column.kind !== 'date') return { text };
  if (DATE.test(text)) return { text: dayOf(text, now), title: text };
  return { text: momentOf(text, now), title: exactWords(text) };
}

/** A secret is never handed on, neither to be found nor in a file. */
function shownValue(row: Row, column: Column, now: Date): unknown {
  const value = valueAt(row, column.path);
  const isSecret = typeof value === 'string' && isSecretName(column.path.at(-1) ?? '');
  return isSecret ? cell(row, column, now).text : value;
}

function currencyOf(row: Row | undefined): string | undefined {
  return typeof row?.currency === 'string' ? row.currency : undefined;
}
