/** Databases of an earlier version, for tests of migrations. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../client';
import { migrate } from '../migrate';
import { createPostgresDatabase, MIGRATIONS, type TestDatabase } from './databases';
import { openEmpty } from './embedded-template';

interface Journal {
  entries: { tag: string }[];
}

/**
 * Copies the earlier migrations into a folder, which the caller removes.
 * @param first their number, or the end of the name of the first one left out
 */
export function migrationsBefore(first: number | string): string {
  const folder = mkdtempSync(join(tmpdir(), 'amber-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const count = typeof first === 'number' ? first : entries.findIndex(({ tag }) => tag.endsWith(first));
  if (count < 0) throw new Error(`There is no migration ${first}.`);
  writeFileSync(file, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  for (const { tag } of entries.slice(count)) rmSync(join(folder, `${tag}.sql`));
  return folder;
}

const EMPTY: Record<TestDatabase['name'], () => Promise<OpenDatabase>> = {
  pglite: openEmpty,
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await openDatabase({ url, dataDir: 'memory', poolSize: 2 });
    return { ...opened, close: () => opened.close().then(drop) };
  },
};

/**
 * A test on both kinds of database.
 * @param migration the end of its name
 * @param run receives a database of the earlier version, and a function that migrates it to the current one
 */
export function testMigration(
  migration: string,
  title: string,
  run: (opened: OpenDatabase, upgrade: () => Promise<void>) => Promise<void>,
): void {
  it.each(['pglite', 'postgres'] as const)(
    `${title}, on %s`,
    async (name) => {
      const folder = migrationsBefore(migration);
      const opened = await EMPTY[name]();
      try {
        await migrate(opened.db, folder);
        await run(opened, () => migrate(opened.db, MIGRATIONS));
      } finally {
        await opened.close();
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );
}
