/** The rest of a plan whose earlier results are too large for one card: each step asks separately. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { oneDatabase } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { Plans } from './testing/plans';

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
  afterEach(() => plans.crash.close());

  const blind = async (said: object) => {
    const { answer } = plans.crash;
    plans.crash.answer = (tool, ...asked) => (tool === 'look' ? said : answer(tool, ...asked));
    const drops = Array.from({ length: 4 }, () => ({ tool: 'drop', id: '$1.made' }));
    await plans.propose({ tool: 'look', id: 'x' }, ...drops);
    await plans.confirm();
  };

  it('is asked about step by step where all of it together is too long', async () => {
    const long = 'm'.repeat(60_000);
    await blind({ content: [], structuredContent: { made: long } });
    expect((await plans.rows()).map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'propose_plan success',
      'look success',
      'drop permission_required',
    ]);
    expect(await plans.cards()).toMatchObject([{ tool: 'drop', input: { id: long } }]);
    const parts = (await plans.crash.harness.messages(plans.chatId)).flatMap((message) => message.parts);
    expect(parts.filter(isCall).map(({ toolName }) => toolName)).toEqual([
      'propose_plan',
      's__look',
      's__drop',
    ]);
  });

  it('is over where a value is nested more deeply than any call takes', async () => {
    const deep = `{"made":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    await blind({ content: [{ type: 'text', text: deep }] });
    expect(await plans.ledger()).toEqual(['propose_plan success', 'look success', 'drop error']);
    expect(plans.executed).toEqual(['look x']);
    expect(await plans.notices()).toEqual([
      'The plan stopped. Step 1 done; Step 2 did not succeed; Steps 3, 4, 5 not begun.',
    ]);
    expect(await plans.crash.harness.runs(plans.chatId)).toEqual(['done']);
  });
});
