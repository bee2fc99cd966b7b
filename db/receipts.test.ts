/** The record: what writes it, and that the serving role cannot change it. */
import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type OpenDatabase, openDatabase, rowsOf } from './client';
import { migrate } from './migrate';
import { schema } from './schema/all';
import { SERVING_ROLE } from './serving-role';
import { createPostgresDatabase, MIGRATIONS, testDatabases } from './testing/databases';
import { addCall } from './testing/ledger-call';

const { calls, members, policyRules, receipts, sessions, teams, users } = schema;

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

async function addTeam(db: Database, id: string): Promise<void> {
  await db.insert(teams).values({ id, name: 'Alder & Finch' });
  await db.insert(users).values({ id: `usr_${id}`, name: 'Ada', email: `${id}@amber.test` });
  await db.insert(members).values({ userId: `usr_${id}`, teamId: id, role: 'admin' });
}

function signIn(db: Database, team: string, token: string) {
  const expiresAt = new Date(Date.now() + 60_000);
  return db.insert(sessions).values({ id: `ses_${token}`, token, userId: `usr_${team}`, expiresAt });
}

const of = (db: Database, team: string) =>
  db.select().from(receipts).where(eq(receipts.teamId, team)).orderBy(asc(receipts.id));

const kinds = async (db: Database, team: string) => (await of(db, team)).map(({ kind }) => kind);

describe.each(testDatabases)('receipts on $name', ({ open, openAsOwner }) => {
  let opened: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    opened = await open();
    db = opened.db;
  });
  afterAll(() => opened.close());

  it('say who signed in, and hold no token', async () => {
    await addTeam(db, 'desk');
    await signIn(db, 'desk', 'a-token');
    const [, row] = await of(db, 'desk');
    expect(JSON.parse(row?.body ?? '')).toEqual({
      person: { id: 'usr_desk', role: 'admin' },
      session: sha('a-token'),
    });
    expect(row?.kind).toBe('signed in');
  });

  it('stand as long as the change does: one that is taken back leaves none', async () => {
    await addTeam(db, 'undo');
    const undone = db.transaction(async (tx) => {
      await signIn(tx as unknown as Database, 'undo', 'undone');
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(await kinds(db, 'undo')).toEqual(['joined']);
  });

  it('tell what a row was when it changed, not what has become of it since', async () => {
    await addTeam(db, 'rules');
    await db.transaction(async (tx) => {
      const rule = { id: 'r', teamId: 'rules', server: 's', setBy: 'usr_rules' };
      await tx.insert(policyRules).values({ ...rule, effect: 'ask' });
      await tx.update(policyRules).set({ effect: 'deny' }).where(eq(policyRules.id, 'r'));
      await tx.execute(sql`select set_config('amber.person', 'usr_rules', true)`);
      await tx.delete(policyRules).where(eq(policyRules.id, 'r'));
    });
    const told = (await of(db, 'rules')).slice(1).map(({ body }) => JSON.parse(body));
    expect(told.map(({ change, effect }) => [change, effect])).toEqual([
      ['set', 'ask'],
      ['set', 'deny'],
      ['removed', 'deny'],
    ]);
    for (const { person } of told) expect(person).toEqual({ id: 'usr_rules', role: 'admin' });
  });

  it('say who was in the team, and as what', async () => {
    await addTeam(db, 'staff');
    const his = eq(members.userId, 'usr_staff');
    await db.update(members).set({ role: 'admin' }).where(his);
    await db.update(members).set({ role: 'viewer' }).where(his);
    await db.delete(members).where(his);
    const told = (await of(db, 'staff')).map(({ kind, body }) => ({ kind, ...JSON.parse(body) }));
    const id = 'usr_staff';
    expect(told).toEqual([
      { kind: 'joined', person: { id, role: 'admin' } },
      { kind: 'role changed', person: { id, role: 'viewer' }, was: 'admin' },
      { kind: 'left', person: { id, role: 'viewer' } },
    ]);
  });

  it('tell of an answer that came when the call had been given up', async () => {
    await addTeam(db, 'late');
    const id = await addCall(db, 'late');
    await db.update(calls).set({ status: 'unknown' }).where(eq(calls.id, id));
    await db.update(calls).set({ resultHash: 'abc' }).where(eq(calls.id, id));
    const told = (await of(db, 'late'))
      .slice(-2)
      .map(({ kind, body }) => [kind, JSON.parse(body).resultHash]);
    expect(told.map(([kind]) => kind)).toEqual(['not sent', 'answered late']);
    expect(told[1]?.[1]).toBe('abc');
  });

  it('outlive the team', async () => {
    await addTeam(db, 'gone');
    await signIn(db, 'gone', 'gone');
    const id = await addCall(db, 'gone');
    await db.update(calls).set({ status: 'success' }).where(eq(calls.id, id));
    const before = await of(db, 'gone');
    await db.delete(teams).where(eq(teams.id, 'gone'));
    expect(before.length).toBeGreaterThan(1);
    expect(await of(db, 'gone')).toEqual(before);
  });

  /** Tried as the serving role, after giving up that role, and as the owner of the tables. */
  const roles = ['', 'reset role', 'set local role none'];
  const attempts = [
    `update receipts set body = '{}'`,
    'delete from receipts',
    'truncate receipts',
    'truncate receipt_heads',
    'delete from receipt_heads',
    `update receipt_heads set seq = seq - 1`,
    `update receipt_heads set seq = seq + 1, hash = ''`,
    `update receipt_links set hash = ''`,
    'delete from receipt_links',
    'truncate receipt_links',
    'update receipt_tail set receipt_id = receipt_id + 1',
    'delete from receipt_tail',
    'truncate receipt_tail',
    `update receipt_key set inner_key = ''`,
    'delete from receipt_key',
  ];
  it.each(roles.flatMap((role) => attempts.map((attempt) => [attempt, role])))(
    'refuse %s %s',
    async (attempt, role) => {
      await addTeam(db, sha(attempt + role));
      await signIn(db, sha(attempt + role), sha(role + attempt));
      await rowsOf(db, sql`select receipts_link(${sha(attempt + role)}::text)`);
      await signIn(db, sha(attempt + role), sha(`${role}${attempt} again`));
      const count = await db.$count(receipts);
      const tried = db.transaction(async (tx) => {
        if (role) await tx.execute(sql.raw(role));
        await tx.execute(sql.raw(attempt ?? ''));
      });
      await expect(tried).rejects.toThrow();
      if (opened.kind === 'pglite') await opened.serve();
      expect(await db.$count(receipts)).toBe(count);
    },
  );

  /** Each would make the owner's function write something that never happened. */
  const forgeries = [
    ['confirmations', `receipt_of_person_at_card('decided')`],
    ['members', 'receipt_of_member()'],
    ['calls', 'receipt_of_late_answer()'],
  ];
  it.each(forgeries)('are not written for a table that only looks like %s: %s', async (table, run) => {
    const owner = await openAsOwner();
    const forge = (by: Database) =>
      by.transaction(async (tx) => {
        await tx.execute(
          sql.raw(`create temp table forged on commit drop as select * from ${table} limit 0`),
        );
        await tx.execute(
          sql.raw(`create trigger forged after insert on forged for each row execute function ${run}`),
        );
        await tx.execute(sql`insert into forged default values`);
      });
    const refused = (message: string) => ({ cause: { message: expect.stringContaining(message) } });
    await expect(forge(db)).rejects.toMatchObject(refused('permission denied to create temporary tables'));
    await expect(forge(owner.db)).rejects.toMatchObject(refused('of their own tables only'));
    await owner.close();
  });

  it('are written by functions that nobody who serves may run, and that look nothing up in a place of his', async () => {
    const found = await rowsOf<{ name: string; may: boolean; path: string }>(
      db,
      sql`select proname as name, has_function_privilege(oid, 'execute') as may,
        array_to_string(proconfig, ',') as path from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    );
    expect(found.length).toBeGreaterThan(8);
    // Except for the one that links, and does nothing else.
    for (const { name, may, path } of found)
      expect([name, may, path]).toEqual([
        ...[name, name === 'receipts_link', 'search_path=pg_catalog, public, pg_temp'],
      ]);
  });

  it.each([
    `insert into receipts (team_id, at, kind, body, mac) values ('one', now(), 'decided', '{}', '')`,
    `insert into receipt_tail values ('one', 1)`,
    `insert into receipt_links values ('one', 1, 1, repeat('0', 64), '')`,
    `insert into receipt_heads values ('other', 0, repeat('0', 64))`,
    `select receipt_add('one', 'decided', '{}')`,
    `select receipt_mac(1, 'one', '')`,
    'select * from receipt_key',
    `select nextval('receipts_id_seq')`,
    'drop table receipts',
    'alter table receipts disable trigger all',
    'create table mine (id text)',
    `set session_replication_role = replica`,
  ])('let nobody who serves %s', async (attempt) => {
    const [who] = await rowsOf<{ role: string }>(db, sql`select current_user as role`);
    expect(who?.role).toBe(SERVING_ROLE);
    await expect(db.execute(sql.raw(attempt))).rejects.toThrow();
  });
});

it('are only added also where the user of the database may make no roles, which is told', async () => {
  const { url, drop } = await createPostgresDatabase();
  const owner = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
  const name = new URL(url).pathname.slice(1);
  for (const statement of [
    `create role "${name}" login`,
    `alter database "${name}" owner to "${name}"`,
    `alter schema public owner to "${name}"`,
  ])
    await owner.db.execute(sql.raw(statement));
  const plain = new URL(url);
  plain.username = name;
  const opened = await openDatabase({ url: plain.href, dataDir: 'memory', poolSize: 2 });
  try {
    await migrate(opened.db, MIGRATIONS);
    const why = expect.stringMatching(/permission denied|does not exist/);
    expect(await opened.serve('a secret for tests only, long enough')).toEqual({ login: why, role: why });
    await addTeam(opened.db, 'plain');
    await signIn(opened.db, 'plain', 'plain');
    expect(await kinds(opened.db, 'plain')).toEqual(['joined', 'signed in']);
    await expect(opened.db.delete(receipts)).rejects.toThrow();
  } finally {
    await opened.close();
    await owner.close();
    await drop();
  }
});
