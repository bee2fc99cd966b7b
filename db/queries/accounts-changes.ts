/** Closing bank accounts. */
import { and, count, eq, sum } from 'drizzle-orm';
import { held, now, type TeamData } from '../change';
import { bankAccounts, transactions } from '../schema/company';

export interface AccountState {
  account: typeof bankAccounts.$inferSelect;
  balanceMinor: number;
  transactionCount: number;
}

/** One bank account of the team, held in a change, with what stands on it; null when there is none. */
export async function findAccount(data: TeamData, accountId: string): Promise<AccountState | null> {
  const query = data.db.select().from(bankAccounts).where(thisAccount(data, accountId));
  const [account] = await held(data, query);
  if (!account) return null;
  const [booked] = await data.db
    .select({ count: count(), sum: sum(transactions.amountMinor).mapWith(Number) })
    .from(transactions)
    .where(and(eq(transactions.teamId, data.teamId), eq(transactions.accountId, account.id)));
  return {
    account,
    balanceMinor: account.openingMinor + (booked?.sum ?? 0),
    transactionCount: booked?.count ?? 0,
  };
}

/** Closes an account that is held. Its transactions stay. */
export async function closeAccount(data: TeamData, accountId: string): Promise<void> {
  await data.db
    .update(bankAccounts)
    .set({ status: 'closed', closedAt: now })
    .where(thisAccount(data, accountId));
}

function thisAccount(data: TeamData, accountId: string) {
  return and(eq(bankAccounts.teamId, data.teamId), eq(bankAccounts.id, accountId));
}
