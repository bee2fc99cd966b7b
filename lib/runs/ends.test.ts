/** Other ends of runs: stopped, their process dead, their card expired, another person deciding. */

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { eraseChat } from '@/lib/chats/bin';
import { beginRun } from './begin';
import { createChat, deleteChat, updateChat } from './chats';
import { driveRun } from './drive';
import { EventLog } from './follow/event-log';
import { type Chunk, liveOf } from './follow/live';
import { withdrawQueued } from './queued-messages';
import { readChat } from './read-chats';
import { stopRun } from './stop';
import { RunHarness } from './testing/run-harness';

const { approvals, chats, customers, members, messages, runs } = schema;

describe.each(testDatabases)('runs that end otherwise on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  async function waitingDelete(caller = harness.admin) {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(caller);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete', caller);
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('No card stands there.');
    const isThere = async () =>
      (await opened.db.select().from(customers).where(eq(customers.id, customer.id))).length === 1;
    return { chatId, card, isThere };
  }

  it('stops, keeps what was said, takes back what waited, and goes on with the next message', async () => {
    const chatId = await harness.chat();
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    harness.script = (prompt) =>
      JSON.stringify(prompt).includes('tool-result')
        ? { hold, text: 'Never said.' }
        : { text: 'Looking.', calls: [{ tool: 'customers_list', input: {} }] };
    const said = harness.say(chatId, 'Look');
    while ((await readChat(opened.db, harness.admin, chatId))?.status !== 'running') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    while (!liveOf(chatId)?.chunks.some((chunk) => chunk.type === 'tool-output-available')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const text of ['and then', 'and at last']) {
      await beginRun(opened.db, harness.admin, chatId, { id: text.replaceAll(' ', '-'), text });
    }
    const withdrawn = [
      { id: 'and-then', text: 'and then' },
      { id: 'and-at-last', text: 'and at last' },
    ];
    expect(await stopRun(opened.db, harness.admin, chatId, true)).toEqual({ stopped: true, withdrawn });
    release();
    await said;
    expect(await harness.runs(chatId)).toEqual(['stopped']);
    const [, answer] = await harness.messages(chatId);
    expect(answer?.parts.filter(isCall).map((part) => part.state)).toEqual(['output-available']);
    expect(await stopRun(opened.db, harness.admin, chatId)).toEqual({ stopped: false });
    expect((await readChat(opened.db, harness.admin, chatId))?.queued).toEqual([]);
    harness.steps({ text: 'Back again.' });
    await harness.say(chatId, 'Go on');
    expect(await harness.runs(chatId)).toEqual(['stopped', 'done']);
  });

  it('queues a message that comes while one runs, and goes on with it afterwards', async () => {
    const chatId = await harness.chat();
    harness.steps({ text: 'One.' }, { text: 'Two.' });
    const run = await harness.begin(chatId, { id: 'one', text: 'one' });
    for (const id of ['two', 'three']) {
      const begun = await beginRun(opened.db, harness.admin, chatId, { id, text: id });
      expect(begun).toMatchObject({ queued: true });
    }
    await expect(harness.begin(chatId, { id: 'two', text: 'again' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await withdrawQueued(opened.db, harness.admin, chatId, 'three');
    const chat = await readChat(opened.db, harness.admin, chatId);
    expect(chat?.queued).toEqual([{ id: 'two', text: 'two' }]);
    await driveRun(harness.deps, harness.admin, run).done;
    await vi.waitFor(async () => expect(await harness.runs(chatId)).toEqual(['done', 'done']));
    const ids = (await harness.messages(chatId)).map(({ id }) => id);
    expect([ids[0], ids[2]]).toEqual(['one', 'two']);
    await expect(withdrawQueued(opened.db, harness.admin, chatId, 'two')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('leaves what is queued alone while a card waits, and goes on once it was decided', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    harness.steps(
      { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] },
      { text: 'Not deleted.' },
      { text: 'And the next.' },
    );
    const run = await harness.begin(chatId, { id: 'one', text: 'delete' });
    await beginRun(opened.db, harness.admin, chatId, { id: 'two', text: 'next' });
    await driveRun(harness.deps, harness.admin, run).done;
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    const [card] = await harness.cards(chatId, 'pending');
    // There is nothing to stop: the decision releases what is waiting.
    expect(await stopRun(opened.db, harness.admin, chatId, true)).toEqual({ stopped: false, withdrawn: [] });
    await harness.decide(card?.id ?? '', 'cancel');
    await vi.waitFor(async () => expect(await harness.runs(chatId)).toEqual(['done', 'done']));
  });

  /** A run whose process sent these chunks and died. */
  async function deadRun(chunks: Chunk[]): Promise<string> {
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: 'first', text: 'first' });
    const log = new EventLog(opened.db, run);
    for (const chunk of chunks) log.add(chunk);
    await log.flush();
    await opened.db
      .update(runs)
      .set({ owner: 'a process that died', heartbeatAt: sql`now() - interval '1 minute'` })
      .where(eq(runs.id, run.id));
    return chatId;
  }

  it('goes on with a dead process\u2019s run: a step that called nothing is asked for again', async () => {
    const chatId = await deadRun([
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Half of ' },
    ]);
    harness.steps({ text: 'All of it.' });
    await harness.recover();
    expect(await harness.runs(chatId)).toEqual(['done']);
    const [, answer] = await harness.messages(chatId);
    const texts = answer?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    expect(texts).toEqual(['All of it.']);
    harness.steps({ text: 'Here again.' });
    await harness.say(chatId, 'second');
    expect(await harness.runs(chatId)).toEqual(['done', 'done']);
  });

  it('lets a run alone that is heard of, and one of this very process that goes on', async () => {
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: 'first', text: 'first' });
    await harness.recover();
    expect(await harness.runs(chatId)).toEqual(['running']);
    // Its end could not be written: no process drives it, and none will.
    await opened.db
      .update(runs)
      .set({ heartbeatAt: sql`now() - interval '1 minute'` })
      .where(eq(runs.id, run.id));
    harness.steps({ text: 'After all.' });
    await harness.recover();
    expect(await harness.runs(chatId)).toEqual(['done']);
  });

  it('gives up a run that takes down every process that goes on with it', async () => {
    const chatId = await deadRun([{ type: 'start-step' }]);
    await opened.db.update(runs).set({ recoveries: 10 }).where(eq(runs.chatId, chatId));
    await harness.recover();
    expect(await harness.runs(chatId)).toEqual(['failed']);
    expect((await harness.messages(chatId)).at(-1)?.parts.at(-1)?.type).toBe('data-run-error');
  });

  it('runs nothing for an answer that was given up while its process stood still', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await createChat(opened.db, harness.admin, 'yolo');
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    harness.steps({ hold, calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    const said = harness.say(chatId, 'Delete');
    while (!liveOf(chatId)) await new Promise((resolve) => setTimeout(resolve, 5));
    await opened.db.update(runs).set({ status: 'failed' }).where(eq(runs.chatId, chatId));
    release();
    await said;
    const there = await opened.db.select().from(customers).where(eq(customers.id, customer.id));
    expect(there).toHaveLength(1);
    expect(await harness.runs(chatId)).toEqual(['failed']);
  });

  it('lets nobody confirm what has expired', async () => {
    const { chatId, card, isThere } = await waitingDelete();
    const waits = async () => (await readChat(opened.db, harness.admin, chatId))?.waits;
    expect(await waits()).toBe(true);
    await opened.db
      .update(approvals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(approvals.id, card.id));
    expect((await harness.cards(chatId))[0]?.status).toBe('expired');
    expect(await waits()).toBe(false);
    await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(await isThere()).toBe(true);
  });

  it('forgets what came back from the calls of a deleted chat, and keeps that they were made', async () => {
    const chatId = await harness.chat();
    const name = `Forgotten ${chatId}`;
    harness.steps({ calls: [{ tool: 'customer_create', input: { name } }] });
    await harness.say(chatId, 'Create');
    await deleteChat(opened.db, harness.admin, chatId);
    const { calls, effects } = schema;
    const kept = await opened.db.select({ result: calls.result }).from(calls).where(eq(calls.chatId, chatId));
    expect(JSON.stringify(kept)).toContain(name);
    await eraseChat(opened.db, chatId);
    const [call] = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(call).toMatchObject({ tool: 'customer_create', status: 'success', result: null, error: null });
    const [effect] = await opened.db
      .select()
      .from(effects)
      .where(eq(effects.callId, call?.id ?? ''));
    expect(effect?.result).toEqual({});
    const made = await opened.db.select().from(customers).where(eq(customers.name, name));
    expect(made).toHaveLength(1);
  });

  it('lets an admin decide for a member, a stranger see nothing, a viewer decide nothing', async () => {
    const member = await harness.person('member');
    const other = await harness.person('member');
    const { card, isThere } = await waitingDelete(member);
    await expect(harness.decide(card.id, 'confirm', '', other)).rejects.toMatchObject({ code: 'not_found' });
    await opened.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, member.userId));
    const demoted = { ...member, role: 'viewer' as const };
    await expect(harness.decide(card.id, 'confirm', '', demoted)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(harness.decide(card.id, 'confirm', '', member)).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect(await isThere()).toBe(true);
    await opened.db.update(members).set({ role: 'member' }).where(eq(members.userId, member.userId));
    expect(await harness.decide(card.id, 'confirm')).toBe('confirmed');
    expect(await isThere()).toBe(false);
  });

  it('supersedes the cards of a deleted chat', async () => {
    const { chatId, card, isThere } = await waitingDelete();
    await deleteChat(opened.db, harness.admin, chatId);
    await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(await isThere()).toBe(true);
    expect(await readChat(opened.db, harness.admin, chatId)).toBeNull();
  });

  it('runs nothing confirmed once the mode is plan, and asks nothing in an admin\u2019s yolo hour', async () => {
    const { chatId, card, isThere } = await waitingDelete();
    await updateChat(opened.db, harness.admin, chatId, { mode: 'plan' });
    await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(await isThere()).toBe(true);
    expect(await harness.cards(chatId, 'pending')).toHaveLength(1);
    const customer = await harness.office.addCustomer();
    const remove = { tool: 'customer_delete', input: { customerId: customer.id } };
    const gone = async () =>
      (await opened.db.select().from(customers).where(eq(customers.id, customer.id))).length === 0;
    const yolo = await createChat(opened.db, harness.admin, 'yolo');
    await opened.db
      .update(chats)
      .set({ yoloUntil: sql`now() - interval '1 second'` })
      .where(eq(chats.id, yolo));
    harness.steps({ calls: [remove] });
    await harness.say(yolo, 'Delete');
    expect(await harness.cards(yolo, 'pending')).toHaveLength(1);
    await updateChat(opened.db, harness.admin, yolo, { mode: 'yolo' });
    harness.steps({ calls: [remove] });
    await harness.say(yolo, 'Delete');
    expect(await gone()).toBe(true);
    const member = await harness.person('member');
    await expect(createChat(opened.db, member, 'yolo')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('keeps every character of a message', async () => {
    const chatId = await harness.chat();
    const text = 'a\u0000b \ud800 \u202e \ufeff \u{1f600}';
    harness.steps({ text: 'Read.' });
    await harness.say(chatId, text);
    const [row] = await opened.db
      .select()
      .from(messages)
      .where(eq(messages.chatId, chatId))
      .orderBy(messages.seq);
    expect(row?.parts).toEqual([{ type: 'text', text }]);
  });
});
