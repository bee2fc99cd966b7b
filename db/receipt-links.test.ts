/**
 * The chain of receipts: written right after them, in the order of commits, by any process, and nobody waits for it.
 */
import { createHash, createHmac } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type OpenDatabase, type Queryable, rowsOf } from './client';
import { schema } from './schema/all';
import { testMigration } from './testing/before';
import { testDatabases } from './testing/databases';

const { members, receiptHeads, receiptLinks, receipts, receiptTail, sessions } = schema;

const START = '0'.repeat(64);
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates one receipt. */
async function addTeam(db: Database, id: string): Promise<void> {
  // With column names: a database of an earlier version lacks later columns.
  await db.execute(sql`insert into teams (id, name) values (${id}, 'Alder & Finch')`);
  await db.execute(
    sql`insert into users (id, name, email) values (${`usr_${id}`}, 'Ada', ${`${id}@amber.test`})`,
  );
  await db.insert(members).values({ userId: `usr_${id}`, teamId: id, role: 'admin' });
}

/** Creates one receipt. */
function signIn(db: Queryable, team: string, token: string) {
  const expiresAt = new Date(Date.now() + 60_000);
  return db.insert(sessions).values({ id: `ses_${token}`, token, userId: `usr_${team}`, expiresAt });
}

async function link(db: Queryable, team: string): Promise<number> {
  const [row] = await rowsOf<{ linked: number }>(db, sql`select receipts_link(${team}::text) as linked`);
  return Number(row?.linked);
}

const chainOf = (db: Database, team: string) =>
  db
    .select({ link: receiptLinks, receipt: receipts })
    .from(receiptLinks)
    .innerJoin(receipts, eq(receipts.id, receiptLinks.receiptId))
    .where(eq(receiptLinks.teamId, team))
    .orderBy(asc(receiptLinks.seq));

const tailOf = (db: Database, team: string) => db.$count(receiptTail, eq(receiptTail.teamId, team));

/** Checks every link of the team, and returns the linked receipts, in order. */
async function whole(db: Database, team: string): Promise<number[]> {
  const chain = await chainOf(db, team);
  let before = START;
  for (const [nth, { link: one, receipt }] of chain.entries()) {
    const content = sha(`${receipt.at.toISOString()}\n${receipt.kind}\n${receipt.body}`);
    expect(one).toMatchObject({ seq: nth + 1, prevHash: before });
    expect(one.hash).toBe(sha(`${before}\n${one.seq}\n${content}`));
    before = one.hash;
  }
  const [head] = await db.select().from(receiptHeads).where(eq(receiptHeads.teamId, team));
  expect([head?.seq ?? 0, head?.hash ?? START]).toEqual([chain.length, before]);
  return chain.map(({ receipt }) => receipt.id);
}

describe.each(testDatabases)('the chain on $name', ({ open, openAsOwner }) => {
  let opened: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    opened = await open();
    db = opened.db;
  });
  afterAll(() => opened.close());

  it('is one per team, without gaps, whoever writes and links at once', async () => {
    for (const team of ['one', 'two']) await addTeam(db, team);
    const both = Array.from({ length: 20 }, (_, nth) => (nth % 2 ? 'one' : 'two'));
    await Promise.all(both.flatMap((team, nth) => [signIn(db, team, `token-${nth}`), link(db, team)]));
    for (const team of ['one', 'two']) {
      await link(db, team);
      expect(await whole(db, team)).toHaveLength(11);
      expect(await tailOf(db, team)).toBe(0);
    }
  });

  it('goes on where it was: linking again changes nothing, and a team of which nobody knows gets none', async () => {
    await addTeam(db, 'again');
    expect([await link(db, 'again'), await link(db, 'again'), await link(db, 'nobody')]).toEqual([1, 0, 0]);
    await signIn(db, 'again', 'again');
    expect(await link(db, 'again')).toBe(1);
    expect(await whole(db, 'again')).toHaveLength(2);
    expect(await db.$count(receiptHeads, eq(receiptHeads.teamId, 'nobody'))).toBe(0);
  });

  it('holds nothing that was taken back, and loses nothing when linking is', async () => {
    await addTeam(db, 'undo');
    const undone = db.transaction(async (tx) => {
      await signIn(tx, 'undo', 'undone');
      await tx.execute(sql`set constraints all immediate`);
      expect(await link(tx, 'undo')).toBe(2);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect([await tailOf(db, 'undo'), await whole(db, 'undo')]).toEqual([1, []]);
    await link(db, 'undo');
    expect(await whole(db, 'undo')).toHaveLength(1);
  });

  it('does not take what does not bear the MAC of the database: it stays in the tail', async () => {
    const owner = await openAsOwner();
    await addTeam(owner.db, 'forged');
    await signIn(owner.db, 'forged', 'forged');
    await owner.db.execute(sql`alter table receipts disable trigger all`);
    const last = sql`(select max(id) from receipts)`;
    await owner.db.execute(
      sql`update receipts set body = '{"person": {"id": "another"}}' where id = ${last}`,
    );
    await owner.db.execute(sql`alter table receipts enable trigger all`);
    expect(await link(owner.db, 'forged')).toBe(1);
    expect([await tailOf(owner.db, 'forged'), await whole(owner.db, 'forged')]).toMatchObject([1, [1]]);
    await owner.close();
  });

  it('has a key of 32 bytes, and the MAC of a receipt is HMAC-SHA-256 over its number, team and content', async () => {
    const owner = await openAsOwner();
    const [key] = await owner.db.select().from(schema.receiptKey);
    const inner = Buffer.from(key?.innerKey ?? '', 'hex');
    const outer = Buffer.from(key?.outerKey ?? '', 'hex');
    const secret = inner.map((byte) => byte ^ 0x36);
    expect(outer.map((byte) => byte ^ 0x5c)).toEqual(secret);
    expect([inner.length, secret.subarray(32).every((byte) => byte === 0)]).toEqual([64, true]);
    await addTeam(owner.db, 'mac');
    const [row] = await owner.db.select().from(receipts).where(eq(receipts.teamId, 'mac'));
    const content = sha(`${row?.at.toISOString()}\n${row?.kind}\n${row?.body}`);
    expect(row?.mac).toBe(createHmac('sha256', secret).update(`${row?.id}\nmac\n${content}`).digest('hex'));
    await owner.close();
  });
});

describe('on PostgreSQL', () => {
  const kind = testDatabases.find(({ name }) => name === 'postgres');
  let opened: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    if (!kind) throw new Error('There is no PostgreSQL.');
    opened = await kind.open();
    db = opened.db;
  });
  afterAll(() => opened.close());

  it('no commit of a team waits for another of it, also not while one is linked; what commits later is linked later', async () => {
    await addTeam(db, 'busy');
    await link(db, 'busy');
    let letGo = () => {};
    let isWritten = () => {};
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slow = db.transaction(async (tx) => {
      await signIn(tx, 'busy', 'slow');
      // Its receipt is written, with the smaller number, and not committed.
      await tx.execute(sql`set constraints all immediate`);
      isWritten();
      await held;
    });
    await written;
    await signIn(db, 'busy', 'quick');
    expect(await link(db, 'busy')).toBe(1);
    // An open link blocks neither writers nor other links.
    await db.transaction(async (tx) => {
      await signIn(db, 'busy', 'third');
      expect(await link(tx, 'busy')).toBe(1);
      await signIn(db, 'busy', 'fourth');
      expect(await link(db, 'busy')).toBe(0);
    });
    letGo();
    await slow;
    expect(await link(db, 'busy')).toBe(2);
    const [joined, quick, third, late, fourth] = await whole(db, 'busy');
    expect(joined).toBeLessThan(Number(late));
    expect(Number(late)).toBeLessThan(Number(quick));
    expect(Number(third)).toBeLessThan(Number(fourth));
    expect(await tailOf(db, 'busy')).toBe(0);
  });

  it('a process that is killed between its commit and the link loses none', async () => {
    await addTeam(db, 'killed');
    await link(db, 'killed');
    await signIn(db, 'killed', 'killed');
    const died = db.transaction(async (tx) => {
      expect(await link(tx, 'killed')).toBe(1);
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(died).rejects.toThrow();
    await expect.poll(() => link(db, 'killed').catch(() => 0)).toBe(1);
    expect(await whole(db, 'killed')).toHaveLength(2);
  });
});

testMigration(
  '_receipt_links',
  'a database of the version before keeps its chain, number for number and hash for hash',
  async ({ db, serve }, upgrade) => {
    for (const team of ['old', 'other']) {
      await addTeam(db, team);
      for (let nth = 0; nth < 3; nth++) await signIn(db, team, `${team}-${nth}`);
    }
    const before = await rowsOf<object>(
      db,
      sql`select team_id, seq::int, at::text, kind, body, prev_hash, hash from receipts order by team_id, seq`,
    );
    await upgrade();
    await serve();
    const after = await rowsOf<object>(
      db,
      sql`select l.team_id, l.seq::int, r.at::text, r.kind, r.body, l.prev_hash, l.hash
        from receipt_links l join receipts r on r.id = l.receipt_id order by l.team_id, l.seq`,
    );
    expect(before).toHaveLength(8);
    expect(after.map((row) => ({ ...row }))).toEqual(before.map((row) => ({ ...row })));
    await signIn(db, 'old', 'new');
    expect(await link(db, 'old')).toBe(1);
    expect(await whole(db, 'old')).toHaveLength(5);
    expect(await whole(db, 'other')).toHaveLength(4);
  },
);
