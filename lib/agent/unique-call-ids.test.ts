/** Whatever ids a model gives its calls, each is a separate call, with one card and one execution. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { createChat } from '@/lib/runs/chats';
import { CrashHarness, call, gate } from '@/lib/runs/testing/crash-harness';

const { calls } = schema;

describe.each(testDatabases)('ids of calls on $name', ({ open }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
  });
  afterAll(() => crash.close());
  beforeEach(() => crash.reset());

  it('runs what the card shows, when two calls of a step have one id', async () => {
    const { harness } = crash;
    crash.answer = (_tool, _id, response) => void response.destroy();
    const chatId = await createChat(crash.opened.db, harness.admin, 'yolo');
    harness.callIds = ['same', 'same'];
    harness.steps({ calls: [call('drop', 'a'), call('drop', 'b')] });
    await harness.say(chatId, 'Drop both');
    const [unknownCall] = await harness.unknownCalls(chatId);
    expect(unknownCall?.input).toEqual({ id: 'a' });
    crash.reset();
    await harness.resolve(unknownCall?.callId ?? '', 'rerun');
    expect(crash.executed[0]).toBe('drop a');
  });

  it('keeps a decision while a call with the same id follows', async () => {
    const { harness } = crash;
    const slow = gate();
    crash.answer = async (tool) => {
      if (tool === 'look') await slow.opened;
    };
    const chatId = await harness.chat();
    harness.callIds = ['same', 'same', 'slow'];
    harness.steps({ calls: [call('drop', 'a'), call('drop', 'b'), call('look', 'x')] });
    const said = harness.say(chatId, 'Drop both and look');
    await vi.waitFor(async () => expect(await harness.cards(chatId, 'pending')).toHaveLength(2));
    for (const card of await harness.cards(chatId, 'pending')) await harness.decide(card.id, 'confirm');
    slow.open();
    await said;
    expect(crash.executed.filter((what) => what !== 'look x').sort()).toEqual(['drop a', 'drop b']);
  });

  it('does not stand still at the same call twice under one id', async () => {
    const { harness } = crash;
    const chatId = await harness.chat();
    harness.callIds = ['same', 'same', 'other'];
    harness.steps({ calls: [call('add', 'a'), call('add', 'a'), call('add', 'c')] });
    await harness.say(chatId, 'Add');
    expect(crash.executed).toEqual(['add a', 'add a', 'add c']);
  });

  it('reads anew, and writes anew, under an id of an earlier step', async () => {
    const { harness } = crash;
    const chatId = await harness.chat();
    harness.callIds = ['call_0', 'call_1', 'call_0', 'call_1'];
    const step = { calls: [call('look', 'x'), call('add', 'a')] };
    harness.steps(step, step);
    await harness.say(chatId, 'Look and add, twice');
    expect(crash.executed).toEqual(['look x', 'add a', 'look x', 'add a']);
  });

  it.each(['a\u0000b', 'x'.repeat(20_000), 'check_1', '', '__proto__', '\ud800'])(
    'takes the id %j as one of a call like any other',
    async (id) => {
      const { harness } = crash;
      const chatId = await harness.chat();
      harness.callIds = [id];
      harness.steps({ calls: [call('add', 'a')] });
      await harness.say(chatId, 'Add');
      expect(await harness.runs(chatId)).toEqual(['done']);
      expect(await crash.ledger(chatId)).toEqual(['add a success']);
      expect(await crash.told(chatId)).toEqual(['output-available']);
    },
  );

  it('hides no call whose id begins as those of checks do', async () => {
    const { chatId } = await crash.crashedIn({
      tool: 's__add',
      id: 'check_1',
      input: { id: 'a' },
      status: 'dispatched',
      logged: false,
    });
    await crash.harness.recover();
    expect(await crash.ledger(chatId)).toEqual(['add a unknown']);
    expect(await crash.harness.unknownCalls(chatId)).toHaveLength(1);
  });

  it('sends nothing of what the ledger does not know any more, whatever was confirmed', async () => {
    const { harness } = crash;
    crash.answer = (_tool, _id, response) => void response.destroy();
    const chatId = await harness.chat();
    harness.steps({ calls: [call('drop', 'a')] });
    await harness.say(chatId, 'Drop');
    harness.steps({ text: 'It is gone.' });
    await crash.opened.db.delete(calls).where(eq(calls.chatId, chatId));
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    expect(crash.executed).toEqual([]);
    expect(await harness.runs(chatId)).toEqual(['done']);
  });
});
