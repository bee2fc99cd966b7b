/** Reading bank accounts and their balances. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { bankAccounts, transactions } from '../schema/company';
import type { Caller } from './change';
import type { Page } from './page';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

export interface BankAccountFilter {
  accountId?: string | undefined;
  status?: BankAccountRow['status'] | undefined;
}

export type BankAccountPosition = [name: string, accountId: string];

export interface BalanceRow {
  account: BankAccountRow;
  /** Opening balance plus all transactions, including archived ones, in minor units. */
  balanceMinor: number;
  /** The date of the newest transaction; null when there is none. */
  lastBookedAt: string | null;
}

/** Bank accounts of the team, sorted by name. */
export async function listBankAccounts(
  caller: Caller,
  filter: BankAccountFilter,
  page: Page<BankAccountPosition>,
): Promise<BankAccountRow[]> {
  caller.signal.throwIfAborted();
  return caller.db
    .select()
    .from(bankAccounts)
    .where(matches(caller, filter, page))
    .orderBy(asc(bankAccounts.name), asc(bankAccounts.id))
    .limit(page.limit);
}

/** Bank accounts of the team with their balances, sorted by name. */
export async function listBalances(
  caller: Caller,
  filter: BankAccountFilter,
  page: Page<BankAccountPosition>,
): Promise<BalanceRow[]> {
  caller.signal.throwIfAborted();
  const booked = sql<number>`coalesce(sum(${transactions.amountMinor}), 0)`;
  return caller.db
    .select({
      account: bankAccounts,
      balanceMinor: sql<number>`(${bankAccounts.openingMinor} + ${booked})::bigint`.mapWith(Number),
      lastBookedAt: sql<string | null>`max(${transactions.bookedAt})::text`,
    })
    .from(bankAccounts)
    .leftJoin(transactions, eq(transactions.accountId, bankAccounts.id))
    .where(matches(caller, filter, page))
    .groupBy(bankAccounts.id)
    .orderBy(asc(bankAccounts.name), asc(bankAccounts.id))
    .limit(page.limit);
}

function matches(
  caller: Caller,
  { accountId, status }: BankAccountFilter,
  { after }: Page<BankAccountPosition>,
): SQL | undefined {
  return and(
    eq(bankAccounts.teamId, caller.teamId),
    accountId === undefined ? undefined : eq(bankAccounts.id, accountId),
    status && eq(bankAccounts.status, status),
    after ? sql`(${bankAccounts.name}, ${bankAccounts.id}) > (${after[0]}, ${after[1]})` : undefined,
  );
}
