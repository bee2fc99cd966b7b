/** Queries and transactions whose connections are lost, on a real server that terminates them. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, type OpenDatabase, openDatabase, rowsOf, type Transaction } from './client';
import { PostgresDriver } from './postgres';
import { createPostgresDatabase } from './testing/databases';

it('fails soon where whoever takes the connection ends it without a word, and works once that one does', async () => {
  const made = await createPostgresDatabase();
  const upstream = new URL(made.url);
  let hasServer = false;
  let connections = 0;
  const balancer = createServer((client) => {
    connections += 1;
    client.on('error', () => {});
    if (!hasServer) return client.end();
    const server = connect(Number(upstream.port), upstream.hostname);
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  const port = String((balancer.address() as AddressInfo).port);
  const url = Object.assign(new URL(made.url), { port }).href;
  const app = await openDatabase({ url, dataDir: 'memory', poolSize: 2 });
  await expect(app.db.execute(sql`select 1`)).rejects.toThrow();
  expect(connections).toBeLessThan(5);
  hasServer = true;
  await expect.poll(() => app.db.execute(sql`select 1`).then(Boolean, () => false)).toBe(true);
  await app.close();
  balancer.close();
  await made.drop();
});

it('lets go of many rows once drizzle has made others of them, which stay', async () => {
  const made = await createPostgresDatabase();
  const driver = new PostgresDriver({ url: made.url });
  const taken = (count: number) =>
    driver.client.unsafe(`select n, n::text from generate_series(1, ${count}) n`).values();
  for (const [count, left] of [
    [200, 0],
    [3, 3],
  ] as const) {
    const rows = await taken(count);
    expect(rows).toHaveLength(count);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(rows).toHaveLength(left);
  }
  await driver.close();
  const { db, close } = await openDatabase({ url: made.url, dataDir: 'memory', poolSize: 2 });
  const read = async (tx: Database | Transaction) => {
    const found = await tx.select({ n: sql<number>`n` }).from(sql`generate_series(1, 500) n`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return found;
  };
  const all = Array.from({ length: 500 }, (_, nth) => ({ n: nth + 1 }));
  expect(await read(db)).toEqual(all);
  expect(await db.transaction(read)).toEqual(all);
  await close();
  await made.drop();
});

describe('a pool whose connections are lost', () => {
  let app: OpenDatabase;
  let killer: OpenDatabase;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const made = await createPostgresDatabase();
    drop = made.drop;
    app = await openDatabase({ url: made.url, dataDir: 'memory', poolSize: 4 });
    killer = await openDatabase({ url: made.url, dataDir: 'memory', poolSize: 1 });
    await killer.db.execute(sql`create table notes (text text not null)`);
  });
  afterAll(async () => {
    await app.close();
    await killer.close();
    await drop();
  });
  beforeEach(() => killer.db.execute(sql`truncate notes`));

  const note = (db: Database | Transaction, text: string) =>
    db.execute(sql`insert into notes values (${text})`);
  const notes = async () =>
    (await rowsOf<{ text: string }>(killer.db, sql`select text from notes`)).map(({ text }) => text);
  const killAll = () =>
    killer.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  /** More at once than there are connections: each of them must answer. */
  const everyConnectionAnswers = () =>
    Promise.all(
      Array.from({ length: 12 }, () => app.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.01)`))),
    );

  it('runs nothing of a transaction any more that stood still, not even on a new connection', async () => {
    let late: Promise<unknown> | undefined;
    const works = () => everyConnectionAnswers().then(Boolean, () => false);
    const transaction = app.db.transaction(async (tx) => {
      await note(tx, 'before');
      await killAll();
      await expect.poll(works).toBe(true);
      late = note(tx, 'after');
      await late;
    });
    await expect(transaction).rejects.toThrow();
    await expect.poll(() => late !== undefined).toBe(true);
    await expect(late).rejects.toThrow();
    expect(await notes()).toEqual([]);
  });

  it('fails a transaction in the middle of a statement, and answers the next ones', async () => {
    const transaction = app.db.transaction(async (tx) => {
      await note(tx, 'before');
      await tx.execute(sql`select pg_sleep(60)`);
    });
    const failed = expect(transaction).rejects.toThrow();
    const asleep = sql`select 1 from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await rowsOf(killer.db, asleep)).length).toBe(1);
    await killAll();
    await failed;
    await everyConnectionAnswers();
    expect(await notes()).toEqual([]);
  });

  it('runs nothing of a transaction that has ended', async () => {
    let kept: Transaction | undefined;
    await app.db.transaction(async (tx) => {
      kept = tx;
      await note(tx, 'within');
    });
    await expect(async () => kept && note(kept, 'too late')).rejects.toThrow();
    expect(await notes()).toEqual(['within']);
  });

  it('settles everything while connections are lost again and again, and works afterwards', async () => {
    let isOver = false;
    let count = 0;
    const work = async (): Promise<void> => {
      while (!isOver) {
        await app.db
          .transaction(async (tx) => {
            await note(tx, 'one');
            await Promise.all([note(tx, 'two'), tx.execute(sql`select pg_sleep(0.003)`)]);
            await new Promise((resolve) => setTimeout(resolve, 2));
            await note(tx, 'three');
          })
          .then(
            () => count++,
            () => new Promise((resolve) => setTimeout(resolve, 5)),
          );
      }
    };
    const workers = Array.from({ length: 8 }, work);
    for (let round = 0; round < 8; round++) {
      const before = count;
      await expect.poll(() => count, { timeout: 20_000 }).toBeGreaterThan(before + 5);
      await killAll();
    }
    isOver = true;
    await Promise.all(workers);
    await everyConnectionAnswers();
    const stored = await notes();
    for (const text of ['one', 'two', 'three']) {
      // For each loss, one more than was reported may have been committed as its connection was lost.
      expect(stored.filter((one) => one === text).length - count).toBeGreaterThanOrEqual(0);
    }
    expect(stored.length % 3).toBe(0);
  });
});
