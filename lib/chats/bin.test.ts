/** Deleted, archived, pinned and temporary chats, on both databases. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { createChat, deleteChat, updateChat } from '@/lib/runs/chats';
import { readChat, readChats } from '@/lib/runs/read-chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { insertSummary } from '@/lib/store/conversation/summaries';
import { eraseSome, eraseTemporary, readBin, restoreChat } from './bin';
import { search } from './search';

const { approvals, calls, chats, messages, receipts, runs } = schema;

describe.each(testDatabases)('chats that come and go on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let member: Caller;
  let colleague: Caller;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    member = await harness.person('member');
    colleague = await harness.person('admin');
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  async function chatOf(text: string): Promise<string> {
    const chatId = await harness.chat(member);
    harness.steps({ text: 'Done.' });
    await harness.say(chatId, text, member);
    return chatId;
  }
  const listed = async (shelf?: 'archive') =>
    (await readChats(opened.db, member, { shelf })).chats.map(({ id }) => id);
  const binned = async (caller = member) => (await readBin(opened.db, caller)).chats.map(({ id }) => id);
  const found = async (q: string) => (await search(opened.db, member, { q })).messages.length;
  const ago = (chatId: string, column: 'deletedAt' | 'updatedAt', interval: string) =>
    opened.db
      .update(chats)
      .set({ [column]: sql`now() - ${interval}::interval` })
      .where(eq(chats.id, chatId));

  it('a deleted chat comes back as it was said; what waited in it does not', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete the okapi', member);
    const before = await readChat(opened.db, member, chatId);
    await deleteChat(opened.db, member, chatId);
    expect(await listed()).not.toContain(chatId);
    expect(await binned()).toEqual([chatId]);
    expect(await readChat(opened.db, member, chatId)).toBeNull();
    expect(await found('okapi')).toBe(0);

    await restoreChat(opened.db, member, chatId);
    const after = await readChat(opened.db, member, chatId);
    expect(after?.messages.map(({ id }) => id)).toEqual(before?.messages.map(({ id }) => id));
    expect(after).toMatchObject({ title: before?.title, status: 'idle', waits: false });
    expect(await found('okapi')).toBe(1);
    expect(await binned()).toEqual([]);
    const cards = await opened.db.select().from(approvals).where(eq(approvals.chatId, chatId));
    expect(cards.map(({ status }) => status)).toEqual(['superseded']);
    const [run] = await opened.db.select().from(runs).where(eq(runs.chatId, chatId));
    expect(run?.status).toBe('stopped');
    await expect(harness.decide(cards[0]?.id ?? '', 'confirm', '', member)).rejects.toMatchObject({
      code: 'conflict',
    });
    harness.steps({ text: 'Here I am.' });
    await harness.say(chatId, 'Go on', member);
    expect(await readChat(opened.db, member, chatId)).toMatchObject({ messages: { length: 4 } });
  });

  it('is taken back by nobody else, and not after its time', async () => {
    const chatId = await chatOf('A quagga');
    await deleteChat(opened.db, member, chatId);
    for (const other of [colleague, { ...member, teamId: 'another' }]) {
      expect(await binned(other)).toEqual([]);
      await expect(restoreChat(opened.db, other, chatId)).rejects.toMatchObject({ code: 'not_found' });
    }
    await ago(chatId, 'deletedAt', '29 days');
    expect(await eraseSome(opened.db)).toBe(false);
    expect(await binned()).toEqual([chatId]);
    await ago(chatId, 'deletedAt', '31 days');
    expect(await binned()).toEqual([]);
    await eraseSome(opened.db);
    await expect(restoreChat(opened.db, member, chatId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await opened.db.select().from(messages).where(eq(messages.chatId, chatId))).toEqual([]);
    const [row] = await opened.db.select().from(chats).where(eq(chats.id, chatId));
    expect(row).toMatchObject({ title: '', erasedAt: expect.any(Date) });
  });

  it('erased, its calls are on record without contents', async () => {
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool: 'customers_list', input: { limit: 1 } }] }, { text: 'This one.' });
    await harness.say(chatId, 'List one', member);
    await deleteChat(opened.db, member, chatId);
    await ago(chatId, 'deletedAt', '31 days');
    const count = () => opened.db.$count(receipts);
    const before = await count();
    await eraseSome(opened.db);
    const [call] = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(call).toMatchObject({ tool: 'customers_list', status: 'success', result: null });
    // The deletion is recorded, and the earlier record is unchanged.
    expect(await count()).toBe(before + 1);
    expect(await opened.db.$count(receipts, eq(receipts.kind, 'swept'))).toBeGreaterThan(0);
  });

  it('pinned, it is told of with the first page however old it is; put away, it is in its own list', async () => {
    const chatId = await chatOf('An old friend');
    for (let nth = 0; nth < 3; nth++) await chatOf(`Later ${nth}`);
    await updateChat(opened.db, member, chatId, { pinned: true });
    const first = await readChats(opened.db, member, { limit: 2 });
    expect(first.chats.at(-1)).toMatchObject({ id: chatId, pinned: true });
    expect(first.chats).toHaveLength(3);
    await updateChat(opened.db, member, chatId, { archived: true });
    expect(await listed()).not.toContain(chatId);
    expect(await listed('archive')).toEqual([chatId]);
    expect(await readChat(opened.db, member, chatId)).toMatchObject({ pinned: false, archived: true });
    expect(await found('friend')).toBe(1);
    await updateChat(opened.db, member, chatId, { archived: false });
    expect(await listed()).toContain(chatId);
    await expect(updateChat(opened.db, colleague, chatId, { pinned: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('temporary, it is in no list, found by no search, and erased when it is left, or after a day', async () => {
    const make = async () => {
      const chatId = await createChat(opened.db, member, 'default', true);
      harness.steps({ calls: [{ tool: 'customers_list', input: { limit: 1 } }] }, { text: 'A dodo.' });
      await harness.say(chatId, 'Show me a dodo', member);
      return chatId;
    };
    const left = await make();
    const forgotten = await make();
    expect(await listed()).not.toContain(left);
    expect(await found('dodo')).toBe(0);
    expect(await readChat(opened.db, member, left)).toMatchObject({
      temporary: true,
      messages: { length: 2 },
    });
    await deleteChat(opened.db, member, left);
    await eraseTemporary(opened.db, left);
    // Still being created by another request.
    const late = { text: 'They spoke of a dodo.', upTo: 'msg', outside: false, model: 'm' };
    await insertSummary(opened.db, left, late);
    await insertSummary(opened.db, forgotten, late);
    const kept = await opened.db.select().from(schema.summaries);
    expect(kept.map(({ chatId }) => chatId)).toEqual([forgotten]);
    expect(await binned()).not.toContain(left);
    await expect(restoreChat(opened.db, member, left)).rejects.toMatchObject({ code: 'not_found' });
    await eraseSome(opened.db);
    expect(await readChat(opened.db, member, forgotten)).toMatchObject({ messages: { length: 2 } });
    await ago(forgotten, 'updatedAt', '25 hours');
    await eraseSome(opened.db);
    expect(await readChat(opened.db, member, forgotten)).toBeNull();
    const ran = await opened.db.select().from(calls).where(eq(calls.chatId, forgotten));
    expect(ran).toMatchObject([{ tool: 'customers_list', status: 'success', result: null }]);
  });
});
