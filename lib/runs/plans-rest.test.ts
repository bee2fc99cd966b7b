/** The card for the rest of a plan is as strict as any other: who confirms it, with what, and until when. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { expireCards } from '@/lib/housekeeping/expire-cards';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import { takeBackAndGo } from './deciding/take-back-hold';
import { allLive } from './follow/live';
import { stopRun } from './stop';
import { Plans } from './testing/plans';

const { approvals, chats, policyRules } = schema;

describe.each(oneDatabase)('what is left of a plan on $name', ({ open }) => {
  let opened: OpenDatabase;
  let plans: Plans;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    plans = await Plans.open(opened, 'member');
  });
  afterEach(async () => {
    await opened.db.delete(policyRules);
    await plans.crash.close();
  });

  const READ = ['look x', 'look y'];
  const DONE = [...READ, 'drop look of x', 'drop look of y'];
  const settled = () => Promise.all(allLive().map(({ done }) => done));
  const until = async (id: string | undefined, column: 'holdUntil' | 'expiresAt') => {
    const past = sql`now() - interval '1 millisecond'`;
    await opened.db
      .update(approvals)
      .set({ [column]: past })
      .where(eq(approvals.id, id ?? ''));
  };
  const endHold = async (id: string | undefined) => {
    await until(id, 'holdUntil');
    await releaseHolds(plans.crash.harness.deps);
    await settled();
  };
  const blind = () =>
    plans.propose(
      { tool: 'look', id: 'x' },
      { tool: 'look', id: 'y' },
      { tool: 'drop', id: '$1.made' },
      { tool: 'drop', id: '$2.made' },
    );

  describe('that is held', () => {
    let rest: string | undefined;
    beforeEach(async () => {
      await plans.crash.harness.rule('drop', { holdSeconds: 600 });
      const [card] = await blind();
      await plans.confirm();
      expect(plans.executed).toEqual([]);
      await endHold(card?.id);
      expect(plans.executed).toEqual(READ);
      [rest] = (await plans.cards()).map(({ id }) => id);
      await plans.confirm();
      expect(plans.executed).toEqual(READ);
    });

    it('runs when its time is over', async () => {
      await endHold(rest);
      expect(plans.executed).toEqual(DONE);
    });

    it('is over when it is taken back', async () => {
      const by = { caller: plans.caller, session: null };
      const { live } = await takeBackAndGo(plans.crash.harness.deps, by, rest ?? '');
      await live?.done;
      await endHold(rest);
      expect(plans.executed).toEqual(READ);
      expect(await plans.cards()).toEqual([]);
      expect((await plans.notices()).at(-1)).toContain('Step 3 did not succeed; Step 4 not begun');
    });

    it('is over when the answer is stopped', async () => {
      await stopRun(opened.db, plans.caller, plans.chatId);
      await endHold(rest);
      await plans.crash.harness.recover();
      expect(plans.executed).toEqual(READ);
      expect(await plans.cards()).toEqual([]);
    });
  });

  it('is over when its card expires', async () => {
    await blind();
    await plans.confirm();
    const [rest] = await plans.cards();
    await until(rest?.id, 'expiresAt');
    await expireCards(plans.crash.harness.deps);
    await expect.poll(() => plans.crash.harness.runs(plans.chatId)).toEqual(['done']);
    expect(plans.executed).toEqual(READ);
    expect(await plans.cards()).toEqual([]);
  });

  it('asks whom the rules ask by then, with a password where they want one', async () => {
    const { harness } = plans.crash;
    await blind();
    await plans.crash.harness.rule('look', { effect: null });
    const { answer } = plans.crash;
    plans.crash.answer = async (...asked) => {
      await harness.rule('drop', { effect: 'two_admins', critical: true });
      return answer(...asked);
    };
    await plans.confirm();
    const [rest] = await plans.cards();
    expect(rest).toMatchObject({ tool: 'propose_plan', requirement: 'two_admins', critical: true });
    await expect(plans.confirm()).rejects.toMatchObject({ code: 'forbidden' });
    await expect(plans.confirm(harness.admin)).rejects.toMatchObject({ code: 'forbidden' });
    expect(plans.executed).toEqual(READ);
  });

  it('is the same in plan mode', async () => {
    await opened.db.update(chats).set({ mode: 'plan' }).where(eq(chats.id, plans.chatId));
    await blind();
    await plans.confirm();
    expect(await plans.cards()).toMatchObject([{ tool: 'propose_plan' }]);
    await plans.confirm();
    expect(plans.executed).toEqual(DONE);
  });

  it('stops where a step of it is denied by the time it is confirmed', async () => {
    await blind();
    await plans.confirm();
    await plans.crash.harness.rule('drop', { effect: 'deny' });
    await expect(plans.confirm()).rejects.toMatchObject({ code: 'conflict' });
    expect(plans.executed).toEqual(READ);
  });

  it('in two plans of one answer is each one’s own', async () => {
    const { harness } = plans.crash;
    const calls = ['p', 'q'].map((id) => ({
      tool: 'propose_plan',
      input: {
        steps: ['look', 'drop', 'drop'].map((tool, at) => ({
          step: at + 1,
          server: 's',
          tool,
          why: 'So.',
          arguments: { id: at === 0 ? id : '$1.made' },
        })),
      },
    }));
    harness.steps({ calls }, { text: 'So it is.' });
    await harness.say(plans.chatId, 'Make a plan of each, please', plans.caller);
    for (let turn = 0; turn < 2; turn++) await plans.confirm();
    for (let turn = 0; turn < 3 && (await plans.cards()).length > 0; turn++) await plans.confirm();
    expect(plans.executed.toSorted()).toEqual(
      ['drop look of p', 'drop look of p', 'drop look of q', 'drop look of q', 'look p', 'look q'].toSorted(),
    );
  });
});
