/** Changes of bank transactions. */
import { and, eq } from 'drizzle-orm';
import { transactions } from '../schema/company';
import { hold, now, type TeamData } from './change';
import { selectTransactions, type TransactionRow } from './transactions';

/** One transaction of the team, including archived ones, locked in a change; null if there is none. */
export async function holdTransaction(data: TeamData, transactionId: string): Promise<TransactionRow | null> {
  await hold(data, transactions, transactionId);
  const [row] = await selectTransactions(data.db).where(thisTransaction(data, transactionId));
  return row ?? null;
}

/** Sets the category, of the same team, of a locked transaction, and returns the updated transaction. */
export async function setCategory(
  data: TeamData,
  transactionId: string,
  categoryId: string,
): Promise<TransactionRow['transaction']> {
  const [row] = await data.db
    .update(transactions)
    .set({ categoryId, updatedAt: now })
    .where(thisTransaction(data, transactionId))
    .returning();
  if (!row) throw new Error(`Transaction ${transactionId} vanished although it was held.`);
  return row;
}

function thisTransaction(data: TeamData, transactionId: string) {
  return and(eq(transactions.teamId, data.teamId), eq(transactions.id, transactionId));
}
