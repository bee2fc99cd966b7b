import 'server-only';
/** How people like their pages. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { NO_PREFERENCES, type Preferences } from '@/lib/people/preferences';

const { preferences } = schema;

/** With what stands where nothing was chosen. */
export async function findPreferences(db: Queryable, userId: string): Promise<Preferences> {
  const [row] = await db
    .select({ locale: preferences.locale })
    .from(preferences)
    .where(eq(preferences.userId, userId));
  return row ?? NO_PREFERENCES;
}

/** Changes what is named, and nothing else. */
export async function savePreferences(
  db: Queryable,
  userId: string,
  changes: Partial<Preferences>,
): Promise<void> {
  await db
    .insert(preferences)
    .values({ userId, ...changes })
    .onConflictDoUpdate({ target: preferences.userId, set: changes });
}
