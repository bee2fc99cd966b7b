/** Which connections are used, on a real server that tells them apart. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase, type Queryable, rowsOf } from './client';
import { NEAR } from './near-pool';
import { createPostgresDatabase } from './testing/databases';

const POOL = 12;

let app: OpenDatabase;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await createPostgresDatabase();
  drop = made.drop;
  app = await openDatabase({ url: made.url, dataDir: 'memory', poolSize: POOL });
});
afterAll(async () => {
  await app.close();
  await drop();
});

async function pidOf(db: Queryable): Promise<number> {
  const [row] = await rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}

/** Connections used concurrently, each in a transaction that ends with `end`. */
async function atOnce(count: number, end: () => Promise<void> = async () => {}): Promise<number[]> {
  let arrived = 0;
  let go = () => {};
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  return Promise.all(
    Array.from({ length: count }, () =>
      app.db.transaction(async (tx) => {
        const pid = await pidOf(tx);
        arrived += 1;
        if (arrived === count) go();
        await all;
        await end();
        return pid;
      }),
    ),
  );
}

/** The connections used by one statement after another, and one transaction after another. */
async function oneByOne(): Promise<Set<number>> {
  const pids = new Set<number>();
  for (let n = 0; n < 3 * POOL; n++)
    pids.add(await (n % 2 === 0 ? pidOf(app.db) : app.db.transaction((tx) => pidOf(tx))));
  return pids;
}

let near: Set<number>;
beforeEach(async () => {
  expect(new Set(await atOnce(POOL)).size).toBe(POOL);
  near = await oneByOne();
});

it('a few are asked again and again, however many there are', () => {
  expect(near.size).toBeLessThanOrEqual(NEAR);
});

it('the others are asked while these are busy, and read what comes back alike', async () => {
  const when = (db: Queryable) => rowsOf(db, sql`select '2026-11-28 10:00+00'::timestamptz as at`);
  const alone = await when(app.db);
  const seen: unknown[] = [];
  const pids = await atOnce(NEAR + 1, async () => {
    // Every near connection is in a transaction now.
    seen.push(await when(app.db));
    expect(near.has(await pidOf(app.db))).toBe(false);
  });
  expect(new Set(pids).size).toBe(NEAR + 1);
  expect(seen).toEqual(Array.from({ length: NEAR + 1 }, () => alone));
});

it('statements and transactions that fail leave them free', async () => {
  for (let n = 0; n < 3 * NEAR; n++) {
    await expect(app.db.execute(sql`select 1 / 0`)).rejects.toThrow();
    await expect(app.db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
  }
  await expect(
    atOnce(POOL, async () => {
      throw new Error('No.');
    }),
  ).rejects.toThrow('No.');
  await atOnce(1);
  expect((await oneByOne()).size).toBeLessThanOrEqual(NEAR);
});
