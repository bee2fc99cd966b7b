/** The ledger's state of a call is what the chat shows of it, whichever process wrote last. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { Gate } from '@/lib/agent/gate';
import { judgeNow, readAuthority } from '@/lib/approvals/authority';
import { insertAsk } from '@/lib/approvals/request';
import { advance, openCall } from '@/lib/execution/ledger';
import { markLateAnswer } from '@/lib/store/calls';
import { resolveUnknownCall } from '@/lib/unknowns/resolve';
import { deleteChat } from './chats';
import { continueRun } from './drive';
import { owner } from './owner';
import { adoptRun } from './recover';
import { stopRun } from './stop';
import { CrashHarness, call, gate } from './testing/crash-harness';

const { calls, effects, runs } = schema;
const STOPPED = 'output-error: Stopped.';
const never = () => new Promise(() => {});
const done = (text: string) => ({ result: { content: [{ type: 'text' as const, text }] } });

describe.each(testDatabases)('what the ledger knows on $name', ({ open }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
  });
  afterAll(() => crash.close());
  beforeEach(() => crash.reset());

  /** An adopted run waits for a read that does not answer, and is stopped there. */
  async function stopWhileItReads(chatId: string, before?: () => Promise<unknown>) {
    crash.answer = never;
    const recovering = crash.harness.recover();
    await vi.waitFor(() => expect(crash.executed).toContain('look x'));
    await before?.();
    await stopRun(crash.opened.db, crash.harness.admin, chatId);
    await recovering;
  }

  const READING = { tool: 's__look', id: 'c1', input: { id: 'x' }, status: 'dispatched' } as const;

  it('a success that was known before a Stop stays one', async () => {
    const dropped = { tool: 's__drop', id: 'c2', input: { id: 'a' }, status: 'dispatched' } as const;
    const { chatId } = await crash.crashedIn(READING, dropped);
    await advance(crash.opened.db, await crash.callOf(chatId, 'c2'), 'success', done('dropped'));
    await stopWhileItReads(chatId);
    expect(await crash.told(chatId)).toEqual([STOPPED, 'output-available']);
  });

  it('an effect of our own that a Stop finds is told', async () => {
    const customer = await crash.harness.office.addCustomer();
    const ours = { tool: 'customer_delete', id: 'c2', input: { customerId: customer.id } };
    const { chatId } = await crash.crashedIn(READING, { ...ours, status: 'dispatched' });
    const { id: callId, teamId } = await crash.callOf(chatId, 'c2');
    await crash.opened.db.insert(effects).values({ callId, teamId, result: { message: 'Deleted.' } });
    await stopWhileItReads(chatId);
    expect(await crash.told(chatId)).toEqual([STOPPED, 'output-available']);
  });

  it('what another process wrote in the same moment counts', async () => {
    const customer = await crash.harness.office.addCustomer();
    const ours = { tool: 'customer_delete', id: 'c1', input: { customerId: customer.id } };
    const { chatId, run } = await crash.crashedIn({ ...ours, status: 'dispatched' });
    const row = await crash.callOf(chatId, 'c1');
    const { deps } = crash.harness;
    const connectionsFor: typeof deps.connectionsFor = (caller) => {
      const connections = deps.connectionsFor(caller);
      const happened: typeof connections.happened = async (...asked) => {
        const found = await connections.happened(...asked);
        await advance(crash.opened.db, row, 'success', done('Deleted.'));
        return found;
      };
      return Object.assign(Object.create(connections), { happened });
    };
    const adopted = await adoptRun(crash.opened.db, await crash.dead(run.id));
    await (await continueRun({ ...deps, connectionsFor }, adopted?.run.id ?? ''))?.done;
    expect(await crash.told(chatId)).toEqual(['output-available']);
  });

  it.each([
    ['happened', 'output-available'],
    ['rerun', STOPPED],
  ] as const)('a word on a call that came before a Stop is kept: %s', async (word, told) => {
    const lost = { tool: 's__add', id: 'c0', input: { id: 'a' }, status: 'unknown' } as const;
    const { chatId } = await crash.crashedIn(lost, READING);
    await stopWhileItReads(chatId, async () => {
      const [unknownCall] = await crash.harness.unknownCalls(chatId);
      await crash.harness.resolve(unknownCall?.callId ?? '', word);
    });
    expect(await crash.told(chatId)).toEqual([told, STOPPED]);
  });

  it('a word that came between taking a run and going on with it is heard', async () => {
    const lost = { tool: 's__add', id: 'c1', input: { id: 'a' }, status: 'unknown' } as const;
    const { chatId, run } = await crash.crashedIn(lost);
    const { harness, opened } = crash;
    await adoptRun(opened.db, await crash.dead(run.id));
    const [unknownCall] = await harness.unknownCalls(chatId);
    const context = {
      db: opened.db,
      caller: harness.admin,
      connectionsFor: harness.deps.connectionsFor,
      owner,
    };
    await resolveUnknownCall(context, unknownCall?.callId ?? '', 'rerun');
    await (await continueRun(harness.deps, run.id))?.done;
    expect(crash.executed).toEqual(['add a']);
    expect(await crash.told(chatId)).toEqual(['output-available']);
  });

  it('an error answers the sending it came to, not the one whose answer was lost', async () => {
    const { harness } = crash;
    crash.answer = (_tool, _id, response, nth) => {
      if (nth > 1) return { isError: true, content: [{ type: 'text', text: 'Busy.' }] };
      return void response.destroy();
    };
    const chatId = await harness.chat();
    harness.steps({ calls: [call('put', 'a')] });
    await harness.say(chatId, 'Put');
    expect(await crash.ledger(chatId)).toEqual(['put a unknown']);
  });

  it.each([false, true])(
    'our own tools tell what they did before they are asked again, sealed: %s',
    async (sealed) => {
      const { harness, opened } = crash;
      const customer = await harness.office.addCustomer();
      const order = await harness.office.addOrder(customer.id, { status: 'completed' });
      const input = { orderId: order.id, status: 'in_progress' };
      const ours = { tool: 'order_update_status', id: 'c1', input, status: 'dispatched' } as const;
      const { chatId } = await crash.crashedIn(ours);
      const { id: callId, teamId } = await crash.callOf(chatId, 'c1');
      await opened.db.insert(effects).values({ callId, teamId, result: { changed: true } });
      if (sealed) await opened.db.update(calls).set({ sealedAt: sql`now()` }).where(eq(calls.id, callId));
      await harness.recover();
      expect((await crash.callOf(chatId, 'c1')).status).toBe('success');
    },
  );

  it('a Stop from elsewhere before a second attempt leaves no call behind', async () => {
    const { harness, opened } = crash;
    const chatId = await harness.chat();
    crash.answer = async (_tool, _id, response) => {
      await opened.db.update(runs).set({ stopRequestedAt: sql`now()` }).where(eq(runs.chatId, chatId));
      response.destroy();
    };
    harness.steps({ calls: [call('put', 'a')] });
    await harness.say(chatId, 'Put');
    expect(await crash.ledger(chatId)).toEqual(['put a unknown']);
    expect(await harness.unknownCalls(chatId)).toHaveLength(1);
  });

  it('a write does not overtake the card before it, though its process died before it was held', async () => {
    const { harness, opened } = crash;
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: 'first', text: 'first' });
    const place = { caller: harness.admin, chatId, runId: run.id };
    const drop = { toolCallId: 'c1', step: 1, tool: await crash.tool('s__drop'), input: { id: 'old' } };
    await openCall(opened.db, place, drop);
    const add = await crash.tool('s__add');
    await openCall(opened.db, place, { toolCallId: 'c2', step: 1, tool: add, input: { id: 'new' } });
    const ruling = judgeNow(drop.tool, drop.input, await readAuthority(opened.db, chatId, harness.admin));
    const asked = { approvalId: randomToken(), sdkApprovalId: 'sdk', ruling };
    const fence = { runId: run.id, fence: run.fence };
    await insertAsk(opened.db, harness.admin, { ...asked, ...drop, runId: run.id, chatId }, null, fence);
    await crash.kill(run.id);
    await harness.recover();
    expect(crash.executed).toEqual([]);
    expect(await harness.cards(chatId, 'pending')).toHaveLength(1);
  });

  it('calls of one millisecond keep their order', async () => {
    const { opened, harness } = crash;
    const { run, chatId } = await crash.crashedIn(
      { tool: 's__add', id: 'z', input: { id: 'a' }, status: 'dispatched', logged: false },
      { tool: 's__add', id: 'c', input: { id: 'b' }, status: 'pending', logged: false },
    );
    await opened.db
      .update(calls)
      .set({ createdAt: new Date('2026-01-01') })
      .where(eq(calls.runId, run.id));
    await harness.recover();
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['add a unknown', 'add b pending']);
  });

  it('what follows a call in doubt waits, also when the model goes round in circles', async () => {
    const { harness } = crash;
    crash.answer = (tool, id, response) =>
      tool === 'add' && id === 'a' ? void response.destroy() : undefined;
    const chatId = await harness.chat();
    const look = call('look', 'x');
    harness.steps({ calls: [look, look, look, call('add', 'a'), call('add', 'b')] });
    await harness.say(chatId, 'Look and add');
    expect(crash.executed).not.toContain('add b');
    expect(await harness.runs(chatId)).toEqual(['waiting']);
  });

  it('a process that was shut out writes no call down', async () => {
    const { harness, opened } = crash;
    const { chatId, run } = await crash.crashedIn();
    await adoptRun(opened.db, await crash.dead(run.id));
    const tool = await crash.tool('s__add');
    const context = {
      db: opened.db,
      caller: harness.admin,
      chatId,
      runId: run.id,
      tell: () => {},
      fence: { runId: run.id, fence: run.fence },
      connections: harness.deps.connectionsFor(harness.admin),
      signal: new AbortController().signal,
    };
    const shutOut = new Gate(context, { tools: new Map([[tool.modelName, tool]]) }, new Map());
    const verdict = await shutOut.judge({ toolCallId: 'ghost', toolName: 's__add', input: { id: 'a' } });
    expect(verdict).toMatchObject({ type: 'denied' });
    expect(await crash.ledger(chatId)).toEqual([]);
    await crash.kill(run.id);
    await harness.recover();
  });

  it('an answer that came late stands on the card, and the call is not run once more', async () => {
    const { harness, opened } = crash;
    crash.answer = (_tool, _id, response) => void response.destroy();
    const chatId = await harness.chat();
    harness.steps({ calls: [call('add', 'a')] });
    await harness.say(chatId, 'Add');
    const [lost] = await harness.unknownCalls(chatId);
    const [row] = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    if (!row) throw new Error('The call is gone.');
    await markLateAnswer(opened.db, row, { ...done('Added, number 7.'), resultHash: 'h' });
    const [unknownCall] = await harness.unknownCalls(chatId);
    expect([lost?.late, unknownCall?.late]).toEqual([null, 'Added, number 7.']);
    await expect(harness.resolve(row.id, 'rerun')).rejects.toMatchObject({ code: 'conflict' });
    await harness.resolve(row.id, 'happened');
    expect(crash.executed).toEqual(['add a']);
  });

  it('a tool that became another since the call was made does not run it', async () => {
    const { chatId, run } = await crash.crashedIn({
      tool: 's__add',
      id: 'c1',
      input: { id: 'a' },
      status: 'pending',
    });
    const before = { risk: 'read-only' as const, definitionHash: 'old' };
    await crash.opened.db.update(calls).set(before).where(eq(calls.runId, run.id));
    await crash.harness.recover();
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['add a error']);
  });

  it('keeps nothing that comes back after the chat was deleted', async () => {
    const { harness, opened } = crash;
    const answered = gate();
    crash.answer = () => answered.opened.then(() => ({ content: [{ type: 'text', text: 'SECRET' }] }));
    const chatId = await harness.chat();
    harness.steps({ calls: [call('add', 'a')] });
    const said = harness.say(chatId, 'Add');
    await vi.waitFor(() => expect(crash.executed).toHaveLength(1));
    await deleteChat(opened.db, harness.admin, chatId);
    answered.open();
    await said;
    const [row] = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(row?.result).toBeNull();
  });

  it('settles the calls of a deleted chat whose process died', async () => {
    const { chatId } = await crash.crashedIn({
      tool: 's__add',
      id: 'c1',
      input: { id: 'a' },
      status: 'dispatched',
    });
    await deleteChat(crash.opened.db, crash.harness.admin, chatId);
    await crash.harness.recover();
    expect(await crash.ledger(chatId)).toEqual(['add a unknown']);
  });
});
