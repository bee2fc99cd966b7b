/** Chats imported from ChatGPT and Claude: files as exported there, and malicious files. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { listReceipts } from '@/lib/receipts/receipts';
import { titleOf } from '@/lib/runs/begin';
import { readChat, readChats } from '@/lib/runs/read-chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { zipOf } from '@/lib/uploads/testing/files';
import { eraseChat } from './bin';
import { fillImported, importChats } from './import-chats';
import { MOST_IMPORTED_CHARACTERS } from './import-view';
import { search } from './search';
import { chatGpt, claude } from './testing/exports';

const { calls, chats, messages } = schema;

/** The same database, whose transactions begin once that has come. */
function heldBy(db: Database, coming: Promise<void>): Database {
  const transaction: Database['transaction'] = async (...asked) => {
    await coming;
    return db.transaction(...asked);
  };
  return new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
}

describe.each(testDatabases)('importing on $name', ({ open }) => {
  let harness: RunHarness;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await open();
    harness = await RunHarness.open(opened);
    close = () => opened.close();
  });
  afterAll(() => close());

  const take = (caller: Caller, value: unknown, db = harness.deps.db) =>
    importChats(
      db,
      caller,
      Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    );
  const chatsOf = (caller: Caller) =>
    harness.deps.db.select().from(chats).where(eq(chats.userId, caller.userId)).orderBy(asc(chats.title));
  const textsOf = async (chatId: string) => {
    const rows = await harness.deps.db
      .select()
      .from(messages)
      .where(eq(messages.chatId, chatId))
      .orderBy(asc(messages.seq));
    return rows.map(({ role, parts }) => `${role}: ${(parts[0] as { text: string }).text}`);
  };

  it('takes the branch of a ChatGPT chat that was shown, as text and marked as from outside', async () => {
    const person = await harness.person('member');
    const chat = chatGpt('g1', [
      { role: 'system', text: '', more: { metadata: { is_visually_hidden_from_conversation: true } } },
      { role: 'user', text: 'What is due?' },
      {
        role: 'assistant',
        text: 'search("due")',
        more: { recipient: 'browser', content: { content_type: 'code', text: 'x' } },
      },
      { role: 'tool', text: 'result', more: { author: { role: 'tool', name: 'browser' } } },
      { role: 'assistant', text: 'Two \ue200cite\ue202turn0\ue201invoices.' },
      { role: 'assistant', text: 'And a third.' },
      {
        role: 'user',
        text: '',
        more: {
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' }, 'And this?'],
          },
        },
      },
      { role: 'assistant', text: 'A receipt.' },
    ]);
    const other = {
      id: 'old',
      parent: 'n1',
      children: [],
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['left'] } },
    };
    const report = await take(person, [{ ...chat, mapping: { ...chat.mapping, old: other } }]);
    expect(report).toEqual({
      taken: 1,
      messages: 4,
      known: 0,
      empty: 0,
      broken: 0,
      beyond: 0,
      tools: 2,
      files: 1,
      cut: 0,
    });
    const [row] = await chatsOf(person);
    expect(row).toMatchObject({
      title: 'Chat g1',
      importedFrom: 'ChatGPT',
      updatedAt: new Date(1_700_000_100_250),
    });
    const id = row?.id ?? '';
    expect(await textsOf(id)).toEqual([
      'user: What is due?',
      'assistant: Two invoices.\n\nAnd a third.',
      'user: And this?',
      'assistant: A receipt.',
    ]);
    const view = await readChat(harness.deps.db, person, id);
    expect(view).toMatchObject({ outside: { imported: 'ChatGPT' }, mayWrite: true, status: 'idle' });
    expect(view?.messages.at(-1)?.parts).toContainEqual({
      type: 'data-notice',
      id: 'imported',
      data: { text: 'Imported from ChatGPT.' },
    });
    expect(await harness.deps.db.$count(calls, eq(calls.chatId, id))).toBe(0);
    const { receipts } = await listReceipts(harness.deps.db, harness.admin, {});
    expect(receipts.find(({ body }) => body.chat === id)).toMatchObject({
      kind: 'chat imported',
      body: { from: 'ChatGPT' },
    });
  });

  it('takes Claude’s chats from the zip, once, and lets them be gone on with', async () => {
    const person = await harness.person('member');
    const { id: customer } = await harness.office.addCustomer();
    const list = [
      claude('c1', [
        ['human', 'Hello', { attachments: [{ file_name: 'a.txt', extracted_content: 'x' }] }],
        [
          'assistant',
          'Hi',
          {
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: 'Hi there' },
              { type: 'tool_use', name: 'delete_all', input: {} },
            ],
          },
        ],
      ]),
      claude('c2', []),
      claude('c3', [['human', 'Only asked', { content: undefined }]]),
    ];
    const zip = zipOf({ 'users.json': '[]', 'data/conversations.json': JSON.stringify(list) });
    expect(await take(person, zip)).toMatchObject({ taken: 2, messages: 3, empty: 1, tools: 1, files: 1 });
    expect(await take(person, list)).toMatchObject({ taken: 0, known: 2, empty: 1 });
    const [first, second] = await chatsOf(person);
    expect(await textsOf(first?.id ?? '')).toEqual(['user: Hello', 'assistant: Hi there']);
    expect(await textsOf(second?.id ?? '')).toEqual(['user: old Only asked']);
    harness.steps({ calls: [{ tool: 'customer_update', input: { customerId: customer, name: 'X' } }] });
    await harness.say(first?.id ?? '', 'Rename it', person);
    expect(await harness.cards(first?.id ?? '')).toMatchObject([
      { reason: expect.stringContaining('was imported from Claude') },
    ]);
    expect(JSON.stringify(harness.prompts.at(-1)?.prompt)).toContain('Hi there');
    await fillImported(harness.deps.db);
    expect((await search(harness.deps.db, person, { q: 'there' })).messages).toMatchObject([
      { chatId: first?.id },
    ]);
    await eraseChat(harness.deps.db, first?.id ?? '');
    expect(await take(person, list)).toMatchObject({ taken: 1, known: 1 });
    expect((await readChats(harness.deps.db, await harness.person('member'))).chats).toEqual([]);
  });

  it('keeps hostile words as they are, and is led by no circle and no strange name', async () => {
    const person = await harness.person('member');
    const words = '<script>alert(1)</script> ![x](https://evil.test/x) \u202e\0 \ud800 {"role":"system"}';
    const circle = chatGpt('circle', [
      { role: 'user', text: 'Round' },
      { role: 'assistant', text: 'and round' },
    ]);
    Object.assign(circle.mapping.root, { parent: 'n1' });
    const report = await take(person, [
      chatGpt('words', [{ role: 'user', text: words }], { title: words.repeat(20) }),
      circle,
      chatGpt('lost', [{ role: 'user', text: 'Here' }], { current_node: 'nowhere' }),
      chatGpt('__proto__', [{ role: 'user', text: 'Named' }], {
        title: null,
        update_time: 1e30,
        create_time: 'x',
      }),
      { title: 'Neither' },
      null,
      7,
      { mapping: [] },
      { mapping: { a: { message: { author: 'me', content: 'x' }, parent: 5 } } },
    ]);
    expect(report).toMatchObject({ taken: 4, broken: 3, empty: 2 });
    const rows = await chatsOf(person);
    const named = await Promise.all(rows.map(async ({ id }) => (await textsOf(id)).join('|')));
    expect(named).toContain(`user: ${words.replace('\0', '\ufffd').replace('\ud800', '\ufffd')}`);
    expect(named).toContain('user: Round|assistant: and round');
    expect(rows.every(({ title }) => title.length <= 60 && title !== '')).toBe(true);
  });

  it.each([
    ['nothing', '', /no JSON/],
    ['no JSON', '[{"mapping":', /no JSON/],
    ['no chats', '[{"a":1}]', /holds no chats/],
    ['brackets without end', '['.repeat(5_000_000), /no JSON|no chats|memory/],
    ['brackets that end', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`, /no JSON|no chats|memory/],
    ['a zip of something else', zipOf({ 'a.json': '[]' }), /holds no chats/],
    ['a zip bomb', zipOf({ 'conversations.json': Buffer.alloc(160_000_000, 32) }), /unpacks to more/],
  ])('refuses %s in words', async (_what, value, words) => {
    const person = await harness.person('member');
    await expect(take(person, value)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(words),
    });
    expect(await chatsOf(person)).toEqual([]);
  });

  it('takes names of any length, and no more of them than of a name', async () => {
    const person = await harness.person('member');
    const endless = 'a'.repeat(2_000_000);
    const list = [
      { ...claude(endless, [['human', 'Hello']]), name: endless },
      chatGpt(endless, [{ role: 'user', text: 'Hello' }], { title: endless }),
    ];
    expect(await take(person, list)).toMatchObject({ taken: 2 });
    const titles = (await chatsOf(person)).map(({ title }) => title);
    expect(titles).toEqual(Array(2).fill(`${'a'.repeat(59)}\u2026`));
    // Only its beginning is examined, whatever its source: a list of all characters could exhaust the process.
    expect(titleOf(`a${' '.repeat(5_000)}b`)).toBe('a');
  });

  it('takes no more than one person may have, by number or by length', async () => {
    const person = await harness.person('member');
    const list = ['one', 'two', 'three'].map((id) => claude(id, [['human', id.repeat(10)]]));
    expect(await take(person, list.slice(0, 1))).toMatchObject({ taken: 1, beyond: 0 });
    const has = (importedSize: number) =>
      harness.deps.db.update(chats).set({ importedSize }).where(eq(chats.userId, person.userId));
    expect(await chatsOf(person)).toMatchObject([{ importedSize: 30 }]);
    await has(MOST_IMPORTED_CHARACTERS - 40);
    expect(await take(person, list.slice(1))).toMatchObject({ taken: 1, beyond: 1 });
    await has(MOST_IMPORTED_CHARACTERS);
    expect(await take(person, list.slice(2))).toMatchObject({ taken: 0, beyond: 1 });
  });

  it('takes one import of a person at a time, and so many within an hour', async () => {
    const person = await harness.person('member');
    const list = [chatGpt('one', [{ role: 'user', text: 'Hello' }])];
    // Neither stores anything until the other was refused: a quick one would be over by then.
    const hold = Promise.withResolvers<void>();
    const both = [1, 2].map(() => take(person, list, heldBy(harness.deps.db, hold.promise)));
    await expect(Promise.race(both)).rejects.toMatchObject({ code: 'too_many_requests' });
    hold.resolve();
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await chatsOf(person)).toHaveLength(1);
    const more = await Promise.allSettled(Array.from({ length: 19 }, () => take(person, list)));
    expect(more.at(-1)).toMatchObject({
      reason: { code: 'too_many_requests', message: expect.stringContaining('20 files within an hour') },
    });
  });
});

describe('a file of 50 MB', () => {
  it('is read chat by chat, each within its bounds', async () => {
    const [embedded] = testDatabases.filter(({ name }) => name === 'pglite');
    const opened = await embedded?.open();
    if (!opened) throw new Error('There is no embedded database.');
    const harness = await RunHarness.open(opened);
    const long = 'x'.repeat(1_000_000);
    const list = Array.from({ length: 50 }, (_, nth) =>
      claude(`big${nth}`, [
        ['human', long],
        ['assistant', 'Yes'],
      ]),
    );
    const report = await importChats(opened.db, harness.admin, Buffer.from(JSON.stringify(list)));
    expect(report).toMatchObject({ taken: 50, messages: 100, cut: 50 });
    await opened.close();
  });
});
