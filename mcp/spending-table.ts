/** Spending as tables: a row per category and currency, a column per month, amounts as decimal strings. Pure. */
import { z } from 'zod';
import { toDecimal } from '@/db/money';
import type { SpendingRow } from '@/db/queries/spending';
import { currency, id, money } from './fields';

/**
 * Besides the named fields a row has one per month, such as `"2026-11": "450.00"`, and `change` if it compares.
 * `change` is not a named field, so that it comes after the months, as in a table on paper.
 */
export const spendingRow = z
  .object({
    category: z.string(),
    categoryId: id.nullable().describe('null: money that went out without a category'),
    currency,
  })
  .catchall(money);

export const totalsRow = z.object({ currency }).catchall(money);

/** What one category cost in one currency, in minor units by month. */
export interface CategorySpending {
  category: string;
  categoryId: string | null;
  currency: string;
  byMonth: Map<string, number>;
}

/** Groups the database's sums by category and currency, the largest spending first; no row if nothing was spent. */
export function byCategory(rows: SpendingRow[], months: string[]): CategorySpending[] {
  const groups = new Map<string, CategorySpending>();
  for (const row of rows.filter(({ month }) => months.includes(month))) {
    const key = JSON.stringify([row.categoryId, row.currency]);
    const group: CategorySpending = groups.get(key) ?? {
      category: row.category ?? 'Uncategorized',
      categoryId: row.categoryId,
      currency: row.currency,
      byMonth: new Map(),
    };
    group.byMonth.set(row.month, row.spentMinor);
    groups.set(key, group);
  }
  const spent = [...groups.values()].filter(({ byMonth }) =>
    [...byMonth.values()].some((minor) => minor !== 0),
  );
  return spent.sort((one, other) => totalOf(other) - totalOf(one));
}

/** The same groups for future months: each month is the average of the months examined. */
export function forecast(
  groups: CategorySpending[],
  months: string[],
  monthsAhead: string[],
): CategorySpending[] {
  return groups.map((group) => {
    const sum = months.reduce((total, month) => total + (group.byMonth.get(month) ?? 0), 0);
    const average = Math.round(sum / months.length);
    return { ...group, byMonth: new Map(monthsAhead.map((month) => [month, average])) };
  });
}

type TableRow = z.output<typeof spendingRow>;

/** A table of groups; with `compare` each row also says how much the last month differs from the first. */
export function toRows(groups: CategorySpending[], months: string[], compare: boolean): TableRow[] {
  const [first = '', last = ''] = [months[0], months.at(-1)];
  return groups.map(({ category, categoryId, currency, byMonth }) => {
    const named = { category, categoryId, currency };
    const change = toDecimal((byMonth.get(last) ?? 0) - (byMonth.get(first) ?? 0));
    // A type for "all other fields" would also cover the named ones, one of which may be null.
    return { ...named, ...columns(byMonth, months), ...(compare && { change }) } as unknown as TableRow;
  });
}

/** The sum of all groups, one row per currency. */
export function toTotals(groups: CategorySpending[], months: string[]): z.output<typeof totalsRow>[] {
  const totals = new Map<string, Map<string, number>>();
  for (const { currency, byMonth } of groups) {
    const total = totals.get(currency) ?? new Map<string, number>();
    for (const [month, minor] of byMonth) total.set(month, (total.get(month) ?? 0) + minor);
    totals.set(currency, total);
  }
  return [...totals].map(([currency, total]) => ({ currency, ...columns(total, months) }));
}

function columns(byMonth: Map<string, number>, months: string[]): Record<string, string> {
  return Object.fromEntries(months.map((month) => [month, toDecimal(byMonth.get(month) ?? 0)]));
}

function totalOf({ byMonth }: CategorySpending): number {
  return [...byMonth.values()].reduce((total, minor) => total + minor, 0);
}
