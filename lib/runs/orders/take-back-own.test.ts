/**
 * Calls of our own tools and of other servers are undone by a button: with a call of its own, once, and only by the
 * person whose call it was.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { listReceipts } from '@/lib/receipts/receipts';
import { driveRun } from '../drive';
import { RunHarness } from '../testing/run-harness';
import { beginTakingBack, findToTakeBack } from './take-back';

const { calls, customers, orders, runs } = schema;

describe.each(testDatabases)('taking back on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  const rows = (chatId: string) =>
    opened.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(desc(calls.seq));
  const customer = async (id: string) =>
    (await opened.db.select().from(customers).where(eq(customers.id, id)))[0];

  /** A chat in which the model has made this call. @returns it, and the call's id */
  async function called(tool: string, input: object) {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool, input }] }, { text: 'Done.' });
    await harness.say(chatId, 'Do it');
    for (const { id } of await harness.cards(chatId, 'pending')) await harness.decide(id, 'confirm');
    const [row] = await rows(chatId);
    if (row?.status !== 'success') throw new Error(`The call ended as ${row?.status}: ${row?.error}`);
    return { chatId, callId: row.id };
  }
  const begin = async (callId: string, caller: Caller = harness.admin) => {
    const found = await findToTakeBack(opened.db, caller, callId);
    const of = { db: opened.db, caller, connections: harness.connectionsFor(caller) };
    return beginTakingBack(of, found, { text: 'Take it back', all: false });
  };
  async function takeBack(callId: string) {
    const claimed = await begin(callId);
    await driveRun(harness.deps, harness.admin, claimed).done;
    const { chatId } = claimed.run;
    const [row] = await rows(chatId);
    return { row, cards: await harness.cards(chatId, 'pending') };
  }
  const recordsOf = async (chatId: string) =>
    (await harness.messages(chatId)).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'data-call' ? [part.data] : [])),
    );

  it('sets fields back unasked, without a word of the model, and with a row and receipts of its own', async () => {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    const before = await customer(id);
    const { chatId, callId } = await called('customer_update', { customerId: id, phone: '2' });
    expect((await recordsOf(chatId)).at(-1)).toMatchObject({ undo: callId });
    const asked = harness.prompts.length;
    const { row, cards } = await takeBack(callId);
    expect(cards).toEqual([]);
    expect(row).toMatchObject({
      server: 'amber',
      tool: 'change_take_back',
      status: 'success',
      risk: 'write',
    });
    expect(JSON.parse(row?.input ?? '')).toEqual({ callId });
    expect(await customer(id)).toEqual(before);
    expect(harness.prompts).toHaveLength(asked);
    expect(JSON.stringify(await listReceipts(opened.db, harness.admin, {}))).toContain(row?.id);
    expect((await harness.messages(chatId)).at(-2)).toMatchObject({
      parts: [{ text: 'Take it back' }, { type: 'data-order', data: { undoes: callId } }],
    });
    // Once; and the undo can itself be undone once.
    await expect(begin(callId)).rejects.toMatchObject({ code: 'conflict' });
    const again = await takeBack(row?.id ?? '');
    expect(again.row).toMatchObject({ status: 'success' });
    expect(await customer(id)).toMatchObject({ phone: '2' });
    await expect(begin(again.row?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
    expect((await takeBack(callId)).row).toMatchObject({ status: 'success' });
    expect(await customer(id)).toEqual(before);
  });

  it('asks where what was created would go, with what that is', async () => {
    const name = `Fern ${Date.now()} ${Math.random()}`;
    const { chatId, callId } = await called('customer_create', { name });
    const { cards } = await takeBack(callId);
    expect(cards).toMatchObject([
      {
        tool: 'change_take_back',
        risk: 'destructive',
        reversible: true,
        preview: { lines: [{ label: '1 customer goes', value: name }] },
      },
    ]);
    await harness.decide(cards[0]?.id ?? '', 'cancel');
    const found = () => opened.db.select().from(customers).where(eq(customers.name, name));
    expect(await found()).toHaveLength(1);
    // A cancelled undo has undone nothing.
    const [card] = (await takeBack(callId)).cards;
    await harness.decide(card?.id ?? '', 'confirm');
    expect(await found()).toEqual([]);
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
  });

  it('brings back what was deleted, with all that went along', async () => {
    const { id } = await harness.office.addCustomer();
    const order = await harness.office.addOrder(id);
    const { callId } = await called('customer_delete', { customerId: id });
    expect(await customer(id)).toBeUndefined();
    const { row } = await takeBack(callId);
    expect(row).toMatchObject({ status: 'success', risk: 'write' });
    expect(await customer(id)).toBeDefined();
    expect(await opened.db.select().from(orders).where(eq(orders.id, order.id))).toEqual([order]);
  });

  it('is refused where the record has changed since, and nothing changes', async () => {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    const { callId } = await called('customer_update', { customerId: id, phone: '2' });
    await opened.db.update(customers).set({ city: 'Lund' }).where(eq(customers.id, id));
    const { row, cards } = await takeBack(callId);
    expect(cards).toEqual([]);
    expect(JSON.stringify(row)).toContain('has been changed since. Nothing was taken back.');
    expect(await customer(id)).toMatchObject({ phone: '2', city: 'Lund' });
  });

  it('happens once, however often it is pressed', async () => {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    const { chatId, callId } = await called('customer_update', { customerId: id, phone: '2' });
    const pressed = await Promise.allSettled([begin(callId), begin(callId), begin(callId)]);
    const begun = pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(begun).toHaveLength(1);
    for (const claimed of begun) await driveRun(harness.deps, harness.admin, claimed).done;
    await expect(begin(callId)).rejects.toMatchObject({ code: 'conflict' });
    const made = (await rows(chatId)).filter(({ tool }) => tool === 'change_take_back');
    expect(made).toMatchObject([{ status: 'success', attempts: 1 }]);
  });

  it('goes on in another process where the first one died before the call was made', async () => {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    const { chatId, callId } = await called('customer_update', { customerId: id, phone: '2' });
    const { run } = await begin(callId);
    const dead = { owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` };
    await opened.db.update(runs).set(dead).where(eq(runs.id, run.id));
    await harness.recover();
    expect(await customer(id)).toMatchObject({ phone: '1' });
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
  });

  it('is there for nobody else, for no read, and for nothing without an inverse', async () => {
    const { id } = await harness.office.addCustomer();
    const { callId } = await called('customer_update', { customerId: id, phone: '3' });
    const other = await harness.person('admin');
    await expect(begin(callId, other)).rejects.toMatchObject({ code: 'not_found' });
    const read = await called('customers_get', { customerId: id });
    await expect(begin(read.callId)).rejects.toMatchObject({ code: 'not_found' });
    const same = await called('customer_update', { customerId: id, phone: '3' });
    await expect(begin(same.callId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is no tool of the model’s: it is not told of it, and a call of it by name does not run', async () => {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    const { chatId, callId } = await called('customer_update', { customerId: id, phone: '2' });
    harness.steps({ calls: [{ tool: 'change_take_back', input: { callId } }] }, { text: 'It is not there.' });
    await harness.say(chatId, 'Take it back');
    expect(JSON.stringify(harness.prompts.map(({ tools }) => tools))).not.toContain('change_take_back');
    expect(await customer(id)).toMatchObject({ phone: '2' });
    expect((await rows(chatId)).map(({ tool }) => tool)).not.toContain('change_take_back');
  });
});
