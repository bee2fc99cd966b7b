/** The rows of a list as they were asked for: those that fit, in the order that was said, and no more. */
import type { FoundDate } from './dates';
import type { DraftCall } from './draft-call';
import { columnNamed, hasValue, leaveOut } from './exclusions';
import { currencyOf, escapeText, formatValue, heading, isAmount } from './format';
import { mentionsWords } from './match-row';
import { wordsIgnored } from './not-understood';
import { dayColumn, sortRows } from './order';
import { wordsLeft } from './pages';
import { own, type Page, type Row } from './rows';
import type { Span } from './spans';

export interface Arranged {
  rows: Row[];
  /** How many there were before it was cut to the number that was asked for. */
  of: number;
  /** What was filtered here, in words. */
  filters: string[];
  /** "sorted by total, largest first", or nothing. */
  order: string;
  /** The property that the rows are sorted by. */
  column: string | undefined;
  /** Whether there can be no more rows that fit: all were read, or all of the time that is asked for. */
  isWhole: boolean;
  /** What was asked for and could not be applied. */
  notApplied: string[];
  notes: string[];
}

export function arrange(call: DraftCall, page: Page): Arranged {
  const { wanted, idle, fits } = soughtIn(page.rows, wordsLeft(call));
  const timed = timesOf(page.rows, call);
  const mentioning = page.rows.filter(
    (row) => fits(row) && timed.every(({ column, date }) => isWithin(row, column, date)),
  );
  const { rows, applied } = leaveOut(mentioning, call.excluded);
  const sorted = call.order && sortRows(rows, call.order);
  const shown = sorted?.rows ?? rows;
  const isCut = call.order?.count !== undefined && sorted !== undefined;
  const quoted = (text: string) => `“${escapeText(text)}”`;
  return {
    rows: isCut ? shown.slice(0, call.order?.count) : shown,
    of: shown.length,
    filters: [
      ...wanted.map((span) =>
        span.column === undefined ? `mentioning ${quoted(span.text)}` : `with ${quoted(span.text)}`,
      ),
      ...timed.map(({ column, date }) => `${heading(column).toLowerCase()} ${spanOf(date)}`),
      ...applied.map((exclusion) => escapeText(exclusion.said)),
    ],
    order: sorted ? inWordsOf(sorted.column, sorted.rows) : '',
    column: sorted?.column,
    isWhole: page.cursor === undefined || timed.some((one) => isPassed(page.rows, one)),
    notApplied: [
      ...(timed.length > 0
        ? []
        : call.idleDates.map(({ start, end }) => quoted(call.request.text.slice(start, end)))),
      ...idle.map((span) => quoted(span.text)),
      ...call.excluded.filter((exclusion) => !applied.includes(exclusion)).map(({ said }) => quoted(said)),
      ...(call.order && !sorted && rows.length > 1 ? [quoted(call.order.said)] : []),
    ],
    notes: sorted ? currencyNote(sorted.column, sorted.rows) : [],
  };
}

/** Days that no filter took, looked for in the day that the request speaks of ("paid"), else in the usual one. */
function timesOf(rows: readonly Row[], call: DraftCall): { column: string; date: FoundDate }[] {
  const hint = call.request.tokens.filter((token) => token.kind === 'word').map((token) => token.stem);
  // "Bought this year": of what is not understood, no day here is the day.
  const isClear = wordsIgnored(call).every((text) => MADE.test(text));
  const column = call.tool.reads && call.idleDates.length > 0 ? dayColumn(rows, hint, isClear) : undefined;
  return column === undefined ? [] : call.idleDates.map((date) => ({ column, date }));
}

/** Words for the usual day of a thing. */
const MADE = /^(?:wrote|written|write|made|make|issued?|added|joined|booked|placed|came|new)$/i;

/** The rows fall from day to day, and the last is before the time that is asked for. */
function isPassed(rows: readonly Row[], { column, date }: { column: string; date: FoundDate }): boolean {
  const days = rows.map((row) => String(own(row, column) ?? '').slice(0, 10)).filter((day) => day !== '');
  const isFalling = days.every((day, index) => index === 0 || day <= (days[index - 1] ?? ''));
  return (
    isFalling && date.bound !== 'before' && date.bound !== 'until' && (days.at(-1) ?? date.from) < date.from
  );
}

function isWithin(row: Row, column: string, { from, to, bound }: FoundDate): boolean {
  const day = String(own(row, column) ?? '').slice(0, 10);
  if (day === '') return false;
  if (bound === 'since') return day >= from;
  if (bound === 'before') return day < from;
  return bound === 'until' ? day <= to : day >= from && day <= to;
}

function spanOf({ from, to, bound }: FoundDate): string {
  const day = (value: string) => formatValue(value, {});
  if (bound === 'since') return `since ${day(from)}`;
  if (bound === 'before') return `before ${day(from)}`;
  if (bound === 'until') return `until ${day(to)}`;
  return from === to ? `on ${day(from)}` : `from ${day(from)} to ${day(to)}`;
}

interface Sought {
  text: string;
  /** The property that it names: "customers with phone". */
  column: string | undefined;
}

/** What of the words can be told by the rows: a name always, other words only when a row or a column has them. */
function soughtIn(rows: readonly Row[], spans: readonly Span[]) {
  const known = spans.map((span) => ({ span, text: span.text, column: columnNamed(rows, span.text) }));
  const isTold = ({ span, text, column }: (typeof known)[number]) =>
    span.form !== 'words' || column !== undefined || rows.some((row) => mentionsWords(row, text));
  const wanted: Sought[] = known.filter(isTold);
  const idle: Sought[] = known.filter((one) => !isTold(one));
  const fits = (row: Row) =>
    wanted.every(({ text, column }) =>
      column === undefined ? mentionsWords(row, text) : hasValue(own(row, column)),
    );
  return { wanted, idle, fits };
}

/** "sorted by due date, 2026-01-02 first" says it for every kind of value. */
function inWordsOf(column: string, rows: readonly Row[]): string {
  const values = rows.map((row) => own(row, column)).filter((value) => value !== null && value !== undefined);
  const [first, last] = [values[0], values.at(-1)];
  const isFigure = isAmount(first) || typeof first === 'number';
  const size = (value: unknown) => (isFigure ? Math.abs(Number(value)) : String(value));
  const isRising = size(first) < size(last);
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(String(first));
  const end = isFigure ? (isRising ? 'smallest' : 'largest') : isDate ? (isRising ? 'oldest' : 'newest') : '';
  return `sorted by ${heading(column).toLowerCase()}${end && values.length > 1 ? `, ${end} first` : ''}`;
}

function currencyNote(column: string, rows: readonly Row[]): string[] {
  const currencies = new Set(rows.filter((row) => isAmount(own(row, column))).map(currencyOf));
  return currencies.size > 1 ? ['Amounts in different currencies are compared by their figures alone.'] : [];
}
