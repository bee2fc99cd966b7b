/** Closing bank accounts. */
import { and, eq } from 'drizzle-orm';
import { bankAccounts, transactions } from '../schema/company';
import { type BalanceRow, listBalances } from './bank-accounts';
import { hold, now, type TeamData } from './change';

/** One bank account of the team with its balance, locked when inside a change; null when there is none. */
export async function holdAccount(
  data: TeamData,
  accountId: string,
): Promise<(BalanceRow & { transactionCount: number }) | null> {
  await hold(data, bankAccounts, accountId);
  const [found] = await listBalances(data, { accountId }, { after: null, limit: 1 });
  if (!found) return null;
  const transactionCount = await data.db.$count(
    transactions,
    and(eq(transactions.teamId, data.teamId), eq(transactions.accountId, accountId)),
  );
  return { ...found, transactionCount };
}

/** Closes an account that the caller has locked (`holdAccount`). Its transactions stay. */
export async function closeAccount(data: TeamData, accountId: string): Promise<void> {
  await data.db
    .update(bankAccounts)
    .set({ status: 'closed', closedAt: now })
    .where(and(eq(bankAccounts.teamId, data.teamId), eq(bankAccounts.id, accountId)));
}
