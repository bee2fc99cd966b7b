/**
 * A file that is deleted at the very moment at which a message with it is sent: a sent one stays, and marks its chat.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { eraseChat } from '@/lib/chats/bin';
import type { Caller } from '@/lib/people/caller';
import { beginRun } from '@/lib/runs/begin';
import { readChat } from '@/lib/runs/read-chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { deleteForgotten } from '@/lib/store/uploads/uploads';
import { forgetUpload, takeUpload } from './take-upload';

const { uploads } = schema;

// The embedded database has one connection: nothing happens concurrently there.
const postgres = testDatabases.find(({ name }) => name === 'postgres');

let opened: OpenDatabase;
let harness: RunHarness;
let member: Caller;
let nth = 0;

beforeAll(async () => {
  if (!postgres) throw new Error('PostgreSQL is needed.');
  opened = await postgres.open();
  harness = await RunHarness.open(opened);
  member = await harness.person('member');
});
afterAll(() => opened.close());

const attach = () => takeUpload(opened.db, member, 'a.txt', Buffer.from('hello'));
const send = async (db: Database, chatId: string, id: string) =>
  void (await beginRun(db, member, chatId, { id: `m${nth++}`, text: 'Read', uploads: [id] }));

/** Sends a message with the file, and begins something else before it is stored. */
async function sendWhile(id: string, meanwhile: () => Promise<unknown>) {
  const chatId = await harness.chat(member);
  let other: Promise<unknown> = Promise.resolve();
  await opened.db.transaction(async (tx) => {
    await send(tx as unknown as Database, chatId, id);
    let isOver = false;
    other = meanwhile().finally(() => {
      isOver = true;
    });
    other.catch(() => undefined);
    // It waits for the message, or was done before.
    await expect.poll(async () => isOver || (await isSomebodyWaiting())).toBe(true);
  });
  const [outcome] = await Promise.allSettled([other]);
  expect(await opened.db.$count(uploads, eq(uploads.id, id))).toBe(1);
  expect((await readChat(opened.db, member, chatId))?.outside).toEqual({ file: 'a.txt' });
  return outcome;
}

async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await opened.db.execute(
    sql`select 1 from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted`,
  );
  return (rows as unknown as unknown[]).length > 0;
}

it('is not forgotten by whoever attached it', async () => {
  const { id } = await attach();
  const outcome = await sendWhile(id, () => forgetUpload(opened.db, member, id));
  expect(outcome).toMatchObject({ reason: { code: 'not_found' } });
});

it('is not swept', async () => {
  const { id } = await attach();
  await opened.db
    .update(uploads)
    .set({ createdAt: new Date(0) })
    .where(eq(uploads.id, id));
  const sweep = () => opened.db.transaction((tx) => deleteForgotten(tx, 24, 100));
  expect(await sendWhile(id, sweep)).toEqual({ status: 'fulfilled', value: 0 });
});

it('does not go with another chat that is erased', async () => {
  const { id } = await attach();
  const chatId = await harness.chat(member);
  await send(opened.db, chatId, id);
  await sendWhile(id, () => eraseChat(opened.db, chatId));
  expect(await opened.db.$count(schema.attachments, eq(schema.attachments.chatId, chatId))).toBe(0);
});
