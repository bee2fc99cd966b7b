/** Changes of categories. */
import { and, eq } from 'drizzle-orm';
import { differences, held, now, type TeamData } from '../change';
import { categories } from '../schema/company';

export type CategoryRow = typeof categories.$inferSelect;
export type CategoryFields = Pick<CategoryRow, 'name' | 'taxRate' | 'monthlyBudgetMinor'>;

/** One category of the team, held in a change; null when there is none. */
export async function findCategory(data: TeamData, categoryId: string): Promise<CategoryRow | null> {
  const query = data.db.select().from(categories).where(thisCategory(data, categoryId));
  const [category] = await held(data, query);
  return category ?? null;
}

/**
 * Sets the given fields of a category that is held. Nothing differs: nothing is written.
 * @throws a unique violation when another category has the name
 */
export async function updateCategory(
  data: TeamData,
  category: CategoryRow,
  given: Partial<CategoryFields>,
): Promise<{ category: CategoryRow; changed: boolean }> {
  const changes = differences<CategoryFields>(category, given);
  if (!changes) return { category, changed: false };
  const [updated] = await data.db
    .update(categories)
    .set({ ...changes, updatedAt: now })
    .where(thisCategory(data, category.id))
    .returning();
  return { category: updated ?? category, changed: true };
}

function thisCategory(data: TeamData, categoryId: string) {
  return and(eq(categories.teamId, data.teamId), eq(categories.id, categoryId));
}
