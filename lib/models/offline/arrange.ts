/** The rows of a list as they were asked for: those that fit, in the order that was said, and no more. */
import type { DraftCall } from './draft-call';
import { columnNamed, hasValue, leaveOut } from './exclusions';
import { currencyOf, escapeText, heading, isAmount } from './format';
import { mentionsWords } from './match-row';
import { sortRows } from './order';
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
  /** What was asked for and could not be applied. */
  notApplied: string[];
  notes: string[];
}

export function arrange(call: DraftCall, page: Page): Arranged {
  const { wanted, idle, fits } = soughtIn(page.rows, wordsLeft(call));
  const mentioning = page.rows.filter(fits);
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
      ...applied.map((exclusion) => escapeText(exclusion.said)),
    ],
    order: sorted ? inWordsOf(sorted.column, sorted.rows) : '',
    column: sorted?.column,
    notApplied: [
      ...idle.map((span) => quoted(span.text)),
      ...call.excluded.filter((exclusion) => !applied.includes(exclusion)).map(({ said }) => quoted(said)),
      ...(call.order && !sorted && rows.length > 1 ? [quoted(call.order.said)] : []),
    ],
    notes: sorted ? currencyNote(sorted.column, sorted.rows) : [],
  };
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
