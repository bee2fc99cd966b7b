/** What a person finds among their chats, on both databases. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { casesOf } from '@/e2e/cases';
import type { Caller } from '@/lib/people/caller';
import { deleteChat, updateChat } from '@/lib/runs/chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { updateParts } from '@/lib/store/messages';
import { fillSearch, search } from './search';
import type { Piece } from './search-view';

const whole = (pieces: readonly Piece[] = []) =>
  pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

describe.each(testDatabases)('search on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let colleague: Caller;
  let stranger: Caller;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    colleague = await harness.person('member');
    stranger = { ...harness.admin, teamId: 'another' };
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  /** A chat in which this was asked and answered. */
  async function chatOf(asked: string, answered = 'Done.'): Promise<string> {
    const chatId = await harness.chat();
    harness.steps({ text: answered });
    await harness.say(chatId, asked);
    return chatId;
  }
  const find = (q: string, caller = harness.admin, more = {}) => search(opened.db, caller, { q, ...more });
  const found = async (q: string, caller = harness.admin) =>
    (await find(q, caller)).messages.map(({ excerpt }) => whole(excerpt));

  it('in what was archived as well, and says that it was', async () => {
    const chatId = await chatOf('Where do the capercaillies nest?');
    expect((await find('capercaillies')).messages).not.toMatchObject([{ archived: true }]);
    await updateChat(opened.db, harness.admin, chatId, { archived: true, title: 'Capercaillies' });
    const { chats, messages } = await find('capercaillies');
    expect(chats).toMatchObject([{ id: chatId, archived: true }]);
    expect(messages).toMatchObject([{ chatId, archived: true }]);
  });

  it('by any form of a word, English and German, with all words', async () => {
    const chatId = await chatOf(
      'Which invoices were running late?',
      'Die H\u00e4user von Ren\u00e9 **M\u00fcller** wurden verkauft.',
    );
    expect(await found('invoice run')).toEqual(['Which [invoices] were [running] late?']);
    expect(await found('INVOICES')).toEqual(['Which [invoices] were running late?']);
    expect(await found('haus verkaufen')).toEqual([
      'Die [H\u00e4user] von Ren\u00e9 M\u00fcller wurden [verkauft].',
    ]);
    expect(await found('muller rene')).toEqual([
      'Die H\u00e4user von [Ren\u00e9] [M\u00fcller] wurden verkauft.',
    ]);
    expect(await found('invoice haus')).toEqual([]);
    const { messages } = await find('rene');
    expect(messages).toMatchObject([
      { chatId, role: 'assistant', title: 'Which invoices were running late?' },
    ]);
  });

  it('by the beginning of the last word, and by numbers within signs', async () => {
    await chatOf('Send INV-2026-0042 to Marlowe & Sons, 46,746.25 EUR');
    expect(await found('marlowe so')).toEqual(['Send INV-2026-0042 to [Marlowe] & [Sons], 46,746.25 EUR']);
    expect(await found('0042')).toHaveLength(1);
    expect(await found('INV-2026-0042')).toEqual([
      'Send [INV]-[2026]-[0042] to Marlowe & Sons, 46,746.25 EUR',
    ]);
    expect(await found('46,746')).toHaveLength(1);
    expect(await found('arlowe')).toEqual([]);
  });

  it('nothing where nothing is asked: no word, or only what no text is found by', async () => {
    for (const q of ['', '  ', '&|!():*', "'", '\u202e'])
      expect(await find(q)).toEqual({ chats: [], messages: [], next: null });
    expect((await find('in was')).messages).toEqual([]);
  });

  it('titles first, as they are now', async () => {
    const chatId = await chatOf('Hello zebra');
    await updateChat(opened.db, harness.admin, chatId, { title: 'Quarterly reports' });
    const { chats, messages } = await find('report');
    expect(chats.map(({ id, title }) => [id, whole(title)])).toEqual([[chatId, 'Quarterly [reports]']]);
    expect(messages).toEqual([]);
    expect((await find('zebra')).chats).toEqual([]);
  });

  it('an answer as it was stored last', async () => {
    const chatId = await chatOf('Say it', 'A walrus.');
    expect(await found('walrus')).toHaveLength(1);
    const [answer] = (await find('walrus')).messages;
    await opened.db.transaction((tx) =>
      updateParts(tx, { chatId, id: answer?.id ?? '' }, [{ type: 'text', text: 'An otter.' }]),
    );
    expect(await found('walrus')).toEqual([]);
    expect(await found('otter')).toEqual(['An [otter].']);
  });

  it('page by page, each once, newest first', async () => {
    for (let nth = 0; nth < 5; nth++) await chatOf(`Giraffe number ${nth}`, 'Seen.');
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find('giraffe', harness.admin, { limit: 2, cursor });
      if (cursor) expect(page.chats).toEqual([]);
      all.push(...page.messages.map(({ excerpt }) => whole(excerpt)));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(all).toEqual([4, 3, 2, 1, 0].map((nth) => `[Giraffe] number ${nth}`));
    await expect(find('giraffe', harness.admin, { cursor: 'x' })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('nobody finds the chats of others, nor deleted ones', async () => {
    const chatId = await chatOf('A secret pangolin');
    expect(await found('pangolin')).toHaveLength(1);
    for (const other of [colleague, stranger]) {
      expect(await find('pangolin', other)).toEqual({ chats: [], messages: [], next: null });
    }
    await deleteChat(opened.db, harness.admin, chatId);
    expect(await find('pangolin')).toEqual({ chats: [], messages: [], next: null });
  });

  it('what was stored before there was a search, once it was filled', async () => {
    const chatId = await chatOf('An ancient mammoth');
    const parts = [{ type: 'text', text: 'A mammoth\u0000 of \ud800 old' }];
    await opened.db.insert(schema.messages).values({ chatId, id: 'old', role: 'user', parts });
    await opened.db.update(schema.chats).set({ titleWords: null }).where(eq(schema.chats.id, chatId));
    expect((await find('mammoth')).chats).toEqual([]);
    while (await fillSearch(opened.db, 1));
    expect((await find('mammoth')).chats).toHaveLength(1);
    expect(await found('mammoth old')).toEqual(['A [mammoth]<U+0000> of <U+D800> [old]']);
    const left = await opened.db
      .select({ id: schema.messages.id })
      .from(schema.messages)
      .where(sql`words is null`);
    expect(left).toEqual([]);
  });

  it('markup stays text, and what is hostile breaks nothing', async () => {
    await chatOf('<script>alert(1)</script> capybara <mark>x</mark> [go](javascript:alert(2))');
    expect(await found('capybara')).toEqual(['<script>alert(1)</script> [capybara] <mark>x</mark> go )']);
    for (const { payload } of casesOf('03-naughty-strings')) await find(String(payload));
    const many = Array.from({ length: 30_000 }, (_, nth) => nth.toString(36)).join(' ');
    await chatOf(`${many.slice(0, 80_000)}`, `${'x'.repeat(70_000)} ${'\ud83d\ude00'.repeat(5_000)} numbat`);
    expect(await found('abc')).toHaveLength(1);
  });
});
