/**
 * A plan: proposed, judged step by step, confirmed once on one card, and carried out through the same gate and ledger
 * as every call.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { Plans, type Said, stepsOf } from './testing/plans';

const { chats } = schema;

describe.each(testDatabases)('a plan on $name', ({ open }) => {
  let opened: OpenDatabase;
  let plans: Plans;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    plans = await Plans.open(opened);
  });
  afterEach(() => plans.crash.close());

  it('is one card, and each of its steps runs once it is confirmed, in order, without asking again', async () => {
    const cards = await plans.propose(
      { tool: 'add', id: 'a' },
      { tool: 'drop', id: 'b' },
      { tool: 'put', id: '$1.made' },
      { tool: 's__look', id: '$$1.made' },
    );
    expect(cards).toMatchObject([
      { server: 'Amber', tool: 'propose_plan', risk: 'destructive', requirement: 'ask', grantable: false },
    ]);
    expect(cards[0]?.preview?.plan?.steps).toMatchObject([
      { step: 1, name: 'add', risk: 'write', from: [], asksAgain: null, why: 'It does add.' },
      { step: 2, name: 'drop', risk: 'destructive', arguments: { id: 'b' } },
      { step: 3, name: 'put', arguments: { id: '$1.made' }, from: [1], asksAgain: null },
      { step: 4, name: 'look', from: [] },
    ]);
    expect(plans.executed).toEqual([]);
    await plans.confirm();
    expect(plans.executed).toEqual(['add a', 'drop b', 'put add of a', 'look $1.made']);
    const done = ['propose_plan', 'add', 'drop', 'put', 'look'].map((tool) => `${tool} success`);
    expect(await plans.ledger()).toEqual(done);
    const { userId } = plans.caller;
    const decided = (await plans.rows()).map(({ decidedBy }) => decidedBy);
    expect(decided).toEqual([userId, userId, userId, userId, null]);
    const rules = (await plans.rows()).map(({ rule }) => rule);
    expect(rules).toEqual([null, 'planned', 'planned', 'planned', 'reads']);
    expect(await plans.cards()).toEqual([]);
    expect(await plans.crash.harness.runs(plans.chatId)).toEqual(['done']);
    expect(await plans.notices()).toEqual([]);
  });

  it('in plan mode is how something is changed, and the mode stays as it is', async () => {
    const { harness } = plans.crash;
    const ofChat = eq(chats.id, plans.chatId);
    await opened.db.update(chats).set({ mode: 'plan' }).where(ofChat);
    expect(await plans.propose({ tool: 'look', id: 'x' }, { tool: 'drop', id: 'b' })).toHaveLength(1);
    const [asked] = harness.prompts;
    const offered = asked?.tools?.map(({ name }) => name) ?? [];
    expect(offered).toEqual(expect.arrayContaining(['propose_plan', 's__look']));
    expect(offered).not.toContain('s__drop');
    expect(JSON.stringify(asked?.prompt)).toContain(String.raw`tool \"drop`);
    await plans.confirm();
    expect(plans.executed).toEqual(['look x', 'drop b']);
    const last = harness.prompts.at(-1);
    expect(last?.tools?.map(({ name }) => name)).not.toContain('s__drop');
    const [chat] = await opened.db.select({ mode: chats.mode }).from(chats).where(ofChat);
    expect(chat).toEqual({ mode: 'plan' });
    // The same call outside a plan is still refused there.
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'c' } }] });
    await harness.say(plans.chatId, 'Drop c');
    expect(plans.executed).toHaveLength(2);
  });

  it('is no permission for a call that is none of its steps, in the same answer, the next or another chat', async () => {
    const { harness } = plans.crash;
    await plans.propose({ tool: 'drop', id: 'b' });
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'b' } }] });
    await plans.confirm();
    expect(plans.executed).toEqual(['drop b']);
    expect(await plans.cards()).toMatchObject([{ tool: 'drop', input: { id: 'b' } }]);
    const other = await harness.chat();
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'b' } }] });
    await harness.say(other, 'Drop b');
    expect(await harness.cards(other, 'pending')).toMatchObject([{ tool: 'drop' }]);
    expect(plans.executed).toEqual(['drop b']);
  });

  it('stops at the first failure, and says what was and was not done', async () => {
    plans.crash.answer = (tool) => {
      return tool === 'drop' ? { content: [{ type: 'text', text: 'No.' }], isError: true } : undefined;
    };
    await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' }, { tool: 'put', id: 'c' });
    await plans.confirm();
    expect(plans.executed).toEqual(['add a', 'drop b']);
    const words = 'The plan stopped. Step 1 done; Step 2 did not succeed; Step 3 not begun.';
    expect(await plans.notices()).toEqual([words]);
    expect(JSON.stringify(plans.crash.harness.prompts.at(-1)?.prompt)).toContain(words);
  });

  it('stops where an earlier result has nothing at the path that a step names, and that is written down', async () => {
    await plans.propose(
      { tool: 'add', id: 'a' },
      { tool: 'put', id: '$1.nothing' },
      { tool: 'put', id: 'c' },
    );
    await plans.confirm();
    expect(plans.executed).toEqual(['add a']);
    expect(await plans.ledger()).toEqual(['propose_plan success', 'add success', 'put error']);
    expect(await plans.notices()).toEqual([
      'The plan stopped. Step 1 done; Step 2 did not succeed; Step 3 not begun.',
    ]);
  });

  it('stops where nobody knows, and does not go on when somebody has that step run again', async () => {
    plans.crash.answer = (tool, _id, response, nth) =>
      void (tool === 'drop' && nth === 1 && response.destroy());
    await plans.propose({ tool: 'drop', id: 'b' }, { tool: 'put', id: 'c' });
    await plans.confirm();
    expect(await plans.ledger()).toEqual(['propose_plan success', 'drop unknown']);
    expect(await plans.notices()).toEqual([
      'The plan stopped. Nothing of it was done; Step 1 has an outcome that nobody knows; Step 2 not begun.',
    ]);
    const [, unknown] = await plans.rows();
    await plans.crash.harness.resolve(unknown?.id ?? '', 'rerun');
    expect(plans.executed).toEqual(['drop b', 'drop b']);
  });

  it('is nothing but a card when it is cancelled', async () => {
    const [card] = await plans.propose({ tool: 'add', id: 'a' });
    await plans.crash.harness.decide(card?.id ?? '', 'cancel');
    expect(plans.executed).toEqual([]);
    expect(await plans.ledger()).toEqual(['propose_plan denied']);
  });

  it.each<[string, Said[], string]>([
    ['a tool that is not there', [{ tool: 'nope', id: 'a' }], 'there is no tool'],
    ['another server', [{ tool: 'add', id: 'a', server: 'other' }], 'there is no tool'],
    ['arguments that do not fit', [{ tool: 'add', id: 7 }], 'do not fit'],
    [
      'a later result',
      [
        { tool: 'add', id: '$2.made' },
        { tool: 'put', id: 'b' },
      ],
      'names a result of step 2',
    ],
    ['its own result', [{ tool: 'add', id: '$1.made' }], 'names a result of step 1'],
    [
      'numbers out of order',
      [
        { tool: 'add', id: 'a', step: 2 },
        { tool: 'put', id: 'b', step: 1 },
      ],
      'its number must be greater than 2',
    ],
    ['itself', [{ tool: 'propose_plan', id: 'a', server: 'Amber' }], 'there is no tool'],
  ])('with %s asks nobody and runs nothing, and the model reads why', async (_what, steps, why) => {
    expect(await plans.propose(...steps)).toEqual([]);
    expect(plans.executed).toEqual([]);
    const [row] = await plans.rows();
    expect(row).toMatchObject({ tool: 'propose_plan', status: 'error' });
    expect(row?.error).toContain(why);
  });

  it('can lose steps and get other arguments before it is confirmed; what hangs on a lost step must go too', async () => {
    const { harness } = plans.crash;
    const said: Said[] = [
      { tool: 'add', id: 'a' },
      { tool: 'drop', id: 'b' },
      { tool: 'put', id: '$1.made' },
    ];
    const [card] = await plans.propose(...said);
    const context = { ...harness.deps, caller: plans.caller, signal: new AbortController().signal };
    const { steps } = stepsOf(said);
    const edit = (kept: typeof steps, id = card?.id ?? '') => editApproval(context, id, { steps: kept });
    await expect(edit(steps.slice(1))).rejects.toThrow(
      'names a result of step 1, which the plan does not have',
    );
    const other = { ...steps[0], arguments: { id: 'other' } } as (typeof steps)[number];
    const { approvalId } = await edit([other, steps[2] as (typeof steps)[number]]);
    expect(await plans.cards()).toMatchObject([
      { id: approvalId, risk: 'write', changed: expect.anything() },
    ]);
    await plans.confirm();
    expect(plans.executed).toEqual(['add other', 'put add of other']);
  });
});
