import 'server-only';
/** The vectors of tools in the database: kept for all processes and starts, bounded, the longest unused goes first. */
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';

const { toolVectors } = schema;

/** How many vectors are kept: a hundred megabytes at the most usual length. */
export const MOST_VECTORS = 50_000;

/** Those of the keys that are there, marked as used. */
export async function readVectors(db: Database, keys: readonly string[]): Promise<Map<string, Int8Array>> {
  const { key, vector, usedAt } = toolVectors;
  const isOld = sql<boolean>`${usedAt} < now() - interval '1 day'`;
  const rows = await db
    .select({ key, vector, isOld })
    .from(toolVectors)
    .where(inArray(key, [...keys]));
  // To the day: what is read at every start need not be written at every start.
  const old = rows.filter((row) => row.isOld).map((row) => row.key);
  if (old.length > 0) {
    await db.update(toolVectors).set({ usedAt: sql`now()` }).where(inArray(key, old));
  }
  return new Map(rows.map((row) => [row.key, row.vector]));
}

/** Another process may have been faster: of one key all are alike. */
export async function writeVectors(db: Database, vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
  if (vectors.size === 0) return;
  const rows = [...vectors].map(([key, vector]) => ({ key, vector }));
  await db.insert(toolVectors).values(rows).onConflictDoNothing();
}

export async function pruneVectors(db: Database, most = MOST_VECTORS): Promise<void> {
  await db.execute(sql`delete from ${toolVectors} where ${toolVectors.key} in (
    select "key" from ${toolVectors} order by "used_at" desc, "key" offset ${most})`);
}
