/** Spending by month and category. */
import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { categories, transactions } from '../schema/company';
import type { Caller } from './change';

export interface SpendingFilter {
  /** The first day counted, and the first day after the range. */
  from: string;
  until: string;
  categoryId?: string | undefined;
}

export interface SpendingRow {
  /** Null: outgoing money without a category. */
  categoryId: string | null;
  category: string | null;
  currency: string;
  /** YYYY-MM. */
  month: string;
  /** Spending in minor units, less refunds; archived transactions count. */
  spentMinor: number;
}

/** Totals of the team's expense categories, and of outgoing money without a category. */
export async function monthlySpending(
  caller: Caller,
  { from, until, categoryId }: SpendingFilter,
): Promise<SpendingRow[]> {
  caller.signal.throwIfAborted();
  const month = sql<string>`to_char(${transactions.bookedAt}, 'YYYY-MM')`;
  return caller.db
    .select({
      categoryId: categories.id,
      category: categories.name,
      currency: transactions.currency,
      month,
      spentMinor: sql<number>`(-sum(${transactions.amountMinor}))::bigint`.mapWith(Number),
    })
    .from(transactions)
    .leftJoin(categories, eq(categories.id, transactions.categoryId))
    .where(
      and(
        eq(transactions.teamId, caller.teamId),
        gte(transactions.bookedAt, from),
        lt(transactions.bookedAt, until),
        categoryId === undefined ? isSpending() : eq(categories.id, categoryId),
      ),
    )
    .groupBy(categories.id, categories.name, transactions.currency, month)
    .orderBy(categories.name, transactions.currency, month);
}

function isSpending(): SQL | undefined {
  const goesOut = sql`${transactions.amountMinor} < 0`;
  return or(eq(categories.kind, 'expense'), and(sql`${transactions.categoryId} is null`, goesOut));
}
