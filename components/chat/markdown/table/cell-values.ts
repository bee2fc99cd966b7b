/**
 * The values of the texts in a column of an answer's table, for sorting and exporting: amounts, figures, days. Pure.
 */
import { readerLocale } from '@/components/tool-call/table/cell-words';

export type CellKind = 'money' | 'figure' | 'date' | 'reference' | 'text';

const NUMBER = String.raw`\d[\d.,'’\s]*`;
const SIGN = '[-−+]?';
const MONEY = new RegExp(String.raw`^${SIGN}\d{1,3}(?:[.,’'\s]?\d{3})*[.,]\d{2}$`);
const CURRENCY = new RegExp(
  String.raw`^${SIGN}(?:[€$£]\s?${SIGN}${NUMBER}|${NUMBER}(?:[A-Z]{3}|[€$£])|[A-Z]{3}\s${SIGN}${NUMBER})$`,
);
const FIGURE = /^[-−+]?\d[\d,.]*(?:\s?(?:%|[a-z]{1,7}))?$/;
const REFERENCE = /^(?=.*\d)[A-Za-z]+[-_][\w-]+$/;
const DOTTED = /^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}$/;
/** "30 Nov 2026", "2026-11-30", "14. September, 14:02", "Nov 3": only numerals and names of months. */
const DATE =
  /^(?=.*\d)(?:(?:\d{1,4}(?:st|nd|rd|th)?|\d{1,2}:\d{2}|UTC|(?:Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez)\p{L}*)(?:[\s,./-]+|$))+$/u;
/** A placeholder for a missing value says nothing about the column's kind. */
const BLANK = /^(?:[-–—]|n\/a)?$/i;

export const isBlank = (text: string) => BLANK.test(text);

export function kindOf(texts: readonly string[]): CellKind {
  const values = texts.filter((text) => !isBlank(text));
  const every = (...patterns: RegExp[]) =>
    values.length > 0 && values.every((value) => patterns.some((pattern) => pattern.test(value)));
  if (every(DOTTED)) return 'date';
  if (every(MONEY, CURRENCY)) return 'money';
  if (every(FIGURE)) return 'figure';
  if (every(DATE)) return 'date';
  return every(REFERENCE) ? 'reference' : 'text';
}

/** A cell's exact value: `1,062.50 EUR` as `1062.50` and `EUR`, `30 Nov 2026` as `2026-11-30`. */
export interface Exact {
  text: string;
  /** Currency or measure of a figure. */
  unit: string;
}

/** @param texts of the whole column, which together show whether its comma groups thousands */
export function exactly(kind: CellKind, texts: readonly string[]): Exact[] {
  const mark = kind === 'money' || kind === 'figure' ? decimalMark(texts) : '.';
  return texts.map((text) => {
    if (isBlank(text)) return { text: '', unit: '' };
    if (kind === 'date') return { text: isoOf(text) ?? text, unit: '' };
    const isFigure = kind === 'money' || kind === 'figure';
    return isFigure ? { text: decimalOf(text, mark), unit: unitOf(text) } : { text, unit: '' };
  });
}

const unitOf = (text: string) => /[A-Z]{3}|[€$£%]|[a-z]{1,7}$/.exec(text)?.[0] ?? '';

/**
 * For a column: a mark before other than three digits, or after the other mark, does not group thousands. If nothing
 * tells, the reader's language decides.
 */
function decimalMark(texts: readonly string[]): '.' | ',' {
  for (const text of texts) {
    const [, before = '', mark = '', after = ''] = /(\d[\d.,'’\s]*)([.,])(\d+)(?!.*\d)/.exec(text) ?? [];
    if (mark === '') continue;
    const other = mark === '.' ? ',' : '.';
    if (before.includes(mark)) return other;
    if (before.includes(other) || after.length !== 3 || before === '0') return mark as '.' | ',';
  }
  return readerLocale().startsWith('de') ? ',' : '.';
}

function decimalOf(text: string, mark: '.' | ','): string {
  const digits = text.replace(/[^\d.,]/g, '');
  const plain = [...digits].map((one) => (/\d/.test(one) ? one : one === mark ? '.' : '')).join('');
  return `${/[-−]/.test(text) ? '-' : ''}${plain.replace(/\.$/, '')}`;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const GERMAN: Readonly<Record<string, string>> = { mär: 'mar', mai: 'may', okt: 'oct', dez: 'dec' };

interface Day {
  year?: number;
  month?: number;
  day?: number;
  clock?: string;
}

function dayIn(text: string): Day {
  const [, clock] = /\b(\d{1,2}:\d{2})\b/.exec(text) ?? [];
  const rest = text.replace(/\d{1,2}:\d{2}/, '');
  const numbers = [...rest.matchAll(/\d+/g)].map(([digits]) => digits);
  const [, name] = /(\p{L}{3})/u.exec(rest.replace('UTC', '')) ?? [];
  const year = numbers.find((digits) => digits.length === 4);
  const others = numbers.filter((digits) => digits.length < 3).map(Number);
  const found = { ...(year && { year: Number(year) }), ...(clock && { clock }) };
  if (name !== undefined) {
    const short = name.toLowerCase();
    const at = MONTHS.indexOf(GERMAN[short] ?? short);
    return { ...found, ...(at >= 0 && { month: at + 1 }), ...(others[0] && { day: others[0] }) };
  }
  // If the year comes first, the month is next. Otherwise the day comes first, if possible.
  const isYearFirst = numbers[0] === year;
  const [one, two] = isYearFirst || (others[1] ?? 0) > 12 ? others : [others[1], others[0]];
  return { ...found, ...(one && { month: one }), ...(two && { day: two }) };
}

const two = (number: number) => String(number).padStart(2, '0');

/** @returns undefined if the text does not name the year */
function isoOf(text: string): string | undefined {
  const { year, month, day, clock } = dayIn(text);
  if (year === undefined || month === undefined) return undefined;
  const date = [year, two(month), ...(day === undefined ? [] : [two(day)])].join('-');
  return clock === undefined ? date : `${date} ${clock.padStart(5, '0')}`;
}

/** The sort value of a day; without a year it is taken to be this year. */
function timeOf(text: string, now: Date): number {
  const { year = now.getFullYear(), month = 1, day = 1, clock = '0:0' } = dayIn(text);
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return Date.UTC(year, month - 1, day, hours, minutes);
}

/** The sort key of a row: within one currency, or unit. Absent if the cell is empty. */
export interface SortKey {
  group: string;
  value: number | string;
}

export function keysOf(kind: CellKind, texts: readonly string[], now = new Date()): (SortKey | undefined)[] {
  const exact = exactly(kind, texts);
  return texts.map((text, at) => {
    if (isBlank(text)) return undefined;
    if (kind === 'date') return { group: '', value: timeOf(text, now) };
    const { text: said = '', unit = '' } = exact[at] ?? {};
    const isFigure = kind === 'money' || kind === 'figure';
    return isFigure ? { group: unit, value: Number(said) } : { group: '', value: text };
  });
}
