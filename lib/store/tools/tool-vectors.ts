import 'server-only';
/**
 * The vectors of tools: shared by all processes and kept across restarts, up to a limit; the least recently used go
 * first.
 */
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';

const { toolVectors } = schema;

/** `isOld`: not marked as used within the last day. */
export interface VectorRow {
  key: string;
  vector: Int8Array;
  isOld: boolean;
}

/** The vectors that exist for these keys. */
export function findVectors(db: Database, keys: readonly string[]): Promise<VectorRow[]> {
  const { key, vector, usedAt } = toolVectors;
  const isOld = sql<boolean>`${usedAt} < now() - interval '1 day'`;
  return db
    .select({ key, vector, isOld })
    .from(toolVectors)
    .where(inArray(key, [...keys]));
}

export async function markVectorsUsed(db: Database, keys: string[]): Promise<void> {
  await db.update(toolVectors).set({ usedAt: sql`now()` }).where(inArray(toolVectors.key, keys));
}

/** Another process may have been faster; vectors of the same key are alike. */
export async function insertVectors(db: Database, vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
  if (vectors.size === 0) return;
  const rows = [...vectors].map(([key, vector]) => ({ key, vector }));
  await db.insert(toolVectors).values(rows).onConflictDoNothing();
}

/** @param most how many are kept */
export async function deleteUnusedVectors(db: Database, most: number): Promise<void> {
  await db.execute(sql`delete from ${toolVectors} where ${toolVectors.key} in (
    select "key" from ${toolVectors} order by "used_at" desc, "key" offset ${most})`);
}
