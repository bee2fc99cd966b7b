/** Content from outside that enters a plan while it runs, and its use through several steps. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { oneDatabase } from '@/db/testing/databases';
import { Plans, type Said } from './testing/plans';

describe.each(oneDatabase)('a plan whose reader came to reach beyond its server, on $name', ({ open }) => {
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

  /** The first step runs, and meanwhile the reader's declaration changes; its result is used by the third. */
  async function begun(...steps: Said[]) {
    const { answer } = plans.crash;
    const listing = plans.crash.harness.deps.connectionsFor(plans.caller);
    const browses = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };
    plans.crash.answer = async (...asked) => {
      plans.crash.declared = { look: { annotations: browses } };
      await listing.list({ fresh: 's' });
      return answer(...asked);
    };
    const read = { tool: 'look', id: 'x' };
    const card = await plans.propose(
      { tool: 'add', id: 'a' },
      read,
      { tool: 'put', id: '$2.made' },
      ...steps,
    );
    expect(card[0]?.preview?.plan?.steps.some(({ asksAgain }) => asksAgain === 'outside')).toBe(false);
    await plans.confirm();
    for (const [tool, id] of [
      ['look', 'x'],
      ['put', 'look of x'],
    ]) {
      expect(await plans.cards()).toMatchObject([{ tool, input: { id } }]);
      await plans.confirm();
    }
  }

  it('asks step by step about what took over what took over its words', async () => {
    await begun({ tool: 'drop', id: '$3.made' }, { tool: 'drop', id: '$3.made' });
    const [card] = await plans.cards();
    expect(card).toMatchObject({ tool: 'drop', input: { id: 'put of look of x' } });
    expect(card?.reason).toContain('from outside');
    expect(plans.executed).toEqual(['add a', 'look x', 'put look of x']);
  });

  it('asks also where that only reads', async () => {
    await begun({ tool: 'look', id: '$3.made' }, { tool: 'put', id: '$4.made' });
    for (const [tool, id] of [
      ['look', 'put of look of x'],
      ['put', 'look of put of look of x'],
    ]) {
      expect(await plans.cards()).toMatchObject([{ tool, input: { id } }]);
      await plans.confirm();
    }
    expect(plans.executed).toHaveLength(5);
  });
});
