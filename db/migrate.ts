/** Brings a database to the present schema. Safe when several processes start at once. */

import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, rowsOf } from './client';
import { PREPARE_SERVING_ROLE } from './serving-role';

/** Any number that no other lock of ours uses. */
const MIGRATION_LOCK = 7_236_001;

/**
 * Applies what of the folder's migrations is missing, all in one transaction behind an advisory lock: of
 * several processes one migrates, the others wait and find it done. The role that serves is prepared with it.
 * @param folder the folder that drizzle-kit wrote
 */
export async function migrate(db: Database, folder: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await tx.execute(
      sql`create table if not exists migrations (hash text primary key, applied_at timestamptz not null default now())`,
    );
    const applied = new Set(
      (await rowsOf<{ hash: string }>(tx, sql`select hash from migrations`)).map((row) => row.hash),
    );
    for (const migration of migrations) {
      if (applied.has(migration.hash)) continue;
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into migrations (hash) values (${migration.hash})`);
    }
    await tx.execute(sql.raw(PREPARE_SERVING_ROLE));
  });
}
