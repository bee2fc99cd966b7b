/** A plan: proposed, judged step by step, confirmed once on one card, and carried out through the same gate and ledger as every call. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { CrashHarness } from './testing/crash-harness';

const { calls, chats } = schema;

interface Said {
  tool: string;
  /** Of the arguments. */
  id: unknown;
  server?: string;
  step?: number;
}

/** A call of `propose_plan` with these steps. */
function plan(...steps: Said[]) {
  const input = {
    steps: steps.map(({ tool, id, server = 's', step }, at) => {
      return { step: step ?? at + 1, server, tool, arguments: { id }, why: `It does ${tool}.` };
    }),
  };
  return { tool: 'propose_plan', input };
}

describe.each(testDatabases)('a plan on $name', ({ open }) => {
  let opened: OpenDatabase;
  let crash: CrashHarness;
  let chatId: string;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    crash = await CrashHarness.open({ ...opened, close: async () => {} });
    chatId = await crash.harness.chat();
    crash.answer = (tool, id) => ({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: { made: `${tool} of ${id}` },
    });
    await crash.harness.deps.connectionsFor(crash.harness.admin).list({ waitFor: ['s'] });
  });
  afterEach(() => crash.close());

  async function propose(...steps: Said[]) {
    crash.harness.steps({ text: 'I would:', calls: [plan(...steps)] }, { text: 'So it is.' });
    await crash.harness.say(chatId, 'Make a plan, please');
    return crash.harness.cards(chatId, 'pending');
  }
  const confirm = async () => {
    const [card] = await crash.harness.cards(chatId, 'pending');
    await crash.harness.decide(card?.id ?? '', 'confirm');
  };
  const rows = () => opened.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(asc(calls.seq));
  const ledger = async () => (await rows()).map(({ tool, status }) => `${tool} ${status}`);
  const notices = async () => {
    const parts = (await crash.harness.messages(chatId)).flatMap((message) => message.parts);
    return parts.flatMap((part) => (part.type === 'data-notice' ? [part.data.text] : []));
  };

  it('is one card, and each of its steps runs once it is confirmed, in order, without asking again', async () => {
    const cards = await propose(
      { tool: 'add', id: 'a' },
      { tool: 'drop', id: 'b' },
      { tool: 'put', id: '$1.made' },
    );
    expect(cards).toMatchObject([
      { server: 'Amber', tool: 'propose_plan', risk: 'destructive', requirement: 'ask', grantable: false },
    ]);
    expect(cards[0]?.preview?.plan?.steps).toMatchObject([
      { step: 1, name: 'add', risk: 'write', from: [], asksAgain: null, why: 'It does add.' },
      { step: 2, name: 'drop', risk: 'destructive', arguments: { id: 'b' } },
      { step: 3, name: 'put', arguments: { id: '$1.made' }, from: [1], asksAgain: null },
    ]);
    expect(crash.executed).toEqual([]);
    await confirm();
    expect(crash.executed).toEqual(['add a', 'drop b', 'put add of a']);
    expect(await ledger()).toEqual(['propose_plan success', 'add success', 'drop success', 'put success']);
    const made = await rows();
    expect(made.slice(1).map(({ decidedBy }) => decidedBy)).toEqual(
      Array(3).fill(crash.harness.admin.userId),
    );
    expect(await crash.harness.cards(chatId, 'pending')).toEqual([]);
    expect(await crash.harness.runs(chatId)).toEqual(['done']);
    expect(await notices()).toEqual([]);
  });

  it('in plan mode is how something is changed, and the mode stays as it is', async () => {
    await opened.db.update(chats).set({ mode: 'plan' }).where(eq(chats.id, chatId));
    expect(await propose({ tool: 'look', id: 'x' }, { tool: 'drop', id: 'b' })).toHaveLength(1);
    const [asked] = crash.harness.prompts;
    const offered = asked?.tools?.map(({ name }) => name) ?? [];
    expect(offered).toContain('propose_plan');
    expect(offered).toContain('s__look');
    expect(offered).not.toContain('s__drop');
    expect(JSON.stringify(asked?.prompt)).toContain(String.raw`tool \"drop`);
    await confirm();
    expect(crash.executed).toEqual(['look x', 'drop b']);
    const last = crash.harness.prompts.at(-1);
    expect(last?.tools?.map(({ name }) => name)).not.toContain('s__drop');
    const [chat] = await opened.db.select({ mode: chats.mode }).from(chats).where(eq(chats.id, chatId));
    expect(chat).toEqual({ mode: 'plan' });
    // The same call without a plan is still refused there.
    crash.harness.steps({ calls: [{ tool: 's__drop', input: { id: 'c' } }] });
    await crash.harness.say(chatId, 'Drop c');
    expect(crash.executed).toHaveLength(2);
  });

  it('stops at the first failure, and says what was and was not done', async () => {
    crash.answer = (tool) =>
      tool === 'drop' ? { content: [{ type: 'text', text: 'No.' }], isError: true } : undefined;
    await propose({ tool: 'add', id: 'a' }, { tool: 'drop', id: 'b' }, { tool: 'put', id: 'c' });
    await confirm();
    expect(crash.executed).toEqual(['add a', 'drop b']);
    const words = 'The plan stopped. Step 1 done; Step 2 did not succeed; Step 3 not begun.';
    expect(await notices()).toEqual([words]);
    expect(JSON.stringify(crash.harness.prompts.at(-1)?.prompt)).toContain(words);
  });

  it('is nothing but a card when it is cancelled', async () => {
    const [card] = await propose({ tool: 'add', id: 'a' });
    await crash.harness.decide(card?.id ?? '', 'cancel');
    expect(crash.executed).toEqual([]);
    expect(await ledger()).toEqual(['propose_plan denied']);
  });
});
