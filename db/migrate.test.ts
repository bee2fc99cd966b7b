import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase, rowsOf } from './client';
import { migrate } from './migrate';
import { schema } from './schema/all';
import { createPostgresDatabase, MIGRATIONS, testDatabases } from './testing/databases';

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
  cleanUp = [];
});

const appliedMigrations = (db: OpenDatabase['db']) =>
  rowsOf<{ hash: string }>(db, sql`select hash from migrations`);

test('five processes that start together on PostgreSQL all find a migrated database', async () => {
  const { url, drop } = await createPostgresDatabase();
  cleanUp.push(drop);
  const clients = await Promise.all(
    Array.from({ length: 5 }, () => openDatabase({ url, dataDir: 'memory', poolSize: 2 })),
  );
  cleanUp.push(...clients.map((client) => client.close));

  const results = await Promise.allSettled(clients.map((client) => migrate(client.db, MIGRATIONS)));

  expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
  for (const { db } of clients) expect(await db.$count(schema.customers)).toBe(0);
});

test.each(testDatabases)('migrating again changes nothing on $name', async ({ openAsOwner }) => {
  const { db, close } = await openAsOwner();
  cleanUp.push(close);
  const before = await appliedMigrations(db);
  await db.insert(schema.teams).values({ id: 'tea_1', name: 'Alder & Finch' });

  await migrate(db, MIGRATIONS);

  expect(await appliedMigrations(db)).toEqual(before);
  expect(await db.$count(schema.teams)).toBe(1);
});
