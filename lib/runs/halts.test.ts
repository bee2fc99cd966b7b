/**
 * The kill switch: nothing that an admin has stopped is sent, whichever way it was requested, and pending cards stay
 * pending.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { recordDecision } from '@/lib/approvals/record-decision';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import type { Caller } from '@/lib/people/caller';
import type { Halt } from '@/lib/policy/halts';
import { lift, readHalts, stopAtOnce } from '@/lib/rules/halting';
import { resolveUnknownCall } from '@/lib/unknowns/resolve';
import { allLive } from './follow/live';
import { CrashHarness, call } from './testing/crash-harness';
import { Plans } from './testing/plans';
import type { RunHarness } from './testing/run-harness';

const { approvals, calls, halts, policyRules, receipts } = schema;

const NOTHING = { server: null, tool: null, userId: null };
const WRITES: Halt = { ...NOTHING, kind: 'writes', reason: 'The books are being closed.' };
const conflict = { code: 'conflict' };
const forbidden = { code: 'forbidden' };

describe.each(testDatabases)('the kill switch on $name', ({ open }) => {
  let opened: OpenDatabase;
  let crash: CrashHarness;
  let harness: RunHarness;
  let member: Caller;
  let second: Caller;

  beforeAll(async () => {
    opened = await open();
    crash = await CrashHarness.open(opened);
    harness = crash.harness;
    member = await harness.person('member');
    second = await harness.person('admin');
  });
  afterAll(() => crash.close());
  beforeEach(() => crash.reset());
  afterEach(async () => {
    const { halts: held } = await readHalts(opened.db, second);
    for (const { id } of held) await lift(opened.db, second, id);
    await opened.db.delete(policyRules);
  });

  const stop = (halt: Halt, by = harness.admin) => stopAtOnce(opened.db, by, halt);
  const stopTool = (tool: string) =>
    stop({ ...NOTHING, kind: 'tool', server: 's', tool, reason: 'It misbehaves.' });
  const stopServer = () =>
    stop({ ...NOTHING, kind: 'server', server: 's', reason: 'It is down for repair.' });
  const stopPerson = (who: Caller) =>
    stop({ ...NOTHING, kind: 'person', userId: who.userId, reason: 'A lost laptop.' });
  const liftAll = async () => {
    for (const { id } of (await readHalts(opened.db, second)).halts) await lift(opened.db, second, id);
  };
  const confirm = (id: string, by: Caller = member) => harness.decide(id, 'confirm', undefined, by);
  const statusOf = async (id: string) =>
    (await opened.db.select({ status: approvals.status }).from(approvals).where(eq(approvals.id, id)))[0]
      ?.status;

  async function asked(...orders: Parameters<typeof call>[]) {
    const chatId = await harness.chat(member);
    harness.steps(...orders.map((order) => ({ calls: [call(...order)] })), { text: 'So it is.' });
    await harness.say(chatId, 'Do it', member);
    return { chatId, cards: await harness.cards(chatId, 'pending') };
  }

  describe('what writes', () => {
    it('is not sent, nor offered, and the model and the reader hear why; what reads runs', async () => {
      await stop(WRITES);
      const { chatId, cards } = await asked(['add', 'a'], ['drop', 'b'], ['look', 'c']);
      expect(cards).toEqual([]);
      expect(crash.executed).toEqual(['look c']);
      expect((await crash.ledger(chatId)).at(-1)).toBe('look c success');
      const offered = harness.prompts.at(-1)?.tools?.map(({ name }) => name) ?? [];
      expect(offered).toContain('s__look');
      expect(offered).not.toContain('s__add');
    });

    it('is stopped in the middle of an answer that may already run it', async () => {
      crash.answer = async (tool) => {
        if (tool === 'add') await stop(WRITES);
      };
      const chatId = await harness.chat(member);
      harness.steps({ calls: [call('add', 'a'), call('put', 'b')] }, { text: 'So it is.' });
      await harness.say(chatId, 'Do both', member);
      expect(crash.executed).toEqual(['add a']);
      const told = (await crash.told(chatId)).join();
      expect(told).toContain('The books are being closed.');
    });

    it('waits on its card: it cannot be confirmed nor changed, but cancelled, and confirmed once that is lifted', async () => {
      const [one, other] = [(await asked(['drop', 'a'])).cards[0], (await asked(['drop', 'b'])).cards[0]];
      await stop(WRITES);
      await expect(confirm(one?.id ?? '')).rejects.toMatchObject(conflict);
      const edit = { ...harness.deps, caller: member, signal: new AbortController().signal };
      await expect(editApproval(edit, one?.id ?? '', { id: 'z' })).rejects.toMatchObject(conflict);
      expect(await harness.decide(other?.id ?? '', 'cancel', undefined, member)).toBe('cancelled');
      expect(crash.executed).toEqual([]);
      expect(await statusOf(one?.id ?? '')).toBe('pending');
      await liftAll();
      expect(await confirm(one?.id ?? '')).toBe('confirmed');
      expect(crash.executed).toEqual(['drop a']);
    });

    it('stays on its card also where a rule changes meanwhile', async () => {
      const { cards, chatId } = await asked(['drop', 'a']);
      await stop(WRITES);
      await harness.rule('drop', { effect: 'ask_admin' });
      expect(await harness.cards(chatId, 'pending')).toHaveLength(cards.length);
    });

    it('does not run at the end of its hold', async () => {
      await harness.rule('drop', { holdSeconds: 600 });
      const { cards } = await asked(['drop', 'a']);
      const id = cards[0]?.id ?? '';
      expect(await confirm(id)).toBe('confirmed');
      await stop(WRITES);
      await opened.db
        .update(approvals)
        .set({ holdUntil: new Date(Date.now() - 1000) })
        .where(eq(approvals.id, id));
      await releaseHolds(harness.deps);
      await Promise.all(allLive().map(({ done }) => done));
      expect(crash.executed).toEqual([]);
    });

    it('does not run because somebody allowed it ahead, in yolo, or by an admin’s word', async () => {
      await harness.rule('drop', { effect: 'allow' });
      await stop(WRITES);
      const chatId = await harness.chat(harness.admin);
      await opened.db.update(schema.chats).set({ mode: 'yolo', yoloUntil: new Date(Date.now() + 3_600_000) });
      harness.steps({ calls: [call('drop', 'a')] }, { text: 'So it is.' });
      await harness.say(chatId, 'Drop it');
      expect(crash.executed).toEqual([]);
      await opened.db.update(schema.chats).set({ mode: 'default', yoloUntil: null });
    });

    it('does not run as a step of a plan that was confirmed before, and the plan’s card stays', async () => {
      const plans = await Plans.open(opened);
      const by = plans.crash.harness.admin;
      await plans.propose({ tool: 'add', id: 'a' }, { tool: 'put', id: 'b' });
      await stopAtOnce(opened.db, by, WRITES);
      await expect(plans.confirm()).rejects.toMatchObject(conflict);
      expect(plans.executed).toEqual([]);
      expect(await plans.cards()).toHaveLength(1);
      for (const { id } of (await readHalts(opened.db, by)).halts) await lift(opened.db, by, id);
      plans.crash.answer = async (tool) => {
        if (tool === 'add') await stopAtOnce(opened.db, by, WRITES);
      };
      await plans.confirm();
      expect(plans.executed).toEqual(['add a']);
      await plans.crash.close();
    });
  });

  it('stops a server, what it reads included, and its card asks it nothing', async () => {
    const { cards } = await asked(['drop', 'a']);
    await stopServer();
    crash.reset();
    await expect(confirm(cards[0]?.id ?? '')).rejects.toMatchObject(conflict);
    await asked(['look', 'c']);
    expect(crash.executed).toEqual([]);
  });

  it('stops one tool, and no other', async () => {
    await stopTool('look');
    await asked(['look', 'a'], ['browse', 'b']);
    expect(crash.executed).toEqual(['browse b']);
  });

  it('stops a person: nothing runs for them, and they decide nothing', async () => {
    const { cards } = await asked(['drop', 'a']);
    const id = cards[0]?.id ?? '';
    await stopPerson(member);
    await asked(['look', 'b']);
    expect(crash.executed).toEqual([]);
    await expect(confirm(id, second)).rejects.toMatchObject(conflict);
    await liftAll();
    await stopPerson(second);
    await expect(confirm(id, second)).rejects.toMatchObject(forbidden);
    expect(await statusOf(id)).toBe('pending');
    for (const { id: held } of (await readHalts(opened.db, harness.admin)).halts)
      await lift(opened.db, harness.admin, held);
  });

  it('does not count the Confirm of one of two admins who has been stopped since', async () => {
    await harness.rule('drop', { effect: 'two_admins' });
    const id = (await asked(['drop', 'a'])).cards[0]?.id ?? '';
    expect(await confirm(id, second)).toBe('pending');
    await stopPerson(second);
    expect(await confirm(id, harness.admin)).toBe('pending');
    expect(crash.executed).toEqual([]);
    for (const { id: held } of (await readHalts(opened.db, harness.admin)).halts)
      await lift(opened.db, harness.admin, held);
  });

  it('takes no Confirm of a person who was stopped while it was looked at', async () => {
    const id = (await asked(['drop', 'a'])).cards[0]?.id ?? '';
    const [row] = await opened.db.select().from(approvals).where(eq(approvals.id, id));
    if (!row) throw new Error('There is no card.');
    await stopPerson(second);
    const beside = { session: null, signal: new AbortController().signal, stepUp: async () => {} };
    const context = { ...harness.deps, ...beside, caller: second, owner: 'test' };
    const decided = opened.db.transaction((tx) =>
      recordDecision(tx, context, { approvalId: id, decision: 'confirm' }, row, () => {}),
    );
    await expect(decided).rejects.toMatchObject(forbidden);
    expect(await statusOf(id)).toBe('pending');
    for (const { id: held } of (await readHalts(opened.db, harness.admin)).halts)
      await lift(opened.db, harness.admin, held);
  });

  describe('a lost answer', () => {
    it('is not asked for again once everything that writes was stopped', async () => {
      crash.answer = async (_tool, _id, response) => {
        await stop(WRITES);
        response.destroy();
      };
      const { chatId } = await asked(['put', 'a']);
      expect(crash.executed).toEqual(['put a']);
      expect((await crash.ledger(chatId)).at(-1)).toBe('put a unknown');
    });

    it('is asked for again where nothing was stopped', async () => {
      crash.answer = (_tool, _id, response, nth) => (nth === 1 ? response.destroy() : undefined);
      const { chatId } = await asked(['put', 'a']);
      expect(crash.executed).toEqual(['put a', 'put a']);
      expect((await crash.ledger(chatId)).at(-1)).toBe('put a success');
    });
  });

  it('of a person: they say nothing of what became of a call, and others do', async () => {
    crash.answer = (_tool, _id, response) => void response.destroy();
    const { chatId } = await asked(['add', 'a']);
    const [row] = await opened.db.select({ id: calls.id }).from(calls).where(eq(calls.chatId, chatId));
    const id = row?.id ?? '';
    await stopPerson(member);
    const resolve = (caller: Caller) =>
      resolveUnknownCall({ ...harness.deps, caller, owner: 'test' }, id, 'happened');
    await expect(resolve(member)).rejects.toMatchObject(forbidden);
    await expect(resolve(second)).resolves.toMatchObject({ chatId });
  });

  it('of other clients stops no chat', async () => {
    await stop({ ...NOTHING, kind: 'clients', reason: 'A token was lost.' });
    await asked(['look', 'a']);
    expect(crash.executed).toEqual(['look a']);
  });

  describe('who sets it', () => {
    it('is an admin of the team, never for themselves, and who is stopped lifts nothing', async () => {
      await expect(stop(WRITES, member)).rejects.toMatchObject(forbidden);
      await expect(stopPerson(harness.admin)).rejects.toMatchObject(conflict);
      const stranger = { ...member, userId: 'nobody' };
      await expect(stopPerson(stranger)).rejects.toMatchObject({ code: 'not_found' });
      const { halts: held } = await stopPerson(second);
      await expect(lift(opened.db, second, held[0]?.id ?? '')).rejects.toMatchObject(forbidden);
      await expect(lift(opened.db, member, held[0]?.id ?? '')).rejects.toMatchObject(forbidden);
      await lift(opened.db, harness.admin, held[0]?.id ?? '');
      await expect(lift(opened.db, harness.admin, held[0]?.id ?? '')).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('leaves a receipt of both, keeps its first reason, and stays in the record as it was', async () => {
      const kinds = async () =>
        (await opened.db.select({ kind: receipts.kind }).from(receipts).orderBy(receipts.id))
          .map(({ kind }) => kind)
          .filter((kind) => kind.startsWith('halt'));
      const before = (await kinds()).length;
      await stop(WRITES);
      const { halts: held } = await stop({ ...WRITES, reason: 'Another reason.' });
      expect(held.map(({ reason }) => reason)).toEqual([WRITES.reason]);
      const id = held[0]?.id ?? '';
      const { lifted } = await lift(opened.db, harness.admin, id);
      expect(lifted[0]).toMatchObject({ id, liftedBy: harness.admin.userName, reason: WRITES.reason });
      expect((await kinds()).slice(before)).toEqual(['halted', 'halt lifted']);
      const changed = opened.db.update(halts).set({ reason: 'Otherwise.' }).where(eq(halts.id, id));
      await expect(changed).rejects.toThrow();
      expect((await readHalts(opened.db, member)).lifted).toEqual([]);
    });
  });
});
