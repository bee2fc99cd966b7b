/** The remains of a process that died during calls: nothing is done twice, hidden, or reported wrongly. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { advance, openCall } from '@/lib/execution/ledger';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { updateChat } from './chats';
import { CrashHarness } from './testing/crash-harness';
import type { RunHarness } from './testing/run-harness';

const { calls, customers, members, policyRules, runs } = schema;

describe.each(testDatabases)('after a crash on $name', ({ open }) => {
  let crash: CrashHarness;
  let harness: RunHarness;
  let opened: OpenDatabase;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    ({ harness, opened } = crash);
  });
  afterAll(() => crash.close());
  beforeEach(() => crash.reset());

  /** A run whose process died when this call of its first step had reached this state. */
  async function crashedIn(
    tool: string,
    input: Record<string, unknown>,
    status: 'claimed' | 'dispatched' | 'unknown',
    caller = harness.admin,
  ) {
    const { chatId, run } = await crash.crashedAs(caller, { tool, id: newId('call'), input, status });
    return { chatId, runId: run.id };
  }

  const left = async (runId: string) =>
    (await opened.db.select().from(calls).where(eq(calls.runId, runId))).map(({ status }) => status);

  it('the model does not go on past a call that nobody knows of, whoever wrote that down', async () => {
    const { chatId } = await crashedIn('s__add', {}, 'unknown');
    harness.steps({ calls: [{ tool: 's__add', input: {} }] });
    const asked = harness.prompts.length;
    await harness.recover();
    expect(harness.prompts.length).toBe(asked);
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    const [unknownCall] = await harness.unknownCalls(chatId);
    harness.steps({ text: 'I see.' });
    await harness.resolve(unknownCall?.callId ?? '', 'happened');
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(crash.executed).toEqual([]);
  });

  it.each(['plan', 'stopped', 'tool gone'] as const)(
    'a call that was sent is in doubt, also when it could not be made now: %s',
    async (why) => {
      const { chatId, runId } = await crashedIn('s__add', {}, 'dispatched');
      if (why === 'plan') await updateChat(opened.db, harness.admin, chatId, { mode: 'plan' });
      if (why === 'stopped') {
        await opened.db.update(runs).set({ stopRequestedAt: sql`now()` }).where(eq(runs.id, runId));
      }
      if (why === 'tool gone') {
        await opened.db
          .update(calls)
          .set({ serverUrl: 'http://elsewhere/mcp' })
          .where(eq(calls.runId, runId));
      }
      await harness.recover();
      expect(await left(runId)).toEqual(['unknown']);
      expect(await harness.runs(chatId)).toEqual([why === 'stopped' ? 'stopped' : 'waiting']);
      expect((await harness.unknownCalls(chatId)).map(({ resolution }) => resolution)).toEqual([null]);
      expect(crash.executed).toEqual([]);
      // Its start is known, but not its duration.
      const [row] = await opened.db.select().from(calls).where(eq(calls.runId, runId));
      const parts = (await harness.messages(chatId)).flatMap((message) => message.parts);
      const records = parts.flatMap((part) => (part.type === 'data-call' ? [part.data] : []));
      for (const record of records.filter(({ outcome }) => outcome === 'unknown')) {
        expect(record).toMatchObject({ startedAt: row?.dispatchedAt?.toISOString() });
        expect(record.durationMs).toBeUndefined();
      }
      if (why === 'plan') expect(records.map(({ outcome }) => outcome)).toEqual(['unknown']);
    },
  );

  it('a call that was not sent does not run when its run was to be stopped', async () => {
    const { chatId, runId } = await crashedIn('s__add', {}, 'claimed');
    await opened.db.update(runs).set({ stopRequestedAt: sql`now()` }).where(eq(runs.id, runId));
    await harness.recover();
    expect(await harness.runs(chatId)).toEqual(['stopped']);
    expect(await left(runId)).toEqual(['abort']);
    expect(crash.executed).toEqual([]);
  });

  it.each<[string, Partial<PolicyRule>]>([
    ['two admins must confirm it', { effect: 'two_admins' }],
    ['it is critical', { critical: true }],
  ])('the word that one is to run once more does not count any more when %s', async (_, more) => {
    const ids = [newId('call'), newId('call')];
    const lost = ids.map((id) => ({ tool: 's__drop', id, input: { id }, status: 'unknown' as const }));
    const { chatId } = await crash.crashedIn(...lost);
    await harness.recover();
    const [first = '', other = ''] = (await harness.unknownCalls(chatId)).map(({ callId }) => callId);
    await harness.resolve(first, 'rerun');
    await harness.rule('drop', more);
    try {
      await expect(harness.resolve(other, 'rerun')).rejects.toMatchObject({ code: 'conflict' });
      harness.steps({ text: 'I see.' });
      await harness.resolve(other, 'left');
    } finally {
      await opened.db.delete(policyRules);
    }
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(crash.executed).toEqual([]);
  });

  it('what our own tools did is known, even when the person who asked has left the team', async () => {
    const member = await harness.person('member');
    const customer = await harness.office.addCustomer();
    const input = { customerId: customer.id };
    const { chatId, runId } = await crashedIn('customer_delete', input, 'dispatched', member);
    const [call] = await opened.db.select().from(calls).where(eq(calls.runId, runId));
    const effect = { callId: call?.id ?? '', teamId: member.teamId, result: { message: 'Deleted.' } };
    await opened.db.insert(schema.effects).values(effect);
    await opened.db.delete(members).where(eq(members.userId, member.userId));
    await harness.recover();
    expect(await left(runId)).toEqual(['success']);
    expect(await harness.runs(chatId)).toEqual(['failed']);
    const parts = (await harness.messages(chatId)).at(-1)?.parts.filter(isCall);
    expect(parts?.map(({ state }) => state)).toEqual(['output-available']);
  });

  it('what our own tools did not do is not done any more', async () => {
    const customer = await harness.office.addCustomer();
    const { runId } = await crashedIn('customer_delete', { customerId: customer.id }, 'dispatched');
    await opened.db.update(calls).set({ decidedBy: harness.admin.userId }).where(eq(calls.runId, runId));
    harness.steps({ text: 'Not done.' });
    await harness.recover();
    expect(await left(runId)).toEqual(['error']);
    const [call] = await opened.db.select().from(calls).where(eq(calls.runId, runId));
    expect(call?.sealedAt).not.toBeNull();
    const there = and(eq(customers.id, customer.id));
    expect(await opened.db.select().from(customers).where(there)).toHaveLength(1);
  });

  it('a call whose card nobody had written may be made again, and asks then', async () => {
    const customer = await harness.office.addCustomer();
    const input = { customerId: customer.id };
    const { chatId, runId } = await crashedIn('customer_delete', input, 'claimed');
    await opened.db.update(calls).set({ status: 'pending', claimedAt: null }).where(eq(calls.runId, runId));
    harness.steps({ calls: [{ tool: 'customer_delete', input }] });
    await harness.recover();
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    expect(await harness.cards(chatId, 'pending')).toHaveLength(1);
  });

  it('what the last step called stays a step of its own, though the log had not come so far', async () => {
    const { chatId, runId } = await crashedIn('s__add', {}, 'dispatched');
    const [first] = await opened.db.select().from(calls).where(eq(calls.runId, runId));
    if (!first) throw new Error('The call is gone.');
    await advance(opened.db, first, 'success', { result: { content: [{ type: 'text', text: 'done' }] } });
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const tool = tools.find(({ modelName }) => modelName === 's__add');
    if (!tool) throw new Error('The tool is gone.');
    const second = { toolCallId: `second-${chatId}`, step: 2, tool, input: { id: 'again' } };
    await openCall(opened.db, { caller: harness.admin, chatId, runId }, second);
    harness.steps({ text: 'Done.' });
    await harness.recover();
    const said = harness.prompts.at(-1)?.prompt.filter(({ role }) => role === 'assistant');
    expect(said?.map(({ content }) => content.length)).toEqual([1, 1]);
    expect(crash.executed).toEqual(['add again']);
  });
});
