/** The validity of a plan's confirmation once the person who gave it has lost the right to, whenever that happens. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import type { Caller } from '@/lib/people/caller';
import { lift, readHalts, stopAtOnce } from '@/lib/rules/halting';
import { Plans, stepsOf } from './testing/plans';

const { members, policyRules } = schema;

describe.each(oneDatabase)('a plan that another admin has confirmed on $name', ({ open }) => {
  let opened: OpenDatabase;
  let plans: Plans;
  let second: Caller;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    plans = await Plans.open(opened, 'member');
    second = await plans.crash.harness.person('admin');
    await plans.crash.harness.rule('drop', { effect: 'ask_admin' });
    await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' });
  });
  afterEach(async () => {
    const { admin } = plans.crash.harness;
    for (const { id } of (await readHalts(opened.db, admin)).halts) await lift(opened.db, admin, id);
    await opened.db.delete(policyRules);
    await plans.crash.close();
  });

  const stop = async () => {
    const halt = { server: null, tool: null, userId: second.userId, reason: 'A lost laptop.' };
    await stopAtOnce(opened.db, plans.crash.harness.admin, { ...halt, kind: 'person' });
  };
  const remove = async () => {
    await opened.db.delete(members).where(eq(members.userId, second.userId));
  };

  it('asks about the next step where everything is stopped for that admin since', async () => {
    const { answer } = plans.crash;
    plans.crash.answer = async (...asked) => {
      await stop();
      return answer(...asked);
    };
    await plans.confirm(second);
    expect(plans.executed).toEqual(['add a']);
    expect(await plans.cards()).toMatchObject([{ tool: 'drop', requirement: 'ask_admin' }]);
  });

  it.each([
    ['is stopped', stop],
    ['leaves the team', remove],
  ])('runs nothing more where that admin %s while a step waits for its server', async (_how, leave) => {
    const busy = plans.crash.harness.connecting(({ enter }) => ({
      enter: async (tool, signal) => {
        if (tool.name === 'drop') await leave();
        return enter(tool, signal);
      },
    }));
    const [card] = await plans.cards();
    await busy.decide(card?.id ?? '', 'confirm', undefined, second);
    expect(plans.executed).toEqual(['add a']);
    expect((await plans.ledger()).at(-1)).toBe('drop error');
  });

  it('is confirmed to its end by nobody who changed it', async () => {
    const { harness } = plans.crash;
    const [rest, own] = [
      [
        { tool: 'look', id: 'x' },
        { tool: 'drop', id: '$1.made' },
        { tool: 'drop', id: '$1.made' },
      ],
      [
        { tool: 'look', id: 'x' },
        { tool: 'drop', id: '$1.made' },
      ],
    ];
    for (const steps of [rest, own]) {
      const [card] = await plans.propose(...steps);
      const changed = steps.map((step) => (step.tool === 'look' ? { ...step, id: 'y' } : step));
      const context = { ...harness.deps, caller: second, signal: new AbortController().signal };
      await editApproval(context, card?.id ?? '', { ...stepsOf(changed) });
      await plans.confirm(harness.admin);
      expect(plans.executed).toEqual(['look y']);
      await expect(plans.confirm(second)).rejects.toMatchObject({ code: 'forbidden' });
      await plans.confirm(harness.admin);
      expect(plans.executed).toEqual(['look y', ...steps.slice(1).map(() => 'drop look of y')]);
      plans.crash.executed = [];
    }
  });
});
