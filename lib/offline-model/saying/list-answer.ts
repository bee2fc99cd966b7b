/** A list as an answer: the number, the sum, and a table with no more than was requested. */

import type { Desk, Listed } from '../desk';
import { compareCents } from '../reading/amounts';
import type { Request } from '../reading/read-request';
import { escapeText, type Row, sumOf, tableOf } from './format';

/** As many rows as a list tool gives at a time: "more" shows the next ones, whichever way a list was read. */
export const PAGE = 20;

export interface Wish {
  measure?: 'count' | 'total' | 'largest' | 'smallest' | 'latest' | 'oldest';
  /** "the 5 largest". */
  count?: number;
  /** So many rows were shown already. */
  from?: number;
}

export interface ListShape {
  /** "invoices". */
  noun: string;
  columns: readonly string[];
  /** The column that is summed and compared; absent: none is. */
  amount?: string;
  /** The column by which the newest is found; lists begin with it. */
  day?: string;
}

const ONE: Record<string, string> = {
  customers: 'customer',
  invoices: 'invoice',
  orders: 'order',
  transactions: 'transaction',
  people: 'person',
  categories: 'category',
  'bank accounts': 'bank account',
};

const MEASURES = ['count', 'total', 'largest', 'smallest', 'latest', 'oldest'] as const;

/** "The latest invoice": the total of a single record is its own amount, so nothing is added up. */
const OF_ONE =
  /\b(latest|newest|most recent|last|oldest|earliest|largest|biggest|highest|smallest|lowest)\s+(?:unpaid\s+|overdue\s+|open\s+|paid\s+)?(?:invoice|bill|order|payment|transaction)\b/i;

/** Takes what is requested of a list: the largest, the last three, the number, the sum. */
export function wishIn(request: Request, { shown }: Pick<Desk, 'shown'>): Wish {
  const isOfOne = OF_ONE.test(request.text);
  if (isOfOne) request.take('measure', 'total');
  const measure = MEASURES.find((one) => request.one('measure', one));
  const isOrder = measure !== undefined && measure !== 'count' && measure !== 'total';
  const count = isOrder ? request.one('amount') : undefined;
  const most = count ? Number(count.value) : isOfOne && measure === 'latest' ? 1 : undefined;
  return {
    ...(measure && { measure }),
    ...(most !== undefined && { count: most }),
    ...(shown !== undefined && { from: shown }),
  };
}

/** Whether all pages must be read for it. */
export const needsAll = ({ measure }: Wish): boolean => measure !== undefined && measure !== 'latest';

/** @param which how the list was narrowed: "overdue, of Halden Optics" */
export function answerList(
  { rows, hasMore }: Listed,
  shape: ListShape,
  wish: Wish,
  which: readonly string[],
): string {
  const { noun, columns, amount } = shape;
  const narrowed = which.length > 0 ? ` (${which.map((one) => escapeText(one)).join(', ')})` : '';
  if (rows.length === 0) return `There are no ${noun}${narrowed}.`;
  const ordered = inOrder(rows, shape, wish);
  const isOne = wish.measure !== undefined && ordered.length < rows.length;
  const from = wish.from ?? 0;
  const shown = ordered.slice(from, from + PAGE);
  const table = tableOf(
    shown,
    columns.filter((name) => rows.some((row) => row[name] !== undefined)),
  );
  const left = rest(ordered.length, shown.length);
  if (from > 0) return nextRows(shown.length, from + shown.length >= ordered.length, table);
  const partial = hasMore ? ` There are more than the ${rows.length} that I read.` : '';
  const sum = amount && !hasMore && wish.measure !== 'count' ? sumOf(rows, amount) : '';
  if (isOne && wish.count === undefined && ordered.length === 1)
    return `The ${wish.measure} of ${rows.length} ${noun}${narrowed}.${partial}\n\n${table}`;
  if (isOne)
    return `The ${wish.measure} **${ordered.length}** of ${rows.length} ${noun}${narrowed}.${wish.measure === 'latest' ? '' : partial}\n\n${table}${left}`;
  if (wish.measure === 'total' && sum)
    return `Total of all ${rows.length} ${noun}${narrowed}: **${sum}**.\n\n${table}${left}`;
  if (hasMore && !needsAll(wish))
    return `The first **${shown.length}** ${noun}${narrowed}; there are more: say “more”.\n\n${table}`;
  const said = `**${rows.length} ${rows.length === 1 ? (ONE[noun] ?? noun) : noun}**${narrowed}${partial ? `.${partial}` : '.'}`;
  return `${said}\n\n${table}${left}${sum && rows.length > 1 ? `\n\nIn all: **${sum}**.` : ''}`;
}

const rest = (all: number, shown: number) =>
  all > shown ? `\n\nThese are the first ${shown} of ${all}; for the next say “more”.` : '';

/** The rows after those of an earlier answer. */
export function nextRows(count: number, isEnd: boolean, table: string): string {
  if (count === 0) return 'There is nothing more to show.';
  return `The next **${count}**${isEnd ? ', and the last' : '; there are more: say “more”'}.\n\n${table}`;
}

function inOrder(rows: readonly Row[], { amount, day }: ListShape, { measure, count }: Wish): readonly Row[] {
  const by = (name: string | undefined) => (row: Row) => String((name && row[name]) ?? '');
  const most = count ?? 1;
  const cents = by(amount);
  const days = by(day);
  switch (measure) {
    case 'largest':
      return [...rows].sort((a, b) => compareCents(cents(b), cents(a))).slice(0, most);
    case 'smallest':
      return [...rows].sort((a, b) => compareCents(cents(a), cents(b))).slice(0, most);
    case 'oldest':
      return [...rows].sort((a, b) => days(a).localeCompare(days(b))).slice(0, most);
    case 'latest':
      return count === undefined ? rows : rows.slice(0, most);
    default:
      return rows;
  }
}
