/** Brings a database to the current schema. Safe when several processes start at once. */

import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, type Queryable, rowsOf } from './client';
import { PREPARE_SERVING_ROLE } from './serving-role';

/** An arbitrary number that none of our other locks uses. */
const MIGRATION_LOCK = 7_236_001;

/** The migrations in a folder, oldest first. */
export function knownMigrations(folder: string): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: folder });
}

/**
 * Applies those of the folder's migrations that are missing, all in one transaction under an advisory lock: of
 * several processes one migrates, the others wait and find it done. Also prepares the role with which Amber serves.
 * @param folder the folder that drizzle-kit wrote
 */
export async function migrate(db: Database, folder: string): Promise<void> {
  await db.transaction((tx) => migrateWithin(tx, folder));
}

/**
 * Like `migrate`, inside a transaction that does more.
 * @param first how many of the migrations to apply, counted from the oldest; left out: all
 */
export async function migrateWithin(tx: Queryable, folder: string, first?: number): Promise<void> {
  const migrations = knownMigrations(folder).slice(0, first);
  await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  await tx.execute(
    sql`create table if not exists public.migrations (hash text primary key, applied_at timestamptz not null default now())`,
  );
  const applied = new Set(
    (await rowsOf<{ hash: string }>(tx, sql`select hash from public.migrations`)).map((row) => row.hash),
  );
  for (const migration of migrations) {
    if (applied.has(migration.hash)) continue;
    for (const statement of migration.sql) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into public.migrations (hash) values (${migration.hash})`);
  }
  await tx.execute(sql.raw(PREPARE_SERVING_ROLE));
}
