/** The columns of a result's list: their kinds, their order, and which of them are shown at first. Pure. */
import { isPercentage, labelsOf } from '../table/labels';
import { type Fields, fieldAt } from './fields';

export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'id';

export interface Column {
  /** Property names from the row inwards. */
  path: string[];
  label: string;
  /** Its heading in exported files, if that is not the label. */
  exact?: string;
  kind: ColumnKind;
  /** No value is so long that it would have to be wrapped. */
  short: boolean;
  /** The tool's description of it, and of its values. */
  about?: string;
  values?: Readonly<Record<string, string>>;
  /** On phones: first or last on a row's first line, or below it. */
  place: 'first' | 'last' | 'below';
}

export type Row = Record<string, unknown>;

const MOST_COLUMNS = 12;
/** Characters that fit into a cell without a line break. */
const SHORT = 28;

const NAMES_OF_RECORDS =
  /^(name|title|number|reference|invoiceNumber|orderNumber|label|description|counterparty)$/i;
const MONEY_NAME =
  /(amount|total|balance|price|sum|net|gross|tax|due|paid|open|value|spent|income|expense)s?$/i;
/** Facts that readers seldom need: they come after the money, where a wide table is scrolled. */
const ASIDE =
  /^(e?mail|phone|fax|address|street|city|country|tax_?id|vat_?id|note|(created|updated|modified)_?at)$/i;
const DECIMAL = /^-?\d+\.\d{2}$/;
export const DATE = /^\d{4}-\d{2}-\d{2}$/;
export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const ID = /^(?=.*\d)[\w-]{6,}$/;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Unplaced = Omit<Column, 'place'>;

/**
 * Those shown at first: no ids beside the names they belong to, and none that is empty in every row. The others can be
 * chosen.
 */
export function firstOf(columns: readonly Unplaced[], rows: readonly Row[]): Unplaced[] {
  const isEmpty = ({ path }: Unplaced) => rows.every((row) => isNothing(valueAt(row, path)));
  const filled = columns.filter((column) => !isEmpty(column));
  const wanted = filled.filter((column) => !isOpaque(column, rows) || !isNamedBeside(column, filled));
  return fewest(wanted.length > 0 ? wanted : [...columns]);
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

const OWN_ID = /^(?:id|uuid)$/i;
const ID_OF = /^(.{2,40}?)(?:_id|Id|ID)$/;
const NAMES = ['name', 'title', 'number', 'reference', 'label'];

/** `cat_65e37d5d89e0`: nobody uses it as a name, unlike `INV-2744`. */
function isOpaque({ path, kind }: Unplaced, rows: readonly Row[]): boolean {
  const isUnsaid = (value: unknown) => isNothing(value) || /(?=[a-z]*\d)[\da-z]{8}/i.test(String(value));
  return kind === 'id' && rows.every((row) => isUnsaid(valueAt(row, path)));
}

/** `categoryId` beside `category`, `customer.id` beside `customer.name`, a row's own `id` beside its name. */
function isNamedBeside({ path }: Unplaced, columns: readonly Unplaced[]): boolean {
  const [first = '', second] = path;
  const said = columns.filter((one) => one.path !== path && (one.kind === 'text' || one.kind === 'id'));
  if (second !== undefined)
    return (
      OWN_ID.test(second) && said.some((one) => one.path[0] === first && NAMES.includes(one.path[1] ?? ''))
    );
  if (OWN_ID.test(first)) return said.some(isLead);
  const [, of = ''] = ID_OF.exec(first) ?? [];
  const names = [of, `${of}Name`, `${of}_name`];
  return (
    of !== '' &&
    said.some((one) => (one.path.length === 1 ? names.includes(one.path[0] ?? '') : one.path[0] === of))
  );
}

/** At most `MOST_COLUMNS`, in order. Money is the last to be left out, and of money the last amount. */
function fewest(columns: Unplaced[]): Unplaced[] {
  if (columns.length <= MOST_COLUMNS) return columns;
  const money = columns.filter((column) => column.kind === 'money').slice(-MOST_COLUMNS + 1);
  const others = columns.filter((column) => column.kind !== 'money').slice(0, MOST_COLUMNS - money.length);
  return columns.filter((column) => money.includes(column) || others.includes(column));
}

export function columnsOf(rows: Row[], fields: Fields): Unplaced[] {
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
  const sorted = columns
    .filter((column) => !(hasMoney && column.path.at(-1) === 'currency'))
    .sort((one, other) => rank(one, rows) - rank(other, rows));
  return besideDue(sorted);
}

/** How overdue something is comes next to when it was due. */
function besideDue(columns: readonly Unplaced[]): Unplaced[] {
  const isLate = ({ path }: Unplaced) => /(?:late|overdue)$/i.test(path.at(-1) ?? '');
  const late = columns.filter(isLate);
  const others = columns.filter((column) => !isLate(column));
  const due = others.findIndex(({ path, kind }) => kind === 'date' && /due/i.test(path.at(-1) ?? ''));
  return due < 0 ? [...columns] : [...others.slice(0, due + 1), ...late, ...others.slice(due + 1)];
}

/**
 * What the row is about, facts in the tool's order, seldom needed ones, money, contact data and timestamps, ids.
 * (Stable.)
 */
function rank(column: Unplaced, rows: readonly Row[]): number {
  if (isLead(column)) return 0;
  if (column.kind === 'money') return 3;
  if (column.kind === 'id') return 5;
  const name = column.path.at(-1) ?? '';
  if (!column.short || ASIDE.test(name)) return 4;
  return isPercentage(name) || rows.every((row) => isSeldomAsked(valueAt(row, column.path))) ? 2 : 1;
}

/** Whether a field with this name identifies its record by itself. */
export const namesRecord = (field: string) => NAMES_OF_RECORDS.test(field);

/** Whether it says by itself what a row is about. */
export const isLead = ({ path }: Pick<Unplaced, 'path'>) => path.length === 1 && namesRecord(path[0] ?? '');

/** An exact time at which something was done; that something is not the case. */
function isSeldomAsked(value: unknown): boolean {
  return isNothing(value) || value === false || (typeof value === 'string' && MOMENT.test(value));
}

/** The money, if any, shares the first line with what the row is about. */
export function placed(columns: Unplaced[]): Column[] {
  const money = columns.findLastIndex((column) => column.kind === 'money');
  const last = money > 0 ? money : columns.findLastIndex((column) => column.kind !== 'id');
  return columns.map((column, index) => ({
    ...column,
    place: index === 0 ? 'first' : index === last ? 'last' : 'below',
  }));
}

export function valueAt(row: Row, path: string[]): unknown {
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
  // An address is text, however much it looks like an id.
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
  if (every(DATE) || every(MOMENT) || every(MONTH)) return 'date';
  return every(ID) ? 'id' : 'text';
}
