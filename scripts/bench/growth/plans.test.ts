/**
 * Frequent queries on large tables must not read any of them in full: PostgreSQL counts sequential scans, and there
 * must be none. The last query scans on purpose, to check that it is counted.
 */
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase, rowsOf } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { migrate } from '@/db/migrate';
import { createPostgresDatabase, MIGRATIONS } from '@/db/testing/databases';
import { countToConfirm } from '@/lib/approvals/approval-list';
import { settleAbandoned } from '@/lib/execution/settle-left';
import { readInbox } from '@/lib/inbox/read-inbox';
import { countUnknownCalls } from '@/lib/inbox/unknown-call-list';
import { endLapsed } from '@/lib/outside/calls/end';
import type { Caller } from '@/lib/people/caller';
import { listReceipts } from '@/lib/receipts/receipts';
import { attention } from '@/lib/rules/attention';
import { beginRun } from '@/lib/runs/begin';
import { announce } from '@/lib/runs/follow/events';
import { readChat, readChats } from '@/lib/runs/read-chats';
import { readHistory } from '@/lib/runs/read-messages';
import { deadRuns } from '@/lib/runs/recover';
import { listRecentNews } from '@/lib/store/chat-list';
import { insertSummary } from '@/lib/store/conversation/summaries';
import { listStuckQueues } from '@/lib/store/queue';
import { addMessages, fill } from './fill';

const GROWING = [
  'approvals',
  'calls',
  'chats',
  'messages',
  'receipt_links',
  'receipts',
  'runs',
  'run_events',
];
/** Enough rows that PostgreSQL avoids sequential scans. */
const SIZES = { chats: 10_000, runs: 15_000, approvals: 10_000, receipts: 30_000 };

let opened: OpenDatabase;
let drop: () => Promise<void>;
let databaseUrl: string;
const people = new Map<string, Caller>();

beforeAll(async () => {
  const { url, ...database } = await createPostgresDatabase();
  drop = database.drop;
  databaseUrl = url;
  // One connection, so that its counts are visible at once.
  opened = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
  await migrate(opened.db, MIGRATIONS);
  await loadDemo(opened.db, new Date());
  const superuser = postgres(url, { max: 1, onnotice: () => {} });
  await fill(superuser, SIZES);
  await superuser.end();
  const rows = await rowsOf<Caller & { email: string }>(
    opened.db,
    sql`select email, role, user_id as "userId", team_id as "teamId", '' as "userName", '' as "teamName"
      from members join users on users.id = user_id`,
  );
  for (const row of rows) people.set(row.email.split('@')[0] ?? '', row);
});
afterAll(async () => {
  await opened.close();
  await drop();
});

function person(name: string): Caller {
  const found = people.get(name);
  if (!found) throw new Error(`${name} is not there.`);
  return found;
}

/** The large tables of which all rows were read. */
async function readWhole(task: () => Promise<unknown>): Promise<string[]> {
  const before = await counts();
  await task();
  const after = await counts();
  return GROWING.filter((table) => after.get(table) !== before.get(table));
}

async function counts(): Promise<Map<string, number>> {
  await opened.db.execute(sql`select pg_stat_force_next_flush()`);
  const rows = await rowsOf<{ relname: string; seq_scan: string }>(
    opened.db,
    sql`select relname, seq_scan from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

const db = () => opened.db;
const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'dead runs, each second': () => deadRuns(db(), ['one'], false),
  'messages that wait for nobody, each second': () => listStuckQueues(db()),
  'calls that nobody waits for, each second': () => settleAbandoned(db()),
  'calls of other clients that nobody came for': () => endLapsed(db()),
  'the side bar': () => readChats(db(), person('member'), { limit: 50 }),
  'the side bar, outside of folders': () => readChats(db(), person('member'), { limit: 50, folder: null }),
  'a chat': () => readChat(db(), person('member'), 'grown_chat_7'),
  'what the model reads of it': () => readHistory(db(), 'grown_chat_7'),
  'what is new in one’s chats': () => listRecentNews(db(), person('member').userId),
  'how many wait for an admin': () => countToConfirm(db(), person('admin')),
  'how many wait for a member': () => countToConfirm(db(), person('member')),
  'calls of which nobody knows': () => countUnknownCalls(db(), person('admin')),
  'a message': () => beginRun(db(), person('member'), 'grown_chat_7', { id: 'new', text: 'Hello.' }),
  'word of a chat': () => announce(db(), 'grown_chat_7'),
  'what waits': () => readInbox(db(), person('admin'), { status: 'pending', order: 'oldest', limit: 20 }),
  'what was decided': () =>
    readInbox(db(), person('admin'), { status: 'decided', order: 'decided', limit: 20 }),
  'what was decided, of a member': () =>
    readInbox(db(), person('member'), { status: 'decided', order: 'decided', limit: 20 }),
  'what was decided, of nobody': () =>
    readInbox(db(), person('viewer'), { status: 'decided', order: 'decided', limit: 20 }),
  attention: () => attention(db(), person('admin'), 30),
  ...Object.fromEntries(
    [
      {},
      { kind: 'confirmed' },
      { kind: 'left' },
      { server: 'mail' },
      { server: 'none' },
      { tool: 'OOL_1' },
      { tool: 'none' },
      { person: 'nobody' },
      { chat: 'grown_chat_7' },
      { chat: 'none' },
      { to: new Date(Date.now() - 400 * 86_400_000).toISOString() },
    ].map((filters) => [
      `the record by ${JSON.stringify(filters)}`,
      () => listReceipts(db(), person('admin'), filters),
    ]),
  ),
  'the record of a member': () => listReceipts(db(), person('admin'), { person: person('member').userId }),
};

it.each(Object.keys(QUESTIONS))('%s is found by an index', async (name) => {
  const task = QUESTIONS[name] ?? (async () => {});
  expect(await readWhole(task)).toEqual([]);
});

/** Rows of `messages` that were read. */
async function messagesRead(task: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await opened.db.execute(sql`select pg_stat_force_next_flush()`);
    const [row] = await rowsOf<{ count: string }>(
      opened.db,
      sql`select seq_tup_read + idx_tup_fetch as count from pg_stat_user_tables where relname = 'messages'`,
    );
    return Number(row?.count);
  };
  const before = await read();
  await task();
  return (await read()) - before;
}

it('a chat that has grown since statistics were gathered is not read from its beginning', async () => {
  const superuser = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await addMessages(superuser, 'grown_chat_8', 5_000);
  await superuser.end();
  const upTo = 'long_4000';
  await insertSummary(db(), 'grown_chat_8', { text: 'Before.', upTo, outside: false, model: 'one' });
  expect(await messagesRead(() => readHistory(db(), 'grown_chat_8'))).toBeLessThan(1_000);
  const page = () => readChat(db(), person('member'), 'grown_chat_8');
  expect(await messagesRead(page)).toBeLessThan(1_000);
});

it('what waits for its link is linked without reading what is linked', async () => {
  const { teamId } = person('admin');
  const superuser = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await superuser`set session_replication_role = replica`;
  await superuser`
    insert into receipts (id, team_id, at, kind, body, mac)
    select id, team_id, at, kind, body, receipt_mac(id, team_id, receipt_content(at, kind, body))
    from (select nextval('receipts_id_seq') as id, team_id, at, kind, body
      from receipts where team_id = ${teamId} limit 10000 offset 0) one`;
  await superuser`
    insert into receipt_tail (team_id, receipt_id) select r.team_id, r.id from receipts r
    where not exists (select from receipt_links l where l.receipt_id = r.id) on conflict do nothing`;
  await superuser`analyze receipts, receipt_tail`;
  await superuser.end();
  const [linked, read] = await db().transaction(async (tx) => {
    const [link] = await rowsOf<{ count: number }>(tx, sql`select receipts_link(${teamId}) as count`);
    const [row] = await rowsOf<{ count: string }>(
      tx,
      sql`select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'receipts'`,
    );
    return [link?.count ?? 0, Number(row?.count)];
  });
  expect(linked).toBe(1_000);
  expect(read).toBeLessThan(2 * linked);
});

it('counts what has none', async () => {
  const all = sql`select count(*) from receipts where body like '%nobody%'`;
  expect(
    await readWhole(() =>
      db()
        .execute(all)
        .then(() => {}),
    ),
  ).toEqual(['receipts']);
});
