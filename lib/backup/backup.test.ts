/** A backup, and a database restored from it: between all kinds, and the fate of what was in progress. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateX25519Identity } from 'age-encryption';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { UnusableCopy } from '@/db/copy/copy-lines';
import { dumpDatabase } from '@/db/copy/dump';
import { isEmpty } from '@/db/copy/shape';
import { migrate } from '@/db/migrate';
import { schema } from '@/db/schema/all';
import { migrationsBefore } from '@/db/testing/before';
import { testDatabases } from '@/db/testing/databases';
import { linkReceipts } from '@/lib/receipts/link';
import { allLive } from '@/lib/runs/follow/live';
import { CrashHarness } from '@/lib/runs/testing/crash-harness';
import { sealProbe } from './probe';
import { type RestoreStep, restoreBackup } from './restore';
import { readSealed, writeSealed } from './sealed-file';
import { backUp, EMPTY, fresh, KEY, ownFolder, restore, SECRET } from './testing/copies';

ownFolder();
const { approvals, calls, messages, receipts, runs, sessions, teams } = schema;

/** The contents of every table, except the time of the migration. */
async function everything({ db }: OpenDatabase): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ print: string }>(
      db,
      sql`select count(*) || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from ${sql.identifier(name)} t`,
    );
    found[name] = row?.print ?? '';
  }
  return found;
}

describe.each(testDatabases)('a backup of $name', ({ name, openAsOwner }) => {
  let opened: OpenDatabase;
  let crash: CrashHarness;
  beforeEach(async () => {
    opened = await openAsOwner();
    crash = await CrashHarness.open(opened);
  });
  afterEach(() => crash.close());

  it.each(['pglite', 'postgres'] as const)('is a database of %s again, to the letter', async (to) => {
    const { harness } = crash;
    const strange = 'a "quoted", \\ back(slash) \u2028 ü 😀\nline';
    harness.steps(
      { text: strange, calls: [{ tool: 's__look', input: { id: 'x\u0000y' } }] },
      { text: strange },
    );
    await harness.say(await harness.chat(), strange);
    await opened.db.update(teams).set({ instructions: strange });
    await linkReceipts(opened.db, harness.admin.teamId);
    const before = await everything(opened);
    const path = await backUp(opened);
    const other = await EMPTY[to]();
    try {
      const steps: RestoreStep[] = [];
      const restored = await restore(other, path, KEY, [SECRET], [], (step) => steps.push(step));
      // Each step is reported as it begins, including the last rows.
      expect(steps.filter(({ at }) => at !== 'written').map(({ at }) => at)).toEqual([
        ...['checking', 'writing', 'record', 'settling'],
      ]);
      const written = steps.filter((step) => step.at === 'written').map(({ rows }) => rows);
      expect(written).toEqual(written.toSorted((one, next) => one - next));
      expect(written.at(-1)).toBe(restored.rows);
      const after = await everything(other);
      // What a restore writes itself, and what it drops.
      const own = ['receipts', 'receipt_tail', 'sessions', 'account_links', 'verifications', 'outbox'];
      const same = ([table]: [string, string]) => !own.includes(table);
      expect(Object.entries(after).filter(same)).toEqual(Object.entries(before).filter(same));
      expect([restored.opens, restored.shut]).toEqual([true, {}]);
      expect(restored.receipts).toBe(await opened.db.$count(receipts));
      const kinds = await other.db.select({ kind: receipts.kind }).from(receipts);
      expect(kinds.filter(({ kind }) => kind === 'restored')).toHaveLength(await opened.db.$count(teams));
      // Its sequences continue where they were.
      await linkReceipts(other.db, harness.admin.teamId);
      expect(
        await other.db.$count(schema.receiptTail, eq(schema.receiptTail.teamId, harness.admin.teamId)),
      ).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('runs nothing again that was under way, and says what is unknown', async () => {
    const { harness } = crash;
    const died = await crash.crashedIn(
      { tool: 's__add', id: 'sent', input: { id: 'sent' }, status: 'dispatched' },
      { tool: 's__add', id: 'taken', input: { id: 'taken' }, status: 'claimed' },
      { tool: 's__add', id: 'next', input: { id: 'next' }, status: 'pending' },
      { tool: 's__look', id: 'read', input: { id: 'read' }, status: 'dispatched' },
    );
    const waiting = await harness.chat();
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'asked' } }] }, { text: 'Done.' });
    await harness.say(waiting, 'drop it');
    const held = await harness.chat();
    await harness.rule('drop', { holdSeconds: 600 });
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'held' } }] }, { text: 'Done.' });
    await harness.say(held, 'drop it');
    const [card] = await opened.db.select().from(approvals).where(eq(approvals.chatId, held));
    await harness.decide(card?.id ?? '', 'confirm');
    expect(await opened.db.$count(calls, eq(calls.status, 'approved'))).toBe(1);
    const path = await backUp(opened);
    const other = await EMPTY[name]();
    try {
      const { settled } = await restore(other, path);
      expect(settled).toMatchObject({ calls: 4, runs: 2 });
      const there = harness.on(other);
      await there.recover();
      await Promise.all(allLive().map((live) => live.done));
      expect(crash.executed).toEqual([]);
      const ended = await other.db.select().from(calls);
      const statusOf = (id: string) => ended.find((one) => JSON.parse(one.input).id === id)?.status;
      expect(['sent', 'taken', 'next', 'held'].map(statusOf)).toEqual(Array(4).fill('unknown'));
      expect([statusOf('read'), statusOf('asked')]).toEqual(['error', 'permission_required']);
      const states = await other.db.select({ chat: runs.chatId, status: runs.status }).from(runs);
      const stateOf = (chat: string) => states.find((one) => one.chat === chat)?.status;
      expect([died.chatId, held, waiting].map(stateOf)).toEqual(['failed', 'failed', 'waiting']);
      const said = await other.db.select().from(messages).where(eq(messages.chatId, died.chatId));
      expect(JSON.stringify(said)).toContain('Amber was restored from a backup');
      const told = await other.db.select().from(receipts).where(eq(receipts.teamId, harness.admin.teamId));
      expect(told.filter(({ body }) => body.includes('"unknown"'))).toHaveLength(4);
    } finally {
      await other.close();
    }
  });

  it('refuses a changed byte, a cut file, another key and a database that is not empty, and writes nothing', async () => {
    const path = await backUp(opened);
    const bytes = readFileSync(path);
    const other = await EMPTY[name]();
    try {
      const at = (place: number) => {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 1;
        return changed;
      };
      const bad = [
        bytes.subarray(0, -1),
        bytes.subarray(0, bytes.length >> 1),
        bytes.subarray(0, 300),
        at(bytes.length - 1),
      ];
      bad.push(
        at(Math.floor(bytes.length / 2)),
        at(250),
        Buffer.concat([bytes, Buffer.from('x')]),
        Buffer.alloc(0),
      );
      for (const one of bad) {
        const file = fresh();
        writeFileSync(file, one);
        await expect(restore(other, file)).rejects.toThrow(UnusableCopy);
      }
      await expect(restore(other, path, await generateX25519Identity())).rejects.toThrow(
        'The key does not open the file',
      );
      await expect(restore(opened, path)).rejects.toThrow('The database is not empty');
      expect(await isEmpty(other.db)).toBe(true);
    } finally {
      await other.close();
    }
  });

  it('refuses a record that is not whole, and writes nothing', async () => {
    await linkReceipts(opened.db, crash.harness.admin.teamId);
    const path = fresh();
    const hash = createHash('sha256');
    // An attacker with the key changes a word in one receipt, and corrects the hash of the file.
    await writeSealed(path, KEY, async (write) => {
      await dumpDatabase(opened, sealProbe(SECRET), async (line) => {
        const changed = line.replaceAll('joined', 'jailed');
        if (!line.startsWith('{"end"')) hash.update(`${changed}\n`);
        await write(
          line.startsWith('{"end"')
            ? JSON.stringify({ ...JSON.parse(line), sha256: hash.digest('hex') })
            : changed,
        );
      });
    });
    const other = await EMPTY[name]();
    try {
      await expect(restore(other, path)).rejects.toThrow(/record of team .* is not whole/);
      expect(await isEmpty(other.db)).toBe(true);
    } finally {
      await other.close();
    }
  });

  it('is taken while people write, as of one moment', async () => {
    let isOver = false;
    const rounds = async () => {
      while (!isOver) {
        await new Promise(setImmediate);
        await opened.db.transaction(async (tx) => {
          await tx.update(teams).set({
            name: sql`'n' || (coalesce(nullif(substring(name from '^n(\\d+)$'), ''), '0')::int + 1)`,
          });
          await tx.delete(sessions);
          const [{ name: now = '' } = {}] = await tx.select({ name: teams.name }).from(teams).limit(1);
          await tx.update(teams).set({ instructions: now });
        });
      }
    };
    await opened.db.update(teams).set({ name: 'n0', instructions: 'n0' });
    const writing = rounds();
    const path = await backUp(opened);
    isOver = true;
    await writing;
    const other = await EMPTY[name]();
    try {
      await restore(other, path);
      for (const row of await other.db.select().from(teams)) expect(row.instructions).toBe(row.name);
    } finally {
      await other.close();
    }
  });

  it('of an older schema is brought up to the present one; of a newer one it is refused', async () => {
    const old = migrationsBefore(40);
    const [before, other] = [await EMPTY[name](), await EMPTY[name]()];
    try {
      await migrate(before.db, old);
      await before.db.execute(sql`insert into teams (id, name) values ('tea_old', 'Of old')`);
      await before.db.execute(
        sql`insert into users (id, name, email) values ('usr_old', 'Ada', 'ada@amber.test')`,
      );
      await before.db.execute(
        sql`insert into members (user_id, team_id, role) values ('usr_old', 'tea_old', 'admin')`,
      );
      const path = await backUp(before);
      // With another secret this is reported, even if nothing was sealed with it.
      const restored = await restore(other, path, KEY, ['another secret, of the same length......']);
      expect(restored.opens).toBe(false);
      expect(await other.db.select({ id: teams.id, policy: teams.policyVersion }).from(teams)).toEqual([
        { id: 'tea_old', policy: 1 },
      ]);
      const newer = await backUp(opened);
      const empty = await EMPTY[name]();
      await expect(restoreBackup(empty, () => readSealed(newer, KEY), old, [SECRET])).rejects.toThrow(
        'newer Amber',
      );
      expect(await isEmpty(empty.db)).toBe(true);
      await empty.close();
    } finally {
      await before.close();
      await other.close();
      rmSync(old, { recursive: true });
    }
  });
});
