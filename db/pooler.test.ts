/**
 * Amber behind a pooler in transaction mode: the owner's work and listening use the direct connection, everything else
 * the pooler, with a login of its own that the pooler looks up. With a stand-in that passes everything on, and with
 * PgBouncer if it is installed.
 */
import { connect, createServer, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase, rowsOf } from './client';
import { migrate } from './migrate';
import { schema } from './schema/all';
import { SERVING_ROLE } from './serving-role';
import { MIGRATIONS } from './testing/databases';
import { type Pooler, pgBouncer, prepareLookup, startPgBouncer } from './testing/pgbouncer';
import { freePort, startPostgres, type ThrowawayPostgres } from './testing/throwaway-postgres';

const SECRET = 'a secret for tests only, long enough';

let server: ThrowawayPostgres;
let superuser: OpenDatabase;
const opened: OpenDatabase[] = [];
const run = (statement: string) => superuser.db.execute(sql.raw(statement));

beforeAll(async () => {
  server = await startPostgres();
  superuser = await openDatabase({ url: server.url, dataDir: 'memory', poolSize: 1 });
  const [hba] = await rowsOf<{ hba_file: string }>(superuser.db, sql`show hba_file`);
  const rules = `array['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256']`;
  await run(`copy (select unnest(${rules})) to '${hba?.hba_file}'`);
  await run('select pg_reload_conf()');
  await run(`create role ${SERVING_ROLE} nologin`);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await superuser.close();
  await server.stop();
});

/** A database whose owner is not a superuser. */
async function database(name: string): Promise<string> {
  await run(`create role ${name} login createrole password 'of the owner'`);
  await run(`grant ${SERVING_ROLE} to ${name} with admin option`);
  await run(`create database ${name} owner ${name}`);
  const url = new URL(server.url);
  return Object.assign(url, { username: name, password: 'of the owner', pathname: `/${name}` }).href;
}

const through = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;

async function serve(url: string, directUrl: string, prepare: boolean): Promise<OpenDatabase> {
  const one = await openDatabase({ url, directUrl, prepare, dataDir: 'memory', poolSize: 4 });
  opened.push(one);
  await migrate(one.db, MIGRATIONS);
  expect(await one.serve(SECRET)).toEqual({});
  return one;
}

/** Passes everything on except a startup parameter `role`, and records who logs in. */
async function standIn(): Promise<{ port: number; users: string[]; server: Server }> {
  const users: string[] = [];
  const upstreamPort = Number(new URL(server.url).port);
  const pooler = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (startup) => {
      if (startup.includes('\0role\0')) return client.destroy();
      users.push(/user\0([^\0]+)/.exec(startup.toString('latin1'))?.[1] ?? 'nobody');
      const upstream = connect(upstreamPort, '127.0.0.1');
      upstream.on('error', () => client.destroy());
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
      upstream.write(startup);
      client.pipe(upstream).pipe(client);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => pooler.listen(port, '127.0.0.1', resolve));
  return { port, users, server: pooler };
}

/** Receives what another process notifies. */
async function hears(listener: OpenDatabase, teller: OpenDatabase): Promise<string[]> {
  const heard: string[] = [];
  await listener.listen?.(
    'amber_test',
    (payload) => heard.push(payload),
    () => {},
  );
  await teller.db.transaction((tx) => tx.execute(sql`select pg_notify('amber_test', 'news')`));
  await expect.poll(() => heard).toEqual(['news']);
  return heard;
}

it('takes the direct way as the owner and to listen, and the pooler for all the rest, as its login alone', async () => {
  const direct = await database('alder');
  const pooler = await standIn();
  try {
    const one = await serve(through(direct, pooler.port), direct, false);
    await hears(one, one);
    await one.db.insert(schema.teams).values({ id: 'tea_1', name: 'Alder & Finch' });
    const [who] = await rowsOf<{ role: string }>(one.db, sql`select current_user as role`);
    expect(who?.role).toBe(SERVING_ROLE);
    expect(pooler.users.length).toBeGreaterThan(0);
    for (const user of pooler.users) expect(user).toMatch(/^amber_app_[0-9a-f]{12}$/);
  } finally {
    pooler.server.close();
  }
});

it('keeps no statement prepared where that is turned off, and answers the same', async () => {
  const url = await database('finch');
  const kept: Record<string, number> = {};
  for (const prepare of [true, false]) {
    const one = await openDatabase({ url, prepare, dataDir: 'memory', poolSize: 1 });
    opened.push(one);
    for (const value of ['one', 'two', 'three']) {
      expect(await rowsOf(one.db, sql`select ${value}::text as said, 7 as number, null as none`)).toEqual([
        { said: value, number: 7, none: null },
      ]);
    }
    await one.db.transaction((tx) => tx.execute(sql`select ${'in a transaction'}::text`));
    const [row] = await rowsOf<{ count: number }>(
      one.db,
      sql`select count(*)::int as count from pg_prepared_statements where statement like '%::text%'`,
    );
    kept[String(prepare)] = row?.count ?? -1;
  }
  expect(kept.false).toBe(0);
  expect(kept.true).toBeGreaterThan(0);
});

it('is let in by what its pooler learned of it before, however often a process starts', async () => {
  const url = await database('maple');
  const verifier = async () => {
    const [row] = await rowsOf<{ rolpassword: string }>(
      superuser.db,
      sql`select rolpassword from pg_authid join pg_database d on d.datname = 'maple'
        join pg_db_role_setting s on s.setdatabase = d.oid and s.setrole = pg_authid.oid`,
    );
    return row?.rolpassword;
  };
  await serve(url, url, true);
  const first = await verifier();
  await serve(url, url, true);
  expect(first).toMatch(/^SCRAM-SHA-256/);
  expect(await verifier()).toBe(first);
});

const MISSING = pgBouncer()
  ? ''
  : ' (skipped: PgBouncer is not installed, npm run bench -- replicas installs it)';

describe.skipIf(MISSING !== '')(`PgBouncer in transaction mode${MISSING}`, () => {
  let pooler: Pooler;
  let direct: string;

  beforeAll(async () => {
    direct = await database('willow');
    await prepareLookup(Object.assign(new URL(server.url), { pathname: '/willow' }).href);
    pooler = await startPgBouncer({ port: Number(new URL(server.url).port), database: 'willow' });
  });
  afterAll(() => pooler.stop());

  it('serves two processes as the login that it looked up, many transactions at once, and each hears the other', async () => {
    const url = through(direct, pooler.port);
    const one = await serve(url, direct, false);
    const other = await serve(url, direct, false);
    const [who] = await rowsOf<{ role: string; login: string }>(
      one.db,
      sql`select current_user as role, session_user as login`,
    );
    expect(who).toMatchObject({ role: SERVING_ROLE, login: expect.stringMatching(/^amber_app_/) });
    const add = (id: number) =>
      (id % 2 ? one : other).db.transaction(async (tx) => {
        await tx.insert(schema.teams).values({ id: `tea_${id}`, name: `Team ${id}` });
        const [found] = await rowsOf(tx, sql`select name from teams where id = ${`tea_${id}`}`);
        return found;
      });
    const all = Array.from({ length: 60 }, (_, id) => id);
    expect(await Promise.all(all.map(add))).toEqual(all.map((id) => ({ name: `Team ${id}` })));
    await hears(one, other);
  });

  it('answers everything where many more ask at once than there are connections', async () => {
    const one = await serve(through(direct, pooler.port), direct, false);
    const ask = async (at: number) => {
      if (at % 3 === 0) return rowsOf(one.db, sql`select 1 as said`);
      if (at % 3 === 1) return rowsOf(one.db, sql`select ${1}::int as said`);
      return one.db.transaction((tx) => rowsOf(tx, sql`select ${'1'}::text::int as said`));
    };
    const everybody = Array.from({ length: 200 }, async (_, at) => {
      for (let round = 0; round < 10; round++) expect(await ask(at + round)).toEqual([{ said: 1 }]);
    });
    await Promise.all(everybody);
  });

  it('lets nobody in but the login that serves, and that one back to nobody', async () => {
    const owner = await openDatabase({ url: through(direct, pooler.port), dataDir: 'memory', poolSize: 1 });
    opened.push(owner);
    await expect(owner.db.execute(sql`select 1`)).rejects.toThrow();
    const one = await serve(through(direct, pooler.port), direct, false);
    for (const way of ['reset role', 'set role none', 'set role willow']) {
      const tried = one.db.transaction(async (tx) => {
        await tx.execute(sql.raw(way));
        await tx.execute(sql`alter table receipts disable trigger all`);
      });
      await expect(tried).rejects.toThrow();
    }
  });
});
