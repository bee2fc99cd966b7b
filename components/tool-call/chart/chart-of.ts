/**
 * What can be drawn of a result's list: amounts over time as lines, by category as bars or shares, balances as tiles.
 * The columns and their values decide, never only the model's words: the same list gives the same chart. Pure.
 */
import type { Column, ResultTable } from '../result/result-table';
import { dayOf, moneyWords, monthOf } from '../table/cell-words';
import { isPercentage } from '../table/labels';

export const KINDS = ['line', 'bar', 'share', 'tiles'] as const;
export type ChartKind = (typeof KINDS)[number];

export interface Series {
  /** The currency, the measure or the month; untrusted text. */
  name: string;
  /** In the order of the categories; null: no value. */
  values: (number | null)[];
  /** The same, as exact text. */
  words: string[];
}

export interface Chart {
  kind: ChartKind;
  /** How else the same list could be drawn; includes `kind`. */
  kinds: ChartKind[];
  /** What is measured, and by what. */
  measure: string;
  by: string;
  categories: string[];
  series: Series[];
  /** How many categories were combined into the last one. */
  others: number;
  /** How many series are not drawn. */
  left: number;
  /** Of the amounts, in the order of the series: several cannot be compared with each other. */
  currencies: string[];
}

export interface ChartWish {
  kind?: ChartKind | undefined;
  /** Names of columns, as in the result: `customer.name`. */
  label?: string | undefined;
  values?: readonly string[] | undefined;
}

/** More bars cannot be read. */
const MOST = { bars: 12, shares: 6, lines: 400, series: 6, tiles: 12 };

const NO_MEASURE =
  /(?:rate|price|percent|percentage|year|month|day|id|number|page|position|lat|lng|latitude|longitude)$/i;
const BALANCE = /(?:balance|available)$/i;
const MONTH = /^\d{4}-\d{2}$/;

interface Parts {
  table: ResultTable;
  by: Column;
  /** Days or months. */
  isTime: boolean;
  measures: Column[];
}

/** @returns null if nothing in the list is an amount, or the wish names something that does not exist */
export function chartOf(table: ResultTable, wish: ChartWish = {}): Chart | null {
  const parts = partsOf(table, wish);
  if (!parts) return null;
  const kinds = kindsFor(parts);
  const kind = wish.kind ?? kinds[0];
  if (kind === undefined || !kinds.includes(kind)) return null;
  return drawn(parts, kind, kinds);
}

function partsOf(table: ResultTable, wish: ChartWish): Parts | null {
  if (table.nameless || table.rows.length === 0) return null;
  const all = [...table.columns, ...table.others];
  const named = (name: string) => all.find(({ path }) => path.join('.') === name);
  const wished = wish.values?.map(named);
  if (wished?.some((one) => !one || !isFigure(one)) || (wish.label && !named(wish.label))) return null;
  const months = all.filter(({ path, kind }) => MONTH.test(path.at(-1) ?? '') && isFigureKind(kind));
  const own = months.length > 1 ? months : bestMeasure(all);
  const measures = (wished as Column[] | undefined) ?? own;
  const by = wish.label ? named(wish.label) : labelColumn(table, all, measures);
  if (!by || measures.length === 0) return null;
  return { table, by, isTime: isTime(table, by), measures };
}

const isFigureKind = (kind: Column['kind']) => kind === 'money' || kind === 'number';

function isFigure({ path, kind }: Column): boolean {
  const name = path.at(-1) ?? '';
  return isFigureKind(kind) && !isPercentage(name);
}

/** The last amount of money, otherwise the first figure worth drawing. */
function bestMeasure(all: readonly Column[]): Column[] {
  const figures = all.filter((column) => isFigure(column) && !NO_MEASURE.test(column.path.at(-1) ?? ''));
  const money = figures.filter(({ kind }) => kind === 'money').at(-1);
  const best = money ?? figures[0];
  return best ? [best] : [];
}

/** Days before names for individual amounts, since such a list is a history. Otherwise what a row is about. */
function labelColumn(
  table: ResultTable,
  all: readonly Column[],
  measures: readonly Column[],
): Column | undefined {
  const free = all.filter((column) => !measures.includes(column));
  const time = free.find((column) => isTime(table, column));
  const first = free.find(({ place, kind }) => place === 'first' && kind !== 'date');
  const text = first ?? free.find(({ kind }) => kind === 'text' || kind === 'id');
  const isLedger = time !== undefined && !/^due/i.test(time.path.at(-1) ?? '') && distinct(table, time) >= 3;
  return isLedger && measures.length === 1 ? time : (text ?? time);
}

function isTime(table: ResultTable, column: Column): boolean {
  if (column.kind === 'date') return true;
  const values = table.rows.map((_, row) => table.value(row, column));
  return values.every((value) => typeof value === 'string' && MONTH.test(value));
}

function distinct(table: ResultTable, column: Column): number {
  return new Set(table.rows.map((_, row) => table.value(row, column))).size;
}

/** The first one is the default. */
function kindsFor({ table, by, isTime: overTime, measures }: Parts): ChartKind[] {
  const rows = table.rows.length;
  const currencies = new Set(table.rows.map((_, row) => table.currency(row)));
  const isOne = measures.length === 1 && currencies.size === 1;
  const values = measures.flatMap((one) => table.rows.map((_, row) => Number(table.value(row, one) ?? 0)));
  const mayShare =
    isOne &&
    rows > 1 &&
    !overTime &&
    values.every((value) => value >= 0) &&
    values.some((value) => value > 0);
  const isBalance =
    measures.length === 1 && BALANCE.test(measures[0]?.path.at(-1) ?? '') && rows <= MOST.tiles;
  const kinds: ChartKind[] = [];
  if (isBalance && !overTime) kinds.push('tiles');
  if (overTime && distinct(table, by) > 1) kinds.push('line');
  // With enough months as columns, each row is a line.
  if (!overTime && measures.length > 3 && measures.every(({ path }) => MONTH.test(path.at(-1) ?? '')))
    kinds.push('line');
  kinds.push('bar');
  if (mayShare) kinds.push('share');
  if (!isBalance && !overTime && measures.length === 1 && rows <= MOST.tiles) kinds.push('tiles');
  return kinds;
}

/** Sums in the smallest unit, so that they are exact. */
type Sums = Map<string, Map<string, bigint>>;

function drawn(parts: Parts, kind: ChartKind, kinds: ChartKind[]): Chart {
  const isAcross = kind === 'line' && !parts.isTime;
  const measures = isAcross ? parts.measures : parts.measures.slice(0, MOST.series);
  const { keys, sums, scale } = summed({ ...parts, measures }, isAcross);
  const order = parts.isTime || isAcross ? [...keys].sort() : [...keys];
  const names = [...sums.keys()];
  const most = kind === 'share' ? MOST.shares : kind === 'line' ? MOST.lines : MOST.bars;
  const { shown, rest } = cut(order, most, parts.isTime || isAcross, sums);
  const said = (key: string) => (parts.isTime || isAcross ? timeWords(key) : key);
  const categories = [...shown.map(said), ...(rest.length > 0 ? [''] : [])];
  const series = names
    .slice(0, MOST.series)
    .map((name) => seriesOf(name, sums.get(name), { shown, rest, scale, kind }));
  return {
    kind,
    kinds,
    categories,
    series,
    others: rest.length,
    left: names.length - series.length,
    measure: measures.map(({ label }) => label).join(', '),
    by: parts.by.label,
    currencies: [...new Set(series.flatMap(({ name }) => currencyIn(name) ?? []))],
  };
}

/** The currency at the end of a series' name, if it is of amounts. */
function currencyIn(name: string): string | undefined {
  const last = name.split(', ').at(-1) ?? '';
  return /^[A-Z]{3}$/.test(last) ? last : undefined;
}

/** The values of each category, for each series: a currency, a measure, or (`across`) a row. */
function summed({ table, by, isTime: overTime, measures }: Parts, across: boolean) {
  const scale = Math.max(
    ...measures.flatMap((one) => table.rows.map((_, row) => places(table.value(row, one)))),
  );
  const unit = overTime ? bucketOf(table, by) : undefined;
  const keys = new Set<string>();
  const sums: Sums = new Map();
  for (let row = 0; row < table.rows.length; row++) {
    const label = unit ? unit(table.value(row, by)) : table.cell(row, by).text;
    for (const one of measures) {
      const value = table.value(row, one);
      if (label === '' || value === null || value === undefined || value === '') continue;
      const currency = one.kind === 'money' ? (table.currency(row) ?? '') : '';
      const measure = measures.length > 1 ? one.label : '';
      const key = across ? (one.path.at(-1) ?? '') : label;
      const name = [across ? label : measure, currency].filter(Boolean).join(', ');
      keys.add(key);
      const series = sums.get(name) ?? new Map<string, bigint>();
      series.set(key, (series.get(key) ?? 0n) + scaled(value, scale));
      sums.set(name, series);
    }
  }
  return { keys, sums, scale };
}

const places = (value: unknown) => /\.(\d{1,6})/.exec(String(value ?? ''))?.[1]?.length ?? 0;

/** `12.5` with two decimals as 1250n. */
function scaled(value: unknown, scale: number): bigint {
  const text = String(value);
  if (!/^-?\d{1,24}(?:\.\d+)?$/.test(text)) return BigInt(Math.round((Number(value) || 0) * 10 ** scale));
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(`${whole}${part.slice(0, scale).padEnd(scale, '0')}`);
}

/** Days stay days; a period of more than three months is grouped by month. */
function bucketOf(table: ResultTable, by: Column): (value: unknown) => string {
  const texts = table.rows.map((_, row) => String(table.value(row, by) ?? '').slice(0, 10)).filter(Boolean);
  const times = texts.map((text) => Date.parse(text)).filter((time) => !Number.isNaN(time));
  const days =
    (times.reduce((a, b) => Math.max(a, b), -Infinity) - times.reduce((a, b) => Math.min(a, b), Infinity)) /
    86_400_000;
  const length = days > 92 ? 7 : 10;
  return (value) => String(value ?? '').slice(0, length);
}

/** If there are too many, the largest are kept; of a period, its end. */
function cut(
  keys: readonly string[],
  most: number,
  inTime: boolean,
  sums: Sums,
): { shown: string[]; rest: string[] } {
  if (keys.length <= most) return { shown: [...keys], rest: [] };
  if (inTime) return { shown: keys.slice(-most), rest: [] };
  const size = (key: string) => [...sums.values()].reduce((sum, one) => sum + abs(one.get(key) ?? 0n), 0n);
  const ranked = [...keys].sort((one, other) =>
    size(other) > size(one) ? 1 : size(other) < size(one) ? -1 : 0,
  );
  const kept = new Set(ranked.slice(0, most - 1));
  return { shown: keys.filter((key) => kept.has(key)), rest: keys.filter((key) => !kept.has(key)) };
}

const abs = (value: bigint) => (value < 0n ? -value : value);

interface Cutting {
  shown: readonly string[];
  rest: readonly string[];
  scale: number;
  kind: ChartKind;
}

function seriesOf(
  name: string,
  sums: Map<string, bigint> | undefined,
  { shown, rest, scale, kind }: Cutting,
): Series {
  const others = rest.reduce<bigint | undefined>((sum, key) => {
    const value = sums?.get(key);
    return value === undefined ? sum : (sum ?? 0n) + value;
  }, undefined);
  // Without events there is no expense; only then a line continues at zero.
  const found = [...shown.map((key) => sums?.get(key)), ...(rest.length > 0 ? [others] : [])];
  return {
    name,
    values: found.map((value) =>
      value === undefined ? (kind === 'line' ? null : 0) : Number(value) / 10 ** scale,
    ),
    words: found.map((value) => (value === undefined ? '' : amountWords(value, scale, currencyIn(name)))),
  };
}

function amountWords(value: bigint, scale: number, currency: string | undefined): string {
  const digits = String(abs(value)).padStart(scale + 1, '0');
  const whole = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return moneyWords(`${value < 0n ? '-' : ''}${whole}`, currency);
}

function timeWords(key: string): string {
  return MONTH.test(key) ? monthOf(key) : dayOf(key, new Date());
}
