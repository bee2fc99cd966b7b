/** Charts and tables by reference: only of this chat, and no figure passes through the model. */

import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { columnsOf, listIn, narrowed } from './shown-list';

const { calls } = schema;

const chatCalls = ({ deps }: RunHarness, chatId: string) =>
  deps.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(asc(calls.seq));

describe.each(testDatabases)('a result that the model has shown, on $name', ({ open }) => {
  let harness: RunHarness;
  beforeAll(async () => {
    harness = await RunHarness.open(await open());
    for (const name of ['Bramwell', 'Pike']) await harness.office.addCustomer({ name, city: 'Cork' });
  });
  afterAll(() => harness.opened.close());
  beforeEach(() => {
    harness.prompts.length = 0;
  });

  const show = (tool: string, input: object) => ({ calls: [{ tool, input }] });
  const toolTexts = () =>
    JSON.stringify(harness.prompts.at(-1)?.prompt.filter(({ role }) => role === 'tool') ?? []);

  it('is taken from the ledger, by the name of its tool', async () => {
    const chatId = await harness.chat();
    harness.steps(
      show('customers_list', {}),
      show('show_table', { call: 'customers_list', columns: ['name', 'city'], title: 'All' }),
      { text: 'Here.' },
    );
    await harness.say(chatId, 'Show customers as a table');
    const [listed, shown] = await chatCalls(harness, chatId);
    expect(shown).toMatchObject({
      server: 'Amber',
      tool: 'show_table',
      status: 'success',
      risk: 'read-only',
    });
    const { rows, from, columns } = Object(shown?.result?.structuredContent);
    expect(from).toMatchObject({ call: listed?.toolCallId, server: 'amber', trusted: true });
    expect(columns).toEqual(['name', 'city']);
    expect(rows.length).toBe(Object(listed?.result?.structuredContent).data.length);
    expect(Object.keys(rows[0]).sort()).toEqual(['city', 'currency', 'name']);
    expect(JSON.stringify(shown?.result?.content)).not.toContain(rows[0].name);
  });

  it('is never another chat’s, whoever names its call', async () => {
    const other = await harness.chat();
    harness.steps(show('customers_list', {}), { text: 'Listed.' });
    await harness.say(other, 'Show customers');
    const [listed] = await chatCalls(harness, other);
    const chatId = await harness.chat();
    harness.steps(
      show('show_chart', { call: listed?.toolCallId }),
      show('show_chart', { call: 'customers_list' }),
      { text: 'No.' },
    );
    await harness.say(chatId, 'Chart it');
    const calls = await chatCalls(harness, chatId);
    expect(calls.map(({ status }) => status)).toEqual(['error', 'error']);
    expect(toolTexts()).toContain('no result of that');
  });

  it('is never what somebody asked beside the chat', async () => {
    const chatId = await harness.chat();
    harness.steps(show('customers_list', { limit: 1 }), { text: 'Listed.' });
    await harness.say(chatId, 'List one');
    const [listed] = await chatCalls(harness, chatId);
    if (!listed) throw new Error('Nothing was listed.');
    const { seq: _, createdAt: __, ...same } = listed;
    const beside = { id: 'beside', toolCallId: 'check_1', step: 0 };
    const result = { content: [], structuredContent: { data: [{ name: 'Nobody saw' }] } };
    await harness.deps.db.insert(calls).values({ ...same, ...beside, result });
    harness.steps(show('show_table', { call: 'customers_list' }), show('show_table', { call: 'check_1' }), {
      text: 'Here.',
    });
    await harness.say(chatId, 'Show them as a table');
    const [newest, named] = (await chatCalls(harness, chatId)).filter(({ tool }) => tool === 'show_table');
    expect(newest?.status).toBe('success');
    expect(JSON.stringify(newest?.result)).not.toContain('Nobody saw');
    expect(named?.status).toBe('error');
  });

  it('says which fields there are, where one is not', async () => {
    const chatId = await harness.chat();
    harness.steps(
      show('customers_list', {}),
      show('show_chart', { call: 'customers_list', values: ['__proto__'] }),
      { text: 'No.' },
    );
    await harness.say(chatId, 'Chart it');
    expect(toolTexts()).toContain('Some of these fields are not there');
  });
});

describe('the list in a result', () => {
  const list = [{ a: 1, 'b.c': 2, d: { e: 3 } }];
  it('is the longest, at most two levels down, and may stand in the text', () => {
    expect(listIn({ structuredContent: { data: list, meta: {} } })).toBe(list);
    expect(listIn({ structuredContent: { data: { x: [{ one: 1 }], y: [...list, ...list] } } })).toHaveLength(
      2,
    );
    expect(listIn({ content: [{ type: 'text', text: JSON.stringify(list) }] })).toEqual(list);
    for (const none of [null, 'x', {}, { structuredContent: [1] }, { content: [{ text: '{"a":' }] }])
      expect(listIn(none)).toBeNull();
  });

  it('has fields of its own alone, and keeps those that are named', () => {
    expect(columnsOf(list)).toEqual(['a', 'b.c', 'd.e']);
    expect(narrowed(list, ['d.e', 'b.c', '__proto__', 'constructor.name'])).toEqual([
      { 'b.c': 2, d: { e: 3 } },
    ]);
  });
});
