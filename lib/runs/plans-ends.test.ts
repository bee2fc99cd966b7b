/** A plan that ends in the middle: what has run stays, nothing after it begins, and the answer says which is which. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { expireCards } from '@/lib/housekeeping/expire-cards';
import { restCallId, restOfCallId } from '@/lib/plans/plan';
import { driveRun } from './drive';
import { stopRun } from './stop';
import { gate } from './testing/crash-harness';
import { Plans, stepsOf } from './testing/plans';

const { approvals, runs } = schema;

const FOUR = [
  { tool: 'add', id: 'a' },
  { tool: 'put', id: 'b' },
  { tool: 'drop', id: '$1.made' },
  { tool: 'put', id: 'd' },
];

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

  const stop = () => stopRun(opened.db, plans.caller, plans.chatId);
  const statuses = async () => {
    const rows = await opened.db.select().from(approvals).where(eq(approvals.chatId, plans.chatId));
    return rows.filter(({ kind }) => kind === 'ask').map(({ tool, status }) => `${tool} ${status}`);
  };

  it('is stopped while a step is under way: of that nobody knows, what came before stays, nothing after it begins', async () => {
    const [sent, let_] = [gate(), gate()];
    const { answer } = plans.crash;
    plans.crash.answer = async (tool, id, response, nth) => {
      if (tool === 'put') {
        sent.open();
        await let_.opened;
      }
      return answer(tool, id, response, nth);
    };
    await plans.propose(...FOUR);
    const confirmed = plans.confirm();
    await sent.opened;
    expect(await stop()).toEqual({ stopped: true });
    let_.open();
    await confirmed;
    expect(plans.executed).toEqual(['add a', 'put b']);
    expect(await plans.ledger()).toEqual(['propose_plan success', 'add success', 'put unknown']);
    expect(await plans.notices()).toContain(
      'The plan stopped. Step 1 done; Step 2 has an outcome that nobody knows; Steps 3, 4 not begun.',
    );
    expect(await plans.crash.harness.runs(plans.chatId)).toEqual(['stopped']);
    // Whatever is decided about that step afterwards, by a person or by another process: the plan is over.
    const [, , unknown] = await plans.rows();
    await plans.crash.harness.resolve(unknown?.id ?? '', 'happened', plans.caller);
    await plans.crash.harness.recover();
    expect(plans.executed).toEqual(['add a', 'put b']);
    expect(await plans.cards()).toEqual([]);
  });

  it('goes no further where the card of a step expires', async () => {
    await plans.propose(...FOUR);
    await plans.confirm();
    const [card] = await plans.cards();
    expect(card).toMatchObject({ tool: 'drop', input: { id: 'add of a' } });
    await opened.db
      .update(approvals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(and(eq(approvals.id, card?.id ?? '')));
    await expect(
      plans.crash.harness.decide(card?.id ?? '', 'confirm', undefined, plans.caller),
    ).rejects.toMatchObject({ code: 'conflict' });
    await expireCards(plans.crash.harness.deps);
    await expect.poll(() => plans.crash.harness.runs(plans.chatId)).toEqual(['done']);
    expect(plans.executed).toEqual(['add a', 'put b']);
    expect(await plans.ledger()).toEqual([
      ...['propose_plan success', 'add success', 'put success'],
      'drop expired',
    ]);
    expect(await statuses()).toEqual(['propose_plan confirmed', 'drop expired']);
    const words = 'The plan stopped. Steps 1, 2 done; Step 3 did not succeed; Step 4 not begun.';
    expect(await plans.notices()).toEqual([words]);
    expect(JSON.stringify(plans.crash.harness.prompts.at(-1)?.prompt)).toContain(words);
  });

  it('that expires as a whole has run nothing, and is no plan any more', async () => {
    const [card] = await plans.propose(...FOUR);
    await opened.db
      .update(approvals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(approvals.id, card?.id ?? ''));
    await expireCards(plans.crash.harness.deps);
    await expect.poll(() => plans.crash.harness.runs(plans.chatId)).toEqual(['done']);
    expect(plans.executed).toEqual([]);
    expect(await plans.ledger()).toEqual(['propose_plan expired']);
    expect(await plans.notices()).toEqual([]);
  });

  it('is over where a new message comes while a step asks, and the chat says how far it was', async () => {
    const { harness } = plans.crash;
    await plans.propose(...FOUR);
    await plans.confirm();
    const [card] = await plans.cards();
    harness.steps({ text: 'Well.' });
    const begun = await harness.begin(plans.chatId, { id: 'other', text: 'Rather not' }, plans.caller);
    await driveRun(harness.deps, plans.caller, begun).done;
    expect(plans.executed).toEqual(['add a', 'put b']);
    await expect(harness.decide(card?.id ?? '', 'confirm', undefined, plans.caller)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await plans.ledger()).toEqual([
      ...['propose_plan success', 'add success', 'put success'],
      'drop superseded',
    ]);
    expect(await statuses()).toEqual(['propose_plan confirmed', 'drop superseded']);
    expect(await plans.notices()).toEqual([
      'The plan stopped. Steps 1, 2 done; Step 3 did not succeed; Step 4 not begun.',
    ]);
  });

  it('says how far it was where the answer takes no more steps', async () => {
    const { harness } = plans.crash;
    const calls = ['p', 'q'].map((id) => ({
      tool: 'propose_plan',
      input: stepsOf(Array.from({ length: 13 }, (_, nth) => ({ tool: 'add', id: `${id}${nth}` }))),
    }));
    harness.steps({ calls }, { text: 'So it is.' });
    await harness.say(plans.chatId, 'Make a plan of each, please', plans.caller);
    await plans.confirm();
    await plans.confirm();
    expect(plans.executed).toHaveLength(24);
    expect(await plans.notices()).toEqual([
      'The plan stopped. Steps 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 done; Steps 12, 13 not begun.',
    ]);
  });

  describe('while what is left of it waits on one more card', () => {
    beforeEach(async () => {
      await plans.propose(
        { tool: 'look', id: 'x' },
        { tool: 'add', id: 'y' },
        { tool: 'drop', id: '$1.made' },
        { tool: 'drop', id: '$2.made' },
      );
      await plans.confirm();
    });
    const WORDS = 'The plan stopped. Steps 1, 2 done; Step 3 did not succeed; Step 4 not begun.';

    it('is withdrawn by a new message', async () => {
      const [rest] = await plans.cards();
      plans.crash.harness.steps({ text: 'Something else, then.' });
      await plans.crash.harness.say(plans.chatId, 'Never mind', plans.caller);
      await expect(
        plans.crash.harness.decide(rest?.id ?? '', 'confirm', undefined, plans.caller),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(plans.executed).toEqual(['look x', 'add y']);
      expect(await plans.notices()).toEqual([WORDS]);
    });

    it('gives nothing to a proposal to which a model gives that card’s id', async () => {
      const [plan] = await plans.rows();
      const { harness } = plans.crash;
      const [rest] = await plans.cards();
      const steps = stepsOf([{ tool: 'drop', id: 'anything' }]);
      for (const step of [3, 4]) {
        harness.callIds = [restCallId(plan?.id ?? '', step)];
        harness.steps({ calls: [{ tool: 'propose_plan', input: steps }] }, { text: 'So it is.' });
        if (step === 3) await harness.decide(rest?.id ?? '', 'cancel', undefined, plans.caller);
        else await harness.say(plans.chatId, 'Make a plan, please', plans.caller);
        const cards = await plans.cards();
        expect(cards.map(({ toolCallId }) => restOfCallId(toolCallId))).toEqual([undefined]);
      }
      expect(plans.executed).toEqual(['look x', 'add y']);
    });

    it('is the same card, and asks once, when the process died before anybody decided', async () => {
      const [row] = await opened.db.select().from(runs).where(eq(runs.chatId, plans.chatId));
      const [rest] = await plans.cards();
      await plans.crash.kill(row?.id ?? '');
      await plans.crash.harness.recover();
      expect((await plans.cards()).map(({ id }) => id)).toEqual([rest?.id]);
      await plans.confirm();
      expect(plans.executed.slice(2)).toEqual(['drop look of x', 'drop add of y']);
    });
  });
});
