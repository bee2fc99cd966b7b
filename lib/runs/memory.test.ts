/**
 * Facts that a person has told Amber to remember: stored by a call through the gate, read as data, private, and off if
 * they say so.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { deleteFact, deleteFacts, listFacts, updateFact } from '@/lib/store/settings/facts';
import { savePreferences } from '@/lib/store/settings/preferences';
import { updateChat } from './chats';
import { RunHarness } from './testing/run-harness';

const { calls, keptChanges } = schema;
const REMEMBER = { tool: 'fact_remember', input: { fact: 'Invoices go out on Fridays.' } };

describe.each(testDatabases)('memory on $name', ({ open }) => {
  let harness: RunHarness;
  beforeAll(async () => {
    harness = await RunHarness.open(await open());
  });
  afterAll(async () => {
    await harness.closeConnections();
    await harness.opened.close();
  });
  beforeEach(() => {
    harness.prompts.length = 0;
  });

  const instructions = () => String(harness.prompts.at(-1)?.prompt[0]?.content);
  const offered = () => (harness.prompts.at(-1)?.tools ?? []).map(({ name }) => name);
  const remember = async (caller: Caller, chatId?: string) => {
    const chat = chatId ?? (await harness.chat(caller));
    harness.steps({ calls: [REMEMBER] }, { text: 'I will.' });
    await harness.say(chat, 'Remember that invoices go out on Fridays', caller);
    return chat;
  };
  const facts = (caller: Caller) => listFacts(harness.deps.db, caller);

  it('is a call like any other, and is read in every later chat of that person alone', async () => {
    const anna = await harness.person('member');
    const other = await harness.person('member');
    const chatId = await remember(anna);
    const [call] = await harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(call).toMatchObject({ tool: 'fact_remember', status: 'success', risk: 'write' });
    expect((await facts(anna)).map(({ text }) => text)).toEqual(['Invoices go out on Fridays.']);
    harness.steps({ text: 'Yes.' });
    await harness.say(await harness.chat(anna), 'When?', anna);
    expect(instructions()).toContain('> - Invoices go out on Fridays.');
    await harness.say(await harness.chat(other), 'When?', other);
    expect(instructions()).not.toContain('Fridays');
    expect(await facts(other)).toEqual([]);
  });

  it('asks once words from outside have come in, in every mode', async () => {
    const chatId = await harness.chat();
    await remember(harness.admin, chatId);
    await harness.deps.db.update(calls).set({ outside: true }).where(eq(calls.chatId, chatId));
    for (const mode of ['default', 'yolo'] as const) {
      await updateChat(harness.deps.db, harness.admin, chatId, { mode });
      await remember(harness.admin, chatId);
      const [card] = await harness.cards(chatId, 'pending');
      expect(card).toMatchObject({ tool: 'fact_remember' });
      await harness.decide(card?.id ?? '', 'cancel');
    }
    expect(await facts(harness.admin)).toHaveLength(1);
  });

  it('is neither read nor offered where the person has turned it off, and keeps nothing', async () => {
    const anna = await harness.person('member');
    await remember(anna);
    await savePreferences(harness.deps.db, anna.userId, { memory: false });
    const chatId = await remember(anna);
    expect(offered()).not.toContain('fact_remember');
    expect(instructions()).not.toContain('Fridays');
    const made = await harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(made.filter(({ status }) => status === 'success')).toEqual([]);
    expect(await facts(anna)).toHaveLength(1);
  });

  it('is never a viewer’s to add', async () => {
    const viewer = await harness.person('viewer');
    await remember(viewer);
    expect(offered()).not.toContain('fact_remember');
    expect(await facts(viewer)).toEqual([]);
  });

  it('is changed and forgotten by its person alone', async () => {
    const { db } = harness.deps;
    const anna = await harness.person('member');
    const other = await harness.person('member');
    await remember(anna);
    const [fact] = await facts(anna);
    const id = fact?.id ?? '';
    expect(await updateFact(db, other, id, 'Mine now')).toBeUndefined();
    expect(await deleteFact(db, other, id)).toBe(false);
    expect(await updateFact(db, anna, id, `On Mondays. ${'x'.repeat(10_000)}`)).toMatchObject({ id });
    expect((await facts(anna))[0]?.text).toHaveLength(500);
    await remember(anna);
    expect(await updateFact(db, anna, id, 'Invoices go out on Fridays.')).toBe('same');
    expect(await deleteFact(db, anna, id)).toBe(true);
    expect(await facts(anna)).toHaveLength(1);
  });

  it('is forgotten with what is kept of it for taking calls back', async () => {
    const { db } = harness.deps;
    const anna = await harness.person('member');
    const other = await harness.person('member');
    const kept = ({ userId }: Caller) =>
      db.$count(
        keptChanges,
        sql`${keptChanges.table} = 'facts' and ${keptChanges.after} ->> 'user_id' = ${userId}`,
      );
    for (const one of [anna, other]) await remember(one);
    const [fact] = await facts(anna);
    expect([await kept(anna), await kept(other)]).toEqual([1, 1]);
    expect(await deleteFact(db, other, fact?.id ?? '')).toBe(false);
    expect(await kept(anna)).toBe(1);
    expect(await deleteFact(db, anna, fact?.id ?? '')).toBe(true);
    expect([await kept(anna), await kept(other)]).toEqual([0, 1]);
    await remember(anna);
    await deleteFacts(db, anna);
    expect([await kept(anna), await kept(other)]).toEqual([0, 1]);
    expect([await facts(anna), await facts(other)]).toMatchObject([[], [{}]]);
  });
});
