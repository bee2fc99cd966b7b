/** Reading the categories that transactions are sorted into. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { categories } from '../schema/company';
import type { Caller } from './change';
import { contains, type Page } from './page';

export type CategoryRow = typeof categories.$inferSelect;

export interface CategoryFilter {
  kind?: CategoryRow['kind'] | undefined;
  /** Part of the name. */
  name?: string | undefined;
}

/** Names are unique in a team, so a name serves as the position of a page. */
export type CategoryPosition = [name: string];

/** Categories of the team, sorted by name. */
export async function listCategories(
  caller: Caller,
  { kind, name }: CategoryFilter,
  { after, limit }: Page<CategoryPosition>,
): Promise<CategoryRow[]> {
  caller.signal.throwIfAborted();
  return caller.db
    .select()
    .from(categories)
    .where(
      and(
        eq(categories.teamId, caller.teamId),
        kind && eq(categories.kind, kind),
        name === undefined ? undefined : contains(categories.name, name),
        after ? sql`lower(${categories.name}) > lower(${after[0]})` : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${categories.name})`))
    .limit(limit);
}

/** One category of the team, by id or by exact name (ignoring case). */
export async function findCategory(
  caller: Caller,
  key: { id: string } | { name: string },
): Promise<CategoryRow | null> {
  caller.signal.throwIfAborted();
  const isMeant =
    'id' in key ? eq(categories.id, key.id) : sql`lower(${categories.name}) = lower(${key.name})`;
  const [row] = await caller.db
    .select()
    .from(categories)
    .where(and(eq(categories.teamId, caller.teamId), isMeant));
  return row ?? null;
}
