/**
 * The figures of the page: sums by day, person or model, a chart of them, and a file. Pure, except for the reader's
 * language.
 */
import type { Chart } from '@/components/tool-call/chart/chart-of';
import { csvText } from '@/components/tool-call/table/csv';
import { currentIntl } from '@/components/words/say';
import type { UsedView } from '@/lib/limits/usage-view';

export const WAYS = ['day', 'person', 'model'] as const;
export type Way = (typeof WAYS)[number];

export interface Sum {
  key: string;
  label: string;
  requests: number;
  read: number;
  written: number;
  /** In millionths, by currency. */
  cost: [currency: string, amount: number][];
}

/** Days oldest first, people and models by usage. @param gone label for people who have left */
export function sumsBy(way: Way, rows: readonly UsedView[], gone: string): Sum[] {
  const sums = new Map<string, Sum & { money: Map<string, number> }>();
  for (const row of rows) {
    const [key, label] = keyOf(way, row, gone);
    const sum = sums.get(key) ?? { key, label, requests: 0, read: 0, written: 0, cost: [], money: new Map() };
    sum.requests += row.requests;
    sum.read += row.read;
    sum.written += row.written;
    if (row.currency !== null) sum.money.set(row.currency, (sum.money.get(row.currency) ?? 0) + row.cost);
    sums.set(key, sum);
  }
  const all = [...sums.values()].map(({ money, ...sum }) => ({ ...sum, cost: [...money] }));
  if (way === 'day') return all.toSorted((one, other) => one.key.localeCompare(other.key));
  return all.toSorted((one, other) => tokensOf(other) - tokensOf(one));
}

const tokensOf = ({ read, written }: Sum) => read + written;

function keyOf(way: Way, { day, userId, name, model }: UsedView, gone: string): [string, string] {
  if (way === 'day') return [day, dayWords(day, { day: 'numeric', month: 'short', year: 'numeric' })];
  return way === 'person' ? [userId, name ?? gone] : [model, model];
}

/** `27 Nov 2026`, for a day in UTC. */
function dayWords(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentIntl(), { ...parts, timeZone: 'UTC' }).format(new Date(day));
}

/** The total, if there is more than one. */
export function totalOf(sums: readonly Sum[], label: string): Sum | null {
  if (sums.length < 2) return null;
  const money = new Map<string, number>();
  for (const [currency, amount] of sums.flatMap(({ cost }) => cost))
    money.set(currency, (money.get(currency) ?? 0) + amount);
  const all = (field: 'requests' | 'read' | 'written') => sums.reduce((sum, one) => sum + one[field], 0);
  return {
    key: '',
    label,
    requests: all('requests'),
    read: all('read'),
    written: all('written'),
    cost: [...money],
  };
}

const MOST = 31;
const DAY_MS = 86_400_000;

/** From the first day to the last, including those without a request: a time axis has no gaps. */
function everyDay(sums: readonly Sum[]): Pick<Sum, 'label' | 'read' | 'written'>[] {
  const byDay = new Map(sums.map((sum) => [sum.key, sum]));
  const last = Date.parse(sums.at(-1)?.key ?? '');
  const first = Math.max(Date.parse(sums[0]?.key ?? ''), last - (MOST - 1) * DAY_MS);
  const count = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, place) => {
    const key = new Date(first + place * DAY_MS).toISOString().slice(0, 10);
    const { read = 0, written = 0 } = byDay.get(key) ?? {};
    return { label: dayWords(key, { day: 'numeric', month: 'short' }), read, written };
  });
}

/** Tokens read and written; of people and models, those with the highest usage. */
export function chartOf(
  way: Way,
  sums: readonly Sum[],
  words: { read: string; written: string; by: string },
): Chart {
  const shown = way === 'day' ? everyDay(sums) : sums.slice(0, 12);
  const series = (['read', 'written'] as const).map((field) => ({
    name: words[field],
    values: shown.map((sum) => sum[field]),
    words: shown.map((sum) => figureWords(sum[field])),
  }));
  const kind = 'bar' as const;
  return {
    kind,
    kinds: [kind],
    measure: words.read,
    by: words.by,
    series,
    others: 0,
    left: 0,
    currencies: [],
    categories: shown.map(({ label }) => label),
  };
}

const MILLIONTHS = 1_000_000;
const CENT = 10_000;

/** `226,474`, in the reader's format. */
export const figureWords = (value: number): string => new Intl.NumberFormat(currentIntl()).format(value);

/** `1.24 USD`; less than a cent is not shown as zero. */
export function moneyWords(amount: number, currency: string): string {
  const digits = amount > 0 && amount < CENT ? 6 : 2;
  const shown = { minimumFractionDigits: 2, maximumFractionDigits: digits };
  return `${new Intl.NumberFormat(currentIntl(), shown).format(amount / MILLIONTHS)} ${currency}`;
}

/** RFC 4180; no cell can be taken for a formula. */
export function csvOfUsage(rows: readonly UsedView[]): string {
  const head = ['day', 'person', 'model', 'requests', 'tokens read', 'tokens written', 'cost', 'currency'];
  const lines = rows.map(({ day, name, userId, model, requests, read, written, cost, currency }) => {
    const figures = [requests, read, written].map(String);
    const money = currency === null ? ['', ''] : [(cost / MILLIONTHS).toFixed(6), currency];
    return [day, name ?? userId, model, ...figures, ...money];
  });
  return csvText([head, ...lines]);
}
