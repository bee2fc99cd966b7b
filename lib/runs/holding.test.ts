/** Held calls run once, not before their time, and not if somebody takes them back or may no longer confirm them. */
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import type { Caller } from '@/lib/people/caller';
import { listCallsOfRun } from '@/lib/store/calls';
import { listRunsToRelease } from '@/lib/store/conversation/holds';
import { takeBackAndGo } from './deciding/take-back-hold';
import { allLive } from './follow/live';
import { stopRun } from './stop';
import { CrashHarness, call, gate } from './testing/crash-harness';
import type { RunHarness } from './testing/run-harness';

const { approvals, chats, members, policyRules, receipts, runs } = schema;

describe.each(testDatabases)('holding on $name', ({ open }) => {
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
  beforeEach(async () => {
    crash.reset();
    await opened.db.delete(policyRules);
    await harness.rule('drop', { holdSeconds: 600 });
  });

  const settled = () => Promise.all(allLive().map(({ done }) => done));
  const over = (id: string) =>
    opened.db
      .update(approvals)
      .set({ holdUntil: sql`now() - interval '1 millisecond'` })
      .where(eq(approvals.id, id));
  const rowOf = async (id: string) => {
    const [row] = await opened.db.select().from(approvals).where(eq(approvals.id, id));
    if (!row) throw new Error('The card is gone.');
    return row;
  };
  const release = async () => {
    await releaseHolds(harness.deps);
    await settled();
  };
  const endOf = async (id: string) => {
    await over(id);
    await release();
  };
  const takeBack = async (id: string, by: Caller) => {
    const { live } = await takeBackAndGo(harness.deps, { caller: by, session: null }, id);
    await live?.done;
  };
  const ledger = async (id: string) =>
    (await listCallsOfRun(opened.db, (await rowOf(id)).runId)).map(({ tool, status }) => `${tool} ${status}`);
  const errors = async (id: string) =>
    (await listCallsOfRun(opened.db, (await rowOf(id)).runId)).map(({ error }) => error).join();

  /** A call that was confirmed and is held. */
  async function held(name = 'a', by: Caller = member, confirmer: Caller = by) {
    const chatId = await harness.chat(by);
    harness.steps({ text: 'I drop it.', calls: [call('drop', name)] }, { text: 'So it is.' });
    await harness.say(chatId, 'Drop it', by);
    const [card] = await harness.cards(chatId, 'pending');
    const id = card?.id ?? '';
    expect(await harness.decide(id, 'confirm', undefined, confirmer)).toBe('confirmed');
    return { chatId, id };
  }

  it('waits for its time, which stands in its row, and then runs once', async () => {
    const { chatId, id } = await held();
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', holdSeconds: 600, claimedAt: null });
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    await release();
    await harness.recover();
    expect(crash.executed).toEqual([]);
    await endOf(id);
    await release();
    expect(crash.executed).toEqual(['drop a']);
    expect(await harness.runs(chatId)).toEqual(['done']);
  });

  it('is not taken by anything before its time, whatever asks', async () => {
    const { id } = await held();
    const early = opened.db.update(approvals).set({ claimedAt: sql`now()` }).where(eq(approvals.id, id));
    await expect(early).rejects.toThrow();
    // A run that a process adopts all the same finds no permission.
    const { runId } = await rowOf(id);
    await opened.db.update(runs).set({ status: 'running' }).where(eq(runs.id, runId));
    await crash.kill(runId);
    await harness.recover();
    expect(crash.executed).toEqual([]);
  });

  it('is taken back by whoever has a say, which is a decision with a receipt; the model hears of it', async () => {
    for (const by of [member, harness.admin]) {
      const { chatId, id } = await held('b');
      await takeBack(id, by);
      expect(await rowOf(id)).toMatchObject({ status: 'cancelled', decidedBy: by.userId });
      expect(await ledger(id)).toEqual(['drop denied']);
      const told = (await opened.db.select().from(receipts).orderBy(asc(receipts.id))).map(
        ({ kind, body }) => ({
          kind,
          ...JSON.parse(body ?? '{}'),
        }),
      );
      const its = told.filter(({ approval }) => approval === id);
      expect(its.map(({ kind }) => kind)).toEqual(['asked', 'decided', 'confirmed', 'taken back']);
      expect(its[2]).toMatchObject({ heldUntil: expect.stringMatching(/^\d{4}-/) });
      expect(its[3]).toMatchObject({ person: { id: by.userId } });
      expect(await harness.runs(chatId)).toEqual(['done']);
      expect(JSON.stringify(harness.prompts.at(-1))).toContain('Taken back before it ran.');
      await endOf(id);
      await expect(takeBack(id, by)).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(crash.executed).toEqual([]);
  });

  it('is not taken back by anybody else', async () => {
    const { id } = await held();
    const [other, viewer] = [await harness.person('member'), await harness.person('viewer')];
    for (const by of [other, viewer]) {
      await expect(takeBack(id, by)).rejects.toMatchObject({ code: 'not_found' });
    }
    // A person who was an admin a moment ago.
    await opened.db.update(members).set({ role: 'member' }).where(eq(members.userId, second.userId));
    await expect(takeBack(id, second)).rejects.toMatchObject({ code: 'forbidden' });
    await opened.db.update(members).set({ role: 'admin' }).where(eq(members.userId, second.userId));
    expect((await rowOf(id)).status).toBe('confirmed');
  });

  it('runs, or is taken back, and never both, when the two meet', async () => {
    for (let nth = 0; nth < 8; nth++) {
      crash.reset();
      const { id } = await held(`r${nth}`);
      await over(id);
      const [, back] = await Promise.allSettled([release(), takeBack(id, member)]);
      await settled();
      const { status, claimedAt } = await rowOf(id);
      const isBack = back.status === 'fulfilled';
      expect(crash.executed).toEqual(isBack ? [] : [`drop r${nth}`]);
      expect([status, claimedAt === null]).toEqual(isBack ? ['cancelled', true] : ['confirmed', false]);
    }
  });

  it('cannot be taken back once it is on its way', async () => {
    const { id } = await held();
    const sending = gate();
    const arrived = gate();
    crash.answer = async () => {
      arrived.open();
      await sending.opened;
    };
    await over(id);
    await releaseHolds(harness.deps);
    await arrived.opened;
    await expect(takeBack(id, member)).rejects.toMatchObject({ code: 'conflict' });
    sending.open();
    await settled();
    expect(crash.executed).toEqual(['drop a']);
    expect(await ledger(id)).toEqual(['drop success']);
  });

  it('runs once of however many processes look', async () => {
    const { id } = await held();
    await over(id);
    const others = [harness.again([]), harness.again([])].map(({ deps }) => ({
      ...harness.deps,
      db: deps.db,
    }));
    await Promise.all([harness.deps, ...others].map((deps) => releaseHolds(deps)));
    await settled();
    expect(crash.executed).toEqual(['drop a']);
  });

  it('goes on where the process that took it died', async () => {
    const { id } = await held();
    await over(id);
    const { runId } = await rowOf(id);
    await opened.db.update(runs).set({ status: 'running', fence: sql`fence + 1` }).where(eq(runs.id, runId));
    await crash.kill(runId);
    await harness.recover();
    expect(crash.executed).toEqual(['drop a']);
  });

  it('does not run when who confirmed it may no longer do so', async () => {
    await harness.rule('drop', { holdSeconds: 600, effect: 'ask_admin' });
    const { id } = await held('c', member, second);
    await opened.db.update(members).set({ role: 'member' }).where(eq(members.userId, second.userId));
    await endOf(id);
    await opened.db.update(members).set({ role: 'admin' }).where(eq(members.userId, second.userId));
    expect(crash.executed).toEqual([]);
    expect(await errors(id)).toContain('may not confirm it any more');
  });

  it('is judged again at its end: rule, mode and tool', async () => {
    const denied = await held('d');
    await harness.rule('drop', { holdSeconds: 600, effect: 'deny' });
    await endOf(denied.id);
    await harness.rule('drop', { holdSeconds: 600 });
    const stricter = await held('e');
    await harness.rule('drop', { holdSeconds: 600, effect: 'ask_admin' });
    await endOf(stricter.id);
    await harness.rule('drop', { holdSeconds: 600 });
    const inPlan = await held('f');
    await opened.db.update(chats).set({ mode: 'plan' }).where(eq(chats.id, inPlan.chatId));
    await endOf(inPlan.id);
    const left = await held('g', await harness.person('member'));
    await opened.db.delete(members).where(eq(members.userId, (await rowOf(left.id)).requestedBy));
    await endOf(left.id);
    expect(crash.executed).toEqual([]);
  });

  it('does not run once its person has said something else', async () => {
    const { chatId, id } = await held('h');
    harness.script = () => ({ text: 'Good.' });
    await harness.say(chatId, 'Never mind', member);
    await endOf(id);
    expect((await rowOf(id)).status).toBe('superseded');
    expect(crash.executed).toEqual([]);
  });

  it('is taken back by Stop, and the answer ends', async () => {
    const { chatId, id } = await held('s');
    expect(await stopRun(opened.db, member, chatId)).toMatchObject({ stopped: true });
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', decidedBy: member.userId });
    await endOf(id);
    expect(await harness.runs(chatId)).toEqual(['superseded']);
    expect(await stopRun(opened.db, member, chatId)).toMatchObject({ stopped: false });
    expect(crash.executed).toEqual([]);
  });

  it('holds the other calls of its step, also those that nobody is asked about', async () => {
    const chatId = await harness.chat(member);
    harness.steps({ text: 'Both.', calls: [call('drop', 'i'), call('put', 'j')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Both', member);
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm', undefined, member);
    await release();
    expect(crash.executed).toEqual([]);
    await endOf(card?.id ?? '');
    expect(crash.executed).toEqual(['drop i', 'put j']);
  });

  it('is not looked at again and again while another card of its step waits', async () => {
    const chatId = await harness.chat(member);
    harness.steps({ text: 'Both.', calls: [call('drop', 'm'), call('drop', 'n')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Both', member);
    const [one, other] = await harness.cards(chatId, 'pending');
    await harness.decide(one?.id ?? '', 'confirm', undefined, member);
    await over(one?.id ?? '');
    expect((await listRunsToRelease(opened.db)).length).toBe(0);
    await harness.decide(other?.id ?? '', 'cancel', undefined, member);
    await settled();
    expect(crash.executed).toHaveLength(1);
  });

  it('is held as long as the card said, also where the rule is softer by then; and is off by default', async () => {
    const chatId = await harness.chat(member);
    harness.steps({ text: 'I drop it.', calls: [call('drop', 'k')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Drop it', member);
    await opened.db.delete(policyRules);
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm', undefined, member);
    expect(crash.executed).toEqual([]);
    expect((await rowOf(card?.id ?? '')).holdUntil).not.toBeNull();
    const free = await held('l');
    expect((await rowOf(free.id)).holdUntil).toBeNull();
    expect(crash.executed).toEqual(['drop l']);
  });

  it('a plan is held as its steps that are held longest', async () => {
    const chatId = await harness.chat(member);
    const step = (tool: string, at: number) => ({
      ...{ step: at, server: 's', tool, arguments: { id: `p${at}` }, why: 'So.' },
    });
    const steps = [step('add', 1), step('drop', 2)];
    harness.steps(
      { text: 'I would:', calls: [{ tool: 'propose_plan', input: { steps } }] },
      { text: 'Done.' },
    );
    await harness.say(chatId, 'Make a plan, please', member);
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm', undefined, member);
    await release();
    expect(crash.executed).toEqual([]);
    await endOf(card?.id ?? '');
    expect(crash.executed).toEqual(['add p1', 'drop p2']);
  });
});
