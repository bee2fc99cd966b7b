/** What a rule is told to have changed is what really happened: whether there was a card, whom it asked, and what was taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { driveRun } from '@/lib/runs/drive';
import { beginTakingBack, findToTakeBack } from '@/lib/runs/orders/take-back';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { listRecord } from '@/lib/store/conversation/record';
import { replay } from './replay';
import type { TriedRule } from './replay-view';

const TOOL = 'customer_delete';

describe.each(testDatabases)('the facts of a trial on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let member: Caller;
  let server: string;

  const rule = (effect: TriedRule['effect']): TriedRule => ({
    server,
    tool: TOOL,
    effect,
    locked: false,
    critical: false,
    openForHours: null,
  });
  const recorded = () => {
    const all = { server: null, tool: null, before: null, most: 100, inputLength: null };
    return listRecord(opened.db, { ...all, teamId: member.teamId, days: 90 });
  };

  /** @returns how many cards there were */
  async function deleted(chatId: string): Promise<number> {
    const { id } = await harness.office.addCustomer();
    harness.steps({ calls: [{ tool: TOOL, input: { customerId: id } }] }, { text: 'Done.' });
    await harness.say(chatId, 'Delete it', member);
    const cards = await harness.cards(chatId, 'pending', member);
    for (const card of cards) await harness.decide(card.id, 'confirm', undefined, member);
    return cards.length;
  }

  /** One that asked, one that ran by a rule, and one that took the second back. */
  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    member = await harness.person('member');
    expect(await deleted(await harness.chat(member))).toBe(1);
    const [row] = await recorded();
    server = row?.server ?? '';
    await harness.rule(TOOL, { server, effect: 'allow' });
    const chatId = await harness.chat(member);
    expect(await deleted(chatId)).toBe(0);
    const [ran] = await recorded();
    const found = await findToTakeBack(opened.db, member, ran?.id ?? '');
    const of = { db: opened.db, caller: member, connections: harness.connectionsFor(member) };
    const claimed = await beginTakingBack(of, found, { text: 'Take it back', all: false });
    await driveRun(harness.deps, member, claimed).done;
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  it('the record has two calls of the tool, one of them with a card, and one of another tool that took it back', async () => {
    expect(await recorded()).toMatchObject([
      { tool: 'change_take_back', takesBack: [{ server, tool: TOOL }] },
      { tool: TOOL, rule: null, requirement: null, dispatched: true },
      { tool: TOOL, rule: 'destructive', requirement: 'ask', decided: 'confirmed' },
    ]);
  });

  it('what ran unasked is one, what asked is the other, whatever the rules of today say of them', async () => {
    const none = { more: 0, less: 0, stricter: 0, softer: 0, refused: 0, freed: 0, unjudged: 0 };
    const of = { ...none, calls: 2, takeBacks: 1 };
    expect(await replay(opened.db, harness.admin, rule('ask_admin'))).toMatchObject({
      ...of,
      more: 1,
      stricter: 1,
    });
    await harness.rule(TOOL, { server, effect: 'ask_admin' });
    expect(await replay(opened.db, harness.admin, rule(null))).toMatchObject({ ...of, more: 1 });
    expect(await replay(opened.db, harness.admin, rule('allow'))).toMatchObject({ ...of, less: 1 });
  });

  it('a call of another tool is none of the rule’s, and neither is what took back something else', async () => {
    const other = await replay(opened.db, harness.admin, { ...rule('deny'), tool: 'order_cancel' });
    expect(other).toMatchObject({ calls: 0, takeBacks: 0, refused: 0 });
    const own = await replay(opened.db, harness.admin, { ...rule('deny'), tool: 'change_take_back' });
    expect(own).toMatchObject({ calls: 1, takeBacks: 0 });
    const whole = await replay(opened.db, harness.admin, { ...rule('deny'), tool: null });
    expect(whole).toMatchObject({ calls: 3, takeBacks: 0 });
  });
});
