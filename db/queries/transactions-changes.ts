/** Changes of bank transactions. */
import { and, eq } from 'drizzle-orm';
import { held, now, type TeamData } from '../change';
import { transactions } from '../schema/company';

export type TransactionRow = typeof transactions.$inferSelect;

/** One transaction of the team, held in a change; null when there is none. */
export async function findTransaction(data: TeamData, transactionId: string): Promise<TransactionRow | null> {
  const query = data.db.select().from(transactions).where(thisTransaction(data, transactionId));
  const [transaction] = await held(data, query);
  return transaction ?? null;
}

/** Puts a transaction that is held under a category of the same team. */
export async function setCategory(data: TeamData, transactionId: string, categoryId: string): Promise<void> {
  await data.db
    .update(transactions)
    .set({ categoryId, updatedAt: now })
    .where(thisTransaction(data, transactionId));
}

function thisTransaction(data: TeamData, transactionId: string) {
  return and(eq(transactions.teamId, data.teamId), eq(transactions.id, transactionId));
}
