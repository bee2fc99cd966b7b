/** Reading bank transactions, with the names of their account and category. */
import { and, desc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client';
import { bankAccounts, categories, transactions } from '../schema/company';
import type { Caller } from './change';
import { contains, type Page } from './page';

export interface TransactionRow {
  transaction: typeof transactions.$inferSelect;
  accountName: string;
  categoryName: string | null;
}

export interface TransactionFilter {
  accountId?: string | undefined;
  categoryId?: string | undefined;
  /** Only those without a category. */
  uncategorized?: boolean | undefined;
  direction?: 'in' | 'out' | undefined;
  /** Booking dates, both ends included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Part of the counterparty or the description. */
  text?: string | undefined;
  /** Absolute amounts in minor units, both ends included. */
  minMinor?: number | undefined;
  maxMinor?: number | undefined;
  archived?: boolean | undefined;
}

export type TransactionPosition = [bookedAt: string, transactionId: string];

/** Transactions of the team, newest first. */
export async function listTransactions(
  caller: Caller,
  filter: TransactionFilter,
  { after, limit }: Page<TransactionPosition>,
): Promise<TransactionRow[]> {
  caller.signal.throwIfAborted();
  const isAfter = after && sql`(${transactions.bookedAt}, ${transactions.id}) < (${after[0]}, ${after[1]})`;
  return selectTransactions(caller.db)
    .where(and(eq(transactions.teamId, caller.teamId), matches(filter), isAfter ?? undefined))
    .orderBy(desc(transactions.bookedAt), desc(transactions.id))
    .limit(limit);
}

function matches(filter: TransactionFilter): SQL | undefined {
  const { accountId, categoryId, from, to, text, minMinor, maxMinor } = filter;
  const size = sql`abs(${transactions.amountMinor})`;
  return and(
    accountId === undefined ? undefined : eq(transactions.accountId, accountId),
    categoryId === undefined ? undefined : eq(transactions.categoryId, categoryId),
    filter.uncategorized ? isNull(transactions.categoryId) : undefined,
    filter.direction === 'in' ? sql`${transactions.amountMinor} > 0` : undefined,
    filter.direction === 'out' ? sql`${transactions.amountMinor} < 0` : undefined,
    from === undefined ? undefined : gte(transactions.bookedAt, from),
    to === undefined ? undefined : lte(transactions.bookedAt, to),
    text === undefined
      ? undefined
      : or(contains(transactions.counterparty, text), contains(transactions.description, text)),
    minMinor === undefined ? undefined : sql`${size} >= ${minMinor}`,
    maxMinor === undefined ? undefined : sql`${size} <= ${maxMinor}`,
    eq(transactions.archived, filter.archived ?? false),
  );
}

/** Transactions with the names of their account and category; the caller adds the condition. */
export function selectTransactions(db: Queryable) {
  return db
    .select({
      transaction: transactions,
      accountName: bankAccounts.name,
      categoryName: categories.name,
    })
    .from(transactions)
    .innerJoin(bankAccounts, eq(bankAccounts.id, transactions.accountId))
    .leftJoin(categories, eq(categories.id, transactions.categoryId));
}
