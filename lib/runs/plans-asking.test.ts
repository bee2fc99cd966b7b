/**
 * What a plan asks, whom, and when: like its strictest step, and again if a step differs from what the plan has shown.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { stepCallId } from '@/lib/plans/plan';
import { Plans, stepsOf } from './testing/plans';

const { chats, members } = schema;

describe.each(oneDatabase)('a plan on $name', ({ open }) => {
  let opened: OpenDatabase;
  let plans: Plans;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    plans = await Plans.open(opened, 'member');
  });
  afterEach(() => plans.crash.close());

  const admin = () => plans.crash.harness.admin;

  it('that is not what it was any more becomes a new card, and nothing runs', async () => {
    const [card] = await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' });
    plans.crash.declared = { drop: { description: 'Drops all.' } };
    await expect(plans.confirm()).rejects.toMatchObject({ code: 'changed' });
    expect(plans.executed).toEqual([]);
    const [fresh] = await plans.cards();
    expect(fresh?.id).not.toBe(card?.id);
    await plans.confirm();
    expect(plans.executed).toEqual(['add a', 'drop b']);
  });

  it('asks again about a step whose tool has changed since, and goes on when that is confirmed', async () => {
    await plans.propose({ tool: 'add', id: 'a' }, { tool: 'put', id: 'b' }, { tool: 'add', id: 'c' });
    const { answer } = plans.crash;
    plans.crash.answer = (...asked) => {
      plans.crash.declared = { put: { annotations: { destructiveHint: true, openWorldHint: false } } };
      return answer(...asked);
    };
    const listing = plans.crash.harness.deps.connectionsFor(plans.caller);
    plans.crash.answer = async (...asked) => {
      plans.crash.declared = { put: { annotations: { destructiveHint: true, openWorldHint: false } } };
      await listing.list({ fresh: 's' });
      return answer(...asked);
    };
    await plans.confirm();
    expect(plans.executed).toEqual(['add a']);
    const [asked] = await plans.cards();
    expect(asked).toMatchObject({ tool: 'put', input: { id: 'b' } });
    expect(asked?.reason).toContain('not the one that the plan showed');
    await plans.confirm();
    expect(plans.executed).toEqual(['add a', 'put b', 'add c']);
  });

  it.each(['default', 'plan'] as const)(
    'in mode %s asks again about what came from outside, with the value',
    async (mode) => {
      await opened.db.update(chats).set({ mode }).where(eq(chats.id, plans.chatId));
      const [card] = await plans.propose(
        { tool: 'browse', id: 'x' },
        { tool: 'put', id: '$1.made' },
        { tool: 'put', id: 'z' },
      );
      expect(card?.preview?.plan?.steps).toMatchObject([{}, { asksAgain: 'outside' }, { asksAgain: null }]);
      await plans.confirm();
      expect(plans.executed).toEqual(['browse x']);
      expect(await plans.cards()).toMatchObject([{ tool: 'put', input: { id: 'browse of x' } }]);
      await plans.confirm();
      expect(plans.executed).toEqual(['browse x', 'put browse of x', 'put z']);
    },
  );

  it('asks again about what it destroys by an earlier result; cancelled, the plan is over', async () => {
    const [card] = await plans.propose(
      { tool: 'add', id: 'a' },
      { tool: 'drop', id: '$1.made' },
      { tool: 'put', id: 'z' },
    );
    expect(card?.preview?.plan?.steps).toMatchObject([{}, { asksAgain: 'destroys' }, {}]);
    await plans.confirm();
    const [asked] = await plans.cards();
    expect(asked).toMatchObject({ tool: 'drop', input: { id: 'add of a' } });
    await plans.crash.harness.decide(asked?.id ?? '', 'cancel', undefined, plans.caller);
    expect(plans.executed).toEqual(['add a']);
    expect(await plans.ledger()).toEqual(['propose_plan success', 'add success', 'drop denied']);
    expect(await plans.notices()).toEqual([
      'The plan stopped. Step 1 done; Step 2 did not succeed; Step 3 not begun.',
    ]);
  });

  describe('of which several steps ask again', () => {
    const late = () =>
      plans.propose(
        { tool: 'look', id: 'x' },
        { tool: 'look', id: 'y' },
        { tool: 'drop', id: '$1.made' },
        { tool: 'put', id: 'z' },
        { tool: 'drop', id: '$2.made' },
      );

    it('puts all that is left on one more card, with what is known by now, and is confirmed once', async () => {
      await late();
      await plans.confirm();
      expect(plans.executed).toEqual(['look x', 'look y']);
      const cards = await plans.cards();
      expect(cards).toMatchObject([{ tool: 'propose_plan' }]);
      expect(cards[0]?.preview?.plan?.steps).toMatchObject([
        { step: 3, name: 'drop', arguments: { id: 'look of x' }, asksAgain: null },
        { step: 4, name: 'put', arguments: { id: 'z' }, asksAgain: null },
        { step: 5, name: 'drop', arguments: { id: 'look of y' }, asksAgain: null },
      ]);
      await plans.confirm();
      expect(plans.executed.slice(2)).toEqual(['drop look of x', 'put z', 'drop look of y']);
      expect(await plans.cards()).toEqual([]);
      expect(await plans.notices()).toEqual([]);
    });

    it('is over when that card is cancelled, or a step of it fails', async () => {
      await late();
      await plans.confirm();
      const [rest] = await plans.cards();
      await plans.crash.harness.decide(rest?.id ?? '', 'cancel', undefined, plans.caller);
      expect(plans.executed).toEqual(['look x', 'look y']);
      expect(await plans.notices()).toEqual([
        'The plan stopped. Steps 1, 2 done; Step 3 did not succeed; Steps 4, 5 not begun.',
      ]);
      await late();
      await plans.confirm();
      const { answer } = plans.crash;
      plans.crash.answer = (tool, ...asked) =>
        tool === 'put' ? { content: [], isError: true } : answer(tool, ...asked);
      await plans.confirm();
      expect(plans.executed.slice(4)).toEqual(['drop look of x', 'put z']);
      expect((await plans.notices()).at(-1)).toBe(
        'The plan stopped. Step 3 done; Step 4 did not succeed; Step 5 not begun.',
      );
    });

    it('sends what a server has answered as it stands, also where it reads like a reference', async () => {
      const { answer } = plans.crash;
      plans.crash.answer = (tool, id, ...more) =>
        tool === 'look'
          ? { content: [], structuredContent: { made: id === 'x' ? '$4.made' : '$$y' } }
          : answer(tool, id, ...more);
      await late();
      await plans.confirm();
      await plans.confirm();
      expect(plans.executed.slice(2)).toEqual(['drop $4.made', 'put z', 'drop $$y']);
    });

    it('shows on that card what a tool has become since', async () => {
      await late();
      await plans.confirm();
      plans.crash.declared = { put: { annotations: { destructiveHint: true, openWorldHint: false } } };
      await expect(plans.confirm()).rejects.toMatchObject({ code: 'changed' });
      expect((await plans.cards())[0]?.preview?.plan?.steps[1]).toMatchObject({ risk: 'destructive' });
      await plans.confirm();
      expect(plans.executed.slice(2)).toEqual(['drop look of x', 'put z', 'drop look of y']);
    });
  });

  it('asks as its strictest step would: another admin, and with a password', async () => {
    await plans.crash.harness.rule('drop', { effect: 'ask_admin' });
    const [card] = await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' });
    expect(card).toMatchObject({ requirement: 'ask_admin', critical: false });
    await expect(plans.confirm()).rejects.toMatchObject({ code: 'forbidden' });
    await plans.confirm(admin());
    expect(plans.executed).toEqual(['add a', 'drop b']);
    await plans.crash.harness.rule('drop', { critical: true });
    expect(await plans.propose({ tool: 'drop', id: 'c' })).toMatchObject([{ critical: true }]);
    await expect(plans.confirm(admin())).rejects.toMatchObject({ code: 'forbidden' });
    expect(plans.executed).toHaveLength(2);
  });

  it('confirmed for less than a step asks for by now, that step asks; denied by now, it does not run', async () => {
    const { harness } = plans.crash;
    const { answer } = plans.crash;
    plans.crash.answer = async (...asked) => {
      await harness.rule('drop', { effect: 'ask_admin' });
      await harness.rule('put', { effect: 'deny' });
      return answer(...asked);
    };
    await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' }, { tool: 'put', id: 'c' });
    await plans.confirm();
    expect(plans.executed).toEqual(['add a']);
    expect(await plans.cards()).toMatchObject([{ tool: 'drop', requirement: 'ask_admin' }]);
    await plans.confirm(admin());
    expect(plans.executed).toEqual(['add a', 'drop b']);
    expect(await plans.ledger()).toEqual([
      'propose_plan success',
      'add success',
      'drop success',
      'put denied',
    ]);
    await harness.rule('put', { effect: null });
  });

  it('gives nothing to a call to which a model gives the id of a step, once the plan is over', async () => {
    await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: '$1.made' }, { tool: 'drop', id: 'z' });
    await plans.confirm();
    const [plan] = await plans.rows();
    const { harness } = plans.crash;
    harness.callIds = [stepCallId(plan?.id ?? '', 3)];
    harness.steps({ calls: [{ tool: 's__drop', input: { id: 'z' } }] }, { text: 'So it is.' });
    const [asked] = await plans.cards();
    await harness.decide(asked?.id ?? '', 'cancel', undefined, plans.caller);
    expect(plans.executed).toEqual(['add a']);
    expect(await plans.cards()).toMatchObject([{ tool: 'drop', input: { id: 'z' } }]);
    expect((await plans.cards())[0]?.toolCallId).not.toMatch(/^step_/);
  });

  it('carries out two that were confirmed one after the other', async () => {
    const { harness } = plans.crash;
    const calls = ['a', 'b'].map((id) => ({
      tool: 'propose_plan',
      input: stepsOf([
        { tool: 'add', id },
        { tool: 'drop', id },
      ]),
    }));
    harness.steps({ calls }, { text: 'So it is.' });
    await harness.say(plans.chatId, 'Make a plan of each, please', plans.caller);
    for (let turn = 0; turn < 2 && (await plans.cards()).length > 0; turn++) await plans.confirm();
    expect(plans.executed.toSorted()).toEqual(['add a', 'add b', 'drop a', 'drop b']);
  });

  it('shows those whom a rule asks what a step changes: with the value, where it comes of another', async () => {
    await plans.crash.harness.rule('put', { effect: 'ask_admin' });
    const [card] = await plans.propose({ tool: 'look', id: 'x' }, { tool: 'put', id: '$1.made' });
    expect(card?.preview?.plan?.steps).toMatchObject([{}, { asksAgain: 'unseen' }]);
    await plans.confirm(admin());
    expect(plans.executed).toEqual(['look x']);
    expect(await plans.cards()).toMatchObject([
      { tool: 'put', input: { id: 'look of x' }, requirement: 'ask_admin' },
    ]);
    await plans.crash.harness.rule('put', { effect: null });
  });

  it('hands words from outside on to no step that would not ask about them', async () => {
    const [card] = await plans.propose(
      { tool: 'browse', id: 'x' },
      { tool: 'add', id: '$1.made' },
      { tool: 'put', id: '$2.made' },
      { tool: 'look', id: 'y' },
      { tool: 'put', id: '$4.made' },
    );
    expect(card?.preview?.plan?.steps.map(({ asksAgain }) => asksAgain)).toEqual([
      null,
      'outside',
      'outside',
      null,
      'unseen',
    ]);
  });

  it('is worth no more than the right of whoever confirmed it', async () => {
    await plans.crash.harness.rule('drop', { effect: 'ask_admin' });
    const second = await plans.crash.harness.person('admin');
    const { answer } = plans.crash;
    plans.crash.answer = async (...asked) => {
      await opened.db.delete(members).where(eq(members.userId, second.userId));
      return answer(...asked);
    };
    await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' });
    await plans.confirm(second);
    expect(plans.executed).toEqual(['add a']);
    expect(await plans.cards()).toMatchObject([{ tool: 'drop', requirement: 'ask_admin' }]);
    await plans.crash.harness.rule('drop', { effect: null });
  });

  it('with a step that is denied asks nobody', async () => {
    await plans.crash.harness.rule('drop', { effect: 'deny' });
    expect(await plans.propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' })).toEqual([]);
    expect((await plans.rows())[0]?.error).toContain('Step 2 of the plan cannot be carried out');
  });

  it('is withdrawn by a new message, and decided by nobody else', async () => {
    const [card] = await plans.propose({ tool: 'drop', id: 'b' });
    const other = await plans.crash.harness.person('member');
    await expect(
      plans.crash.harness.decide(card?.id ?? '', 'confirm', undefined, other),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    plans.crash.harness.steps({ text: 'Hello.' });
    await plans.crash.harness.say(plans.chatId, 'Yes, do it', plans.caller);
    await expect(
      plans.crash.harness.decide(card?.id ?? '', 'confirm', undefined, plans.caller),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(plans.executed).toEqual([]);
  });
});
