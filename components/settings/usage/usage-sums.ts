/** The figures of the page: sums by day, person or model, a chart of them, and a file. Pure. */
import type { Chart } from '@/components/tool-call/chart/chart-of';
import { csvCell } from '@/components/tool-call/table/csv';
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

/** Days oldest first, people and models by what they used. @param gone for who is there no longer */
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
  if (way === 'day') return [day, day];
  return way === 'person' ? [userId, name ?? gone] : [model, model];
}

const MOST = 31;

/** Tokens read and written; of people and models those that used the most. */
export function chartOf(
  way: Way,
  sums: readonly Sum[],
  words: { read: string; written: string; by: string },
): Chart {
  const shown = way === 'day' ? sums.slice(-MOST) : sums.slice(0, 12);
  const series = (['read', 'written'] as const).map((field) => ({
    name: words[field],
    values: shown.map((sum) => sum[field]),
    words: shown.map((sum) => String(sum[field])),
  }));
  const kind = 'bar' as const;
  return {
    ...{ kind, kinds: [kind], measure: words.read, by: words.by, series, others: 0, left: 0, currencies: [] },
    categories: shown.map(({ label }) => label),
  };
}

const MILLIONTHS = 1_000_000;
export const moneyOf = (amount: number): string => (amount / MILLIONTHS).toFixed(2);

/** RFC 4180; no cell is a formula. */
export function csvOfUsage(rows: readonly UsedView[]): string {
  const head = ['day', 'person', 'model', 'requests', 'tokens read', 'tokens written', 'cost', 'currency'];
  const lines = rows.map(({ day, name, userId, model, requests, read, written, cost, currency }) => {
    const figures = [requests, read, written].map(String);
    const money = currency === null ? ['', ''] : [(cost / MILLIONTHS).toFixed(6), currency];
    return [day, name ?? userId, model, ...figures, ...money];
  });
  return [head, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}
