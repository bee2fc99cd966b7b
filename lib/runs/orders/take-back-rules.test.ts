/**
 * An undo is judged by the rules of the original call as well: a person who could not have made that alone cannot undo
 * it alone.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { driveRun } from '../drive';
import { RunHarness } from '../testing/run-harness';
import { beginTakingBack, findToTakeBack } from './take-back';

const { calls, chats, customers, runs } = schema;

describe.each(testDatabases)('the rules of what is taken back, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let member: Caller;
  let admins: Caller[];

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    member = await harness.person('member');
    admins = [harness.admin, await harness.person('admin')];
  });
  afterEach(async () => {
    for (const tool of ['customer_update', 'customer_create', 'customer_delete', 'change_take_back'])
      await rule(tool, {});
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  const rule = (tool: string, more: Partial<PolicyRule>, by?: Caller) =>
    harness.rule(tool, { server: 'amber', ...more }, by);
  const phoneOf = async (id: string) =>
    (await opened.db.select().from(customers).where(eq(customers.id, id)))[0]?.phone;
  const newest = async (chatId: string) => {
    const [row] = await opened.db
      .select()
      .from(calls)
      .where(eq(calls.chatId, chatId))
      .orderBy(desc(calls.seq));
    return row;
  };

  async function called(tool: string, input: object) {
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool, input }] }, { text: 'Done.' });
    await harness.say(chatId, 'Do it', member);
    for (const { id } of await harness.cards(chatId, 'pending'))
      await harness.decide(id, 'confirm', undefined, member);
    const row = await newest(chatId);
    expect(row).toMatchObject({ status: 'success', tool });
    return { chatId, callId: row?.id ?? '' };
  }
  const begin = async (callId: string) => {
    const found = await findToTakeBack(opened.db, member, callId);
    const of = { db: opened.db, caller: member, connections: harness.connectionsFor(member) };
    return beginTakingBack(of, found, { text: 'Take it back', all: false });
  };
  async function takeBack(callId: string) {
    const claimed = await begin(callId);
    await driveRun(harness.deps, member, claimed).done;
    const { chatId } = claimed.run;
    return { row: await newest(chatId), cards: await harness.cards(chatId, 'pending') };
  }
  /** A customer whose phone a member has changed from 1 to 2. */
  async function changed() {
    const { id } = await harness.office.addCustomer({ phone: '1' });
    return { id, ...(await called('customer_update', { customerId: id, phone: '2' })) };
  }
  async function confirmedByTwo(cardId: string) {
    const confirm = (by: Caller) => harness.decide(cardId, 'confirm', undefined, by);
    await expect(confirm(member)).rejects.toMatchObject({ code: 'forbidden' });
    for (const admin of admins) await confirm(admin);
  }

  it('two admins are asked where the tool asks two, and to do it again as well', async () => {
    const { id, callId } = await changed();
    await rule('customer_update', { effect: 'two_admins' });
    const { row, cards } = await takeBack(callId);
    expect(cards).toMatchObject([{ tool: 'change_take_back', requirement: 'two_admins' }]);
    expect(await phoneOf(id)).toBe('2');
    await confirmedByTwo(cards[0]?.id ?? '');
    expect(await phoneOf(id)).toBe('1');
    const redo = await takeBack(row?.id ?? '');
    expect(redo.cards).toMatchObject([{ tool: 'change_take_back', requirement: 'two_admins' }]);
    expect(await phoneOf(id)).toBe('1');
    await confirmedByTwo(redo.cards[0]?.id ?? '');
    expect(await phoneOf(id)).toBe('2');
  });

  it('what nobody may do nobody takes back, nor does it again', async () => {
    const { id, callId } = await changed();
    await rule('customer_update', { effect: 'deny' });
    const refused = await takeBack(callId);
    expect(refused).toMatchObject({ row: { tool: 'change_take_back', status: 'denied' }, cards: [] });
    expect(await phoneOf(id)).toBe('2');
    await rule('customer_update', {});
    const { row } = await takeBack(callId);
    expect(await phoneOf(id)).toBe('1');
    await rule('customer_update', { effect: 'deny' });
    expect((await takeBack(row?.id ?? '')).row).toMatchObject({ status: 'denied' });
    expect(await phoneOf(id)).toBe('1');
  });

  it('what a person wants for themselves counts, and the password of what is critical', async () => {
    const { id, callId } = await changed();
    await rule('customer_update', { own: true, effect: 'ask_admin' }, member);
    expect((await takeBack(callId)).cards).toMatchObject([{ requirement: 'ask_admin' }]);
    expect(await phoneOf(id)).toBe('2');
    await rule('customer_update', { own: true }, member);
    const critical = await changed();
    await rule('customer_update', { critical: true });
    const { cards } = await takeBack(critical.callId);
    expect(cards).toMatchObject([{ requirement: 'ask', critical: true, grantable: false }]);
    await expect(harness.decide(cards[0]?.id ?? '', 'confirm', undefined, member)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await phoneOf(critical.id)).toBe('2');
  });

  it('what may be done unasked is still asked about where taking it back deletes', async () => {
    await rule('customer_create', { effect: 'allow' });
    const { callId } = await called('customer_create', { name: `Orla ${Math.random()}` });
    expect((await takeBack(callId)).cards).toMatchObject([{ requirement: 'ask', risk: 'destructive' }]);
  });

  it('an inverse that runs unasked, by a rule or in yolo, does not where a locked rule asks', async () => {
    const { id, chatId, callId } = await changed();
    await rule('change_take_back', { effect: 'allow' });
    await rule('customer_update', { effect: 'ask', locked: true });
    await opened.db.update(chats).set({ mode: 'yolo' }).where(eq(chats.id, chatId));
    expect((await takeBack(callId)).cards).toMatchObject([{ requirement: 'ask', grantable: false }]);
    expect(await phoneOf(id)).toBe('2');
  });

  it('a rule that is set while the card waits counts, for Confirm as well', async () => {
    const name = `Fern ${Math.random()}`;
    const { chatId, callId } = await called('customer_create', { name });
    const [card] = (await takeBack(callId)).cards;
    expect(card).toMatchObject({ requirement: 'ask' });
    await rule('customer_create', { effect: 'two_admins' });
    const confirmed = harness.decide(card?.id ?? '', 'confirm', undefined, member);
    await expect(confirmed).rejects.toMatchObject({ code: 'changed' });
    const [stricter] = await harness.cards(chatId, 'pending');
    expect(stricter).toMatchObject({ requirement: 'two_admins' });
    const of = { db: opened.db, caller: member, connectionsFor: harness.deps.connectionsFor };
    const other = { callId: (await changed()).callId };
    const edited = editApproval({ ...of, signal: new AbortController().signal }, stricter?.id ?? '', other);
    await expect(edited).rejects.toMatchObject({ code: 'conflict' });
    await rule('customer_create', { effect: 'deny' });
    await expect(harness.decide(stricter?.id ?? '', 'confirm', undefined, admins[0])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await opened.db.select().from(customers).where(eq(customers.name, name))).toHaveLength(1);
  });

  it('counts in the process that goes on where the first one died', async () => {
    const { id, chatId, callId } = await changed();
    const { run } = await begin(callId);
    await rule('customer_update', { effect: 'two_admins' });
    const dead = { owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` };
    await opened.db.update(runs).set(dead).where(eq(runs.id, run.id));
    await harness.recover();
    expect(await harness.cards(chatId, 'pending')).toMatchObject([{ requirement: 'two_admins' }]);
    expect(await phoneOf(id)).toBe('2');
  });
});
