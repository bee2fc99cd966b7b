/** The role as which Amber serves, on a server that requires a password of everybody except its superuser. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, type OpenDatabase, openDatabase, rowsOf } from './client';
import { migrate } from './migrate';
import { schema } from './schema/all';
import { SERVING_ROLE } from './serving-role';
import { MIGRATIONS } from './testing/databases';
import { startPostgres, type ThrowawayPostgres } from './testing/throwaway-postgres';

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
afterAll(async () => {
  for (const one of [...opened, superuser]) await one.close();
  await server.stop();
});

/** A database whose owner is not a superuser, and may or may not create users. */
async function database(name: string, mayMakeUsers = true): Promise<string> {
  await run(`create role ${name} login ${mayMakeUsers ? 'createrole' : ''} password 'of the owner'`);
  await run(`grant ${SERVING_ROLE} to ${name} ${mayMakeUsers ? 'with admin option' : ''}`);
  await run(`create database ${name} owner ${name}`);
  const url = new URL(server.url);
  return Object.assign(url, { username: name, password: 'of the owner', pathname: `/${name}` }).href;
}

async function served(url: string, secret = SECRET): Promise<OpenDatabase> {
  const one = await openDatabase({ url, dataDir: 'memory', poolSize: 2 });
  opened.push(one);
  await migrate(one.db, MIGRATIONS);
  expect(await one.serve(secret)).toEqual({});
  return one;
}

const whoIs = async (db: Database) => {
  const [who] = await rowsOf<object>(db, sql`select current_user as role, session_user as login`);
  return who as { role: string; login: string };
};

it('serves as a user of its own, who has no way back to the owner', async () => {
  const { db } = await served(await database('alder'));
  const { role, login } = await whoIs(db);
  expect(role).toBe(SERVING_ROLE);
  expect(login).toMatch(/^amber_app_[0-9a-f]{12}$/);
  await db.insert(schema.teams).values({ id: 'tea_1', name: 'Alder & Finch' });
  for (const way of ['reset role', 'set role none', 'set session authorization default', 'set role alder']) {
    for (const act of ['alter table receipts disable trigger all', 'create temp table mine (id text)']) {
      const tried = db.transaction(async (tx) => {
        await tx.execute(sql.raw(way));
        await tx.execute(sql.raw(act));
      });
      await expect(tried).rejects.toThrow();
    }
  }
});

it('starts again, and beside another process, without disturbing the one that runs', async () => {
  const url = await database('finch');
  const first = await served(url);
  const others = await Promise.all([served(url), served(url)]);
  const { login } = await whoIs(first.db);
  for (const { db } of others) expect((await whoIs(db)).login).toBe(login);
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'finch'`);
  await expect.poll(() => whoIs(first.db).catch(() => null)).toMatchObject({ login });
});

it('serves again after its user has locked itself out', async () => {
  const url = await database('willow');
  const { db } = await served(url);
  const { login } = await whoIs(db);
  for (const change of [`password 'another'`, 'set default_transaction_read_only = on']) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local role none`);
      await tx.execute(sql.raw(`alter role ${login} ${change}`));
    });
  }
  const next = await served(url);
  expect(await whoIs(next.db)).toEqual({ role: SERVING_ROLE, login });
  await next.db.insert(schema.teams).values({ id: 'tea_1', name: 'Alder & Finch' });
});

it('with another secret is another user, so that neither locks the other out', async () => {
  const url = await database('rowan');
  const one = await served(url);
  const other = await served(url, `${SECRET}, but another`);
  expect((await whoIs(one.db)).login).not.toBe((await whoIs(other.db)).login);
});

it('begins its sessions with what the owner’s begin with', async () => {
  const url = await database('linden');
  await run(`alter role linden set search_path = public, "Other Place"`);
  await run(`alter role linden in database linden set lock_timeout = '7s'`);
  const { db } = await served(url);
  const settings = sql`select current_setting('search_path') as path, current_setting('lock_timeout') as lock`;
  expect(await rowsOf(db, settings)).toMatchObject([{ path: 'public, "Other Place"', lock: '7s' }]);
});

it('compiles no statement, unless the owner or the database is to', async () => {
  const compiled = async (url: string) =>
    (await rowsOf<{ jit: string }>((await served(url)).db, sql`select current_setting('jit') as jit`))[0]
      ?.jit;
  expect(await compiled(await database('elm'))).toBe('off');
  const ofOwner = await database('larch');
  await run('alter role larch set jit = on');
  expect(await compiled(ofOwner)).toBe('on');
  const ofDatabase = await database('yew');
  await run('alter database yew set jit = on');
  expect(await compiled(ofDatabase)).toBe('on');
});

it('where the owner may make no users, logs in as the owner and takes the role that an operator made', async () => {
  const url = await database('maple', false);
  const one = await openDatabase({ url, dataDir: 'memory', poolSize: 2 });
  opened.push(one);
  await migrate(one.db, MIGRATIONS);
  expect(await one.serve(SECRET)).toEqual({ login: expect.stringContaining('permission denied') });
  expect(await whoIs(one.db)).toEqual({ role: SERVING_ROLE, login: 'maple' });
});
