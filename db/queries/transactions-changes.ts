/** Changes of bank transactions. */
import { and, eq } from 'drizzle-orm';
import { transactions } from '../schema/company';
import { hold, now, type TeamData } from './change';
import { selectTransactions, type TransactionRow } from './transactions';

/** One transaction of the team, also an archived one, held in a change; null when there is none. */
export async function holdTransaction(data: TeamData, transactionId: string): Promise<TransactionRow | null> {
  await hold(data, transactions, transactionId);
  const [row] = await selectTransactions(data.db).where(thisTransaction(data, transactionId));
  return row ?? null;
}

/** Puts a transaction that is held under a category of the same team, and returns it as it is then. */
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
