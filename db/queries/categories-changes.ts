/** Changes of categories. */
import { and, eq } from 'drizzle-orm';
import { categories } from '../schema/company';
import { type CategoryRow, findCategory } from './categories';
import { differences, hold, now, type TeamData } from './change';

export type CategoryFields = Pick<CategoryRow, 'name' | 'taxRate' | 'monthlyBudgetMinor'>;

/** One category of the team, locked in a change; null if there is none. */
export async function holdCategory(data: TeamData, categoryId: string): Promise<CategoryRow | null> {
  await hold(data, categories, categoryId);
  return findCategory(data, { id: categoryId });
}

/**
 * Sets the given fields of a locked category. If nothing differs, nothing is written.
 * @throws a unique violation if another category has the name
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
    .where(and(eq(categories.teamId, data.teamId), eq(categories.id, category.id)))
    .returning();
  if (!updated) throw new Error(`Category ${category.id} vanished although it was held.`);
  return { category: updated, changed: true };
}
