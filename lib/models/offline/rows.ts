/** Rows of a tool's result: where they are in it, what they are called, whether there are more. */
import { splitName } from './words';

export type Row = Record<string, unknown>;

export interface Page {
  rows: Row[];
  /** Pass it on to get what follows; absent at the end. */
  cursor?: string;
  /** How many there are altogether, when the result says so. */
  total?: number;
}

/** A list of things, in whatever property it lies; nothing when the result is no list. */
export function pageOf(value: unknown): Page | undefined {
  if (Array.isArray(value)) return value.every(isRow) ? { rows: value } : undefined;
  if (!isRow(value)) return undefined;
  const lists = Object.values(value).filter(
    (field): field is Row[] => Array.isArray(field) && field.every(isRow),
  );
  const known = ['data', 'items', 'results', 'rows', 'records'].map((name) => own(value, name));
  const rows =
    known.find((field): field is Row[] => Array.isArray(field) && field.every(isRow)) ??
    onlyList(value, lists);
  return rows && { rows, ...moreOf(value) };
}

/** A list beside single values belongs to the thing (an invoice's lines); alone, or with its paging only, it is the answer. */
function onlyList(value: Row, lists: Row[][]): Row[] | undefined {
  const others = Object.entries(value).filter(([name, field]) => !Array.isArray(field) && !isPaging(name));
  return lists.length === 1 && others.length === 0 ? lists[0] : undefined;
}

function isPaging(name: string): boolean {
  return /^(meta|paging|pagination|page|total|totalcount|count|cursor|next|nextcursor|nextpagetoken|hasmore|hasnextpage)$/i.test(
    name.replaceAll('_', ''),
  );
}

function moreOf(value: Row): Pick<Page, 'cursor' | 'total'> {
  const meta = [own(value, 'meta'), own(value, 'pagination'), value].filter(isRow);
  const read = (names: string[]) => meta.flatMap((part) => names.map((name) => own(part, name)));
  const isOver = read(['hasNextPage', 'has_next_page', 'hasMore', 'has_more']).includes(false);
  const cursors = read(['cursor', 'nextCursor', 'next_cursor', 'nextPageToken']);
  const cursor = isOver
    ? undefined
    : cursors.find((one): one is string => typeof one === 'string' && one !== '');
  const total = read(['total', 'totalCount', 'total_count']).find((one) => typeof one === 'number');
  return { ...(cursor !== undefined && { cursor }), ...(typeof total === 'number' && { total }) };
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property; nothing is read from prototypes. */
export function own(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

const LABELS = [
  'name',
  'title',
  'reference',
  'summary',
  'subject',
  'label',
  'fullname',
  'displayname',
  'key',
  'number',
  'email',
];

const NO_LABEL = /^(id|currency|status|state|kind|type|role|direction)$/i;

/** What people call the thing in a row: its name, else its title, reference and so on. */
export function labelOf(row: Row): string | undefined {
  const texts = Object.entries(row).filter(
    ([, value]) => isWord(value) && !/^-?\d+\.\d{2}$|^\d{4}-\d{2}(?:-\d{2}|$)/.test(String(value)),
  );
  for (const label of LABELS) {
    const found = texts.find(([name]) => splitName(name).join('') === label);
    if (found) return String(found[1]);
  }
  const first = texts.find(
    ([name, value]) => !isIdName(name) && !NO_LABEL.test(name) && typeof value === 'string',
  );
  return first && String(first[1]);
}

export function isIdName(name: string): boolean {
  return /(^|[a-z])_?(Id|ID|id|Ids|uuid|Uuid)$/.test(name) && !/^(paid|void|valid|grid|bid)$/i.test(name);
}

function isWord(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The row's own id for a parameter: under the parameter's name, or a usual one. */
export function idIn(row: Row, param: string): string | number | undefined {
  const plain = splitName(param).join('');
  const names = Object.keys(row);
  const ofParam = names.find((name) => splitName(name).join('') === plain);
  for (const name of [ofParam, 'id', '_id', 'uuid', 'key', 'number', 'slug']) {
    const value = name === undefined ? undefined : own(row, name);
    if (isWord(value)) return value;
  }
  const ids = names.filter(isIdName);
  const [only] = ids;
  const value = ids.length === 1 && only !== undefined ? own(row, only) : undefined;
  return isWord(value) ? value : undefined;
}
