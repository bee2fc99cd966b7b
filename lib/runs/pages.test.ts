/** A chat is read page by page, and a turn reads no more of it than the model does. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { StatementCount } from '@/db/testing/statements';
import { modelHistory } from '@/lib/agent/history';
import type { Caller } from '@/lib/people/caller';
import { listMessages } from '@/lib/store/messages';
import { readChat, readChats } from './read-chats';
import { drafts, readHistory, readRows } from './read-messages';
import { RunHarness } from './testing/run-harness';

const ALL = { most: 100_000, bytes: 1_000_000_000 };
const BAD =
  'before: is no message of this chat. Take `next` of the page before, or leave it out for the newest.';

describe.each(oneDatabase)('pages of a chat on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    stranger = { ...harness.admin, userId: 'another', teamId: 'another' };
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  /** Messages alternately of both sides, each with this many characters of text. */
  async function chatOf(count: number, characters: number): Promise<string> {
    const chatId = await harness.chat();
    const text = 'x'.repeat(characters);
    const rows = Array.from({ length: count }, (_, nth) => ({
      chatId,
      id: `m${nth + 1}`,
      role: nth % 2 === 0 ? ('user' as const) : ('assistant' as const),
      parts: [{ type: 'text', text }],
    }));
    for (let from = 0; from < count; from += 500)
      await opened.db.insert(schema.messages).values(rows.slice(from, from + 500));
    return chatId;
  }

  let stranger: Caller;
  const idsOf = (page: { messages: { id: string }[] } | null) => page?.messages.map(({ id }) => id);

  it('come newest first, each message once, until none is older', async () => {
    const chatId = await chatOf(23, 10);
    const found: string[] = [];
    let before: string | undefined;
    do {
      const view = await readChat(opened.db, harness.admin, chatId, { before, limit: 5 });
      found.unshift(...(idsOf(view) ?? []));
      before = view?.next ?? undefined;
    } while (before);
    expect(found).toEqual(Array.from({ length: 23 }, (_, nth) => `m${nth + 1}`));
  });

  it('hold as much as has room, the last message and what it answers in any case, older ones one at least', async () => {
    const chatId = await chatOf(6, 1000);
    const page = (size: number, before?: string) =>
      readChat(opened.db, harness.admin, chatId, { size, before });
    expect(idsOf(await page(3500))).toEqual(['m4', 'm5', 'm6']);
    expect(idsOf(await page(1))).toEqual(['m5', 'm6']);
    expect(idsOf(await page(1, 'm5'))).toEqual(['m4']);
    expect(idsOf(await page(1, 'm1'))).toEqual([]);
  });

  it('count what came of calls', async () => {
    const chatId = await harness.chat();
    const calls = Array.from({ length: 3 }, () => ({ tool: 'customers_list', input: {} }));
    for (let nth = 0; nth < 3; nth++) {
      harness.steps({ calls }, { text: 'These.' });
      await harness.say(chatId, 'List them');
    }
    const { rows } = await listMessages(opened.db, chatId, ALL);
    const [text] = await rowsOf<{ bytes: number }>(
      opened.db,
      sql`select max(octet_length(parts::text))::int as bytes from messages where chat_id = ${chatId}`,
    );
    const view = await readChat(opened.db, harness.admin, chatId, { size: 3 * (text?.bytes ?? 0) });
    expect(rows).toHaveLength(6);
    expect(idsOf(view)).toEqual(rows.slice(-2).map(({ id }) => id));
  });

  it('refuse a cursor that is none, and show others nothing', async () => {
    const [chatId, other] = [await chatOf(3, 10), await chatOf(1, 10)];
    const read = (before: string) => readChat(opened.db, harness.admin, chatId, { before });
    await expect(read('nothing')).rejects.toMatchObject({ code: 'bad_request', message: BAD });
    await opened.db.insert(schema.messages).values({ chatId: other, id: 'foreign', role: 'user', parts: [] });
    await expect(read('foreign')).rejects.toMatchObject({ code: 'bad_request', message: BAD });
    expect(await readChat(opened.db, stranger, chatId, { before: 'm2' })).toBeNull();
    expect(await readChat(opened.db, stranger, chatId, { before: 'nothing' })).toBeNull();
  });

  it('tell in which messages something waits, on whichever page they are', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await chatOf(4, 10);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete');
    const view = await readChat(opened.db, harness.admin, chatId, { limit: 1 });
    expect(view).toMatchObject({ waits: true, waitsIn: idsOf(view) });
    const [card] = await harness.cards(chatId, 'pending');
    harness.steps({ text: 'Left.' });
    await harness.decide(card?.id ?? '', 'cancel');
    expect(await readChat(opened.db, harness.admin, chatId)).toMatchObject({ waits: false, waitsIn: [] });
  });

  it('of chats come newest first, each once; one that waits is told of at once, however old', async () => {
    const customer = await harness.office.addCustomer();
    const waiting = await harness.chat();
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(waiting, 'Delete');
    for (let nth = 0; nth < 7; nth++) await harness.chat();
    const all = await readChats(opened.db, harness.admin);
    const first = await readChats(opened.db, harness.admin, { limit: 3 });
    expect(first.chats.map(({ id, waits }) => [id, waits])).toEqual([
      ...all.chats.slice(0, 3).map(({ id }) => [id, false]),
      [waiting, true],
    ]);
    const found: string[] = [];
    for (let cursor = first.next; cursor; ) {
      const page = await readChats(opened.db, harness.admin, { cursor, limit: 3 });
      found.push(...page.chats.map(({ id }) => id));
      cursor = page.next;
    }
    expect(found).toEqual(all.chats.slice(3).map(({ id }) => id));
    const none = readChats(opened.db, harness.admin, { cursor: 'none' });
    await expect(none).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('`next`'),
    });
    expect((await readChats(opened.db, stranger)).chats).toEqual([]);
  });

  it.each([1, 30, 999, 7_000, 60_000, 300_000])(
    'of %d characters a message: the model reads what it would read of all',
    async (characters) => {
      const chatId = await chatOf(
        characters < 1_000 ? 1_200 : Math.ceil(1_200_000 / characters) + 5,
        characters,
      );
      const all = await readRows(opened.db, chatId, ALL);
      const whole = drafts(all.messages.map((stored) => ({ stored, calls: [] })));
      const read = drafts(await readHistory(opened.db, chatId));
      expect(await modelHistory(read)).toEqual(await modelHistory(whole));
      const asked = { id: 'now', role: 'user' as const, parts: [{ type: 'text' as const, text: 'And?' }] };
      expect(await modelHistory([...read, asked])).toEqual(await modelHistory([...whole, asked]));
    },
  );

  it('a turn, and the page, read as much of 2,000 messages as of 200, and ask as much as of 10', async () => {
    const count = new StatementCount(opened);
    const told = [];
    for (const length of [10, 200, 2_000]) {
      const chatId = await chatOf(length, 7_000);
      const read = await readHistory(opened.db, chatId);
      const view = await readChat(opened.db, harness.admin, chatId, { size: 100_000 });
      harness.steps({ text: 'First.' }, { text: 'Second.' });
      await harness.say(chatId, 'Once to warm up');
      await count.quiet();
      count.start();
      await harness.say(chatId, 'Say what you have to say.');
      await count.quiet();
      const asked = count.texts.filter(
        (text) => !text.includes('run_events') && !text.includes('receipts_link'),
      );
      const page = { messages: view?.messages.length, bytes: JSON.stringify(view?.messages).length };
      told.push({ read: read.length, page, asked: asked.length });
    }
    const [little, much, most] = told;
    expect(most?.asked).toBe(little?.asked);
    expect(much?.asked).toBe(little?.asked);
    expect(most?.read).toBe(much?.read);
    expect(most?.read).toBeLessThan(80);
    expect(most?.page.messages).toBe(much?.page.messages);
    expect(most?.page.bytes).toBeLessThan(120_000);
  });
});
