/** A following tab ends up with what a reload would give: the same projection, sent piece by piece. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { type Live, liveOf } from '../follow/live';
import { foldChunks } from '../message-chunks';
import { readChat } from '../read-chats';
import { stopRun } from '../stop';
import { CrashHarness, call, gate } from '../testing/crash-harness';

describe.each(testDatabases)('a stream that is followed on $name', ({ open }) => {
  let crash: CrashHarness;
  /** The model answers once there is a follower. */
  let followers: ReturnType<typeof gate>;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
  });
  afterAll(() => crash.close());
  beforeEach(() => {
    crash.reset();
    followers = gate();
  });

  async function shown(chatId: string): Promise<unknown> {
    const { deps, admin } = crash.harness;
    const parts = (await readChat(deps.db, admin, chatId))?.messages.at(-1)?.parts;
    return JSON.parse(JSON.stringify(parts));
  }

  async function followed({ chunks }: Live): Promise<unknown> {
    const { parts } = await foldChunks({ id: 'of the stream', role: 'assistant', parts: [] }, chunks);
    return JSON.parse(JSON.stringify(parts));
  }

  /** The stream of the chat's run, as soon as it exists: it is followed, whatever begins it. */
  async function streamOf(chatId: string, begin: () => Promise<unknown>): Promise<Live> {
    const begun = begin();
    const live = await vi.waitUntil(() => liveOf(chatId), { interval: 1 });
    followers.open();
    await begun;
    await live.done;
    return live;
  }

  async function asked(...ids: string[]): Promise<{ chatId: string; cards: { id: string }[]; live: Live }> {
    const { harness } = crash;
    const chatId = await harness.chat();
    harness.script = (prompt) => {
      const hold = followers.opened;
      if (prompt.at(-1)?.role !== 'user') return { text: 'So it is.', hold };
      return { text: 'I drop.', calls: [call('look', 'x'), ...ids.map((id) => call('drop', id))], hold };
    };
    const live = await streamOf(chatId, () => harness.say(chatId, 'Drop'));
    followers = gate();
    return { chatId, cards: await harness.cards(chatId, 'pending'), live };
  }

  it('waits with its cards', async () => {
    const { chatId, live } = await asked('a', 'b');
    expect(await followed(live)).toEqual(await shown(chatId));
  });

  it.each(['confirm', 'cancel'] as const)('goes on after a %s', async (decision) => {
    const { chatId, cards } = await asked('a');
    const live = await streamOf(chatId, () => crash.harness.decide(cards[0]?.id ?? '', decision));
    expect(await followed(live)).toEqual(await shown(chatId));
  });

  it('goes on with changed arguments', async () => {
    const { harness } = crash;
    const { chatId, cards } = await asked('a');
    const { db, connectionsFor } = harness.deps;
    const context = { db, connectionsFor, caller: harness.admin, signal: new AbortController().signal };
    const { approvalId } = await editApproval(context, cards[0]?.id ?? '', { id: 'z' });
    const live = await streamOf(chatId, () => harness.decide(approvalId, 'confirm'));
    expect(crash.executed).toContain('drop z');
    expect(await followed(live)).toEqual(await shown(chatId));
  });

  it('is stopped in the middle of a call', async () => {
    const { harness } = crash;
    const held = gate();
    crash.answer = () => held.opened.then(() => ({ content: [{ type: 'text', text: 'Added.' }] }));
    const chatId = await harness.chat();
    harness.steps({ calls: [call('add', 'a')] });
    const live = await streamOf(chatId, async () => {
      const said = harness.say(chatId, 'Add');
      await vi.waitUntil(() => crash.executed.length > 0);
      await stopRun(harness.deps.db, harness.admin, chatId);
      held.open();
      await said;
    });
    expect(await followed(live)).toEqual(await shown(chatId));
  });

  it('goes on where a process died', async () => {
    const { chatId, run } = await crash.crashedIn({
      tool: 's__add',
      id: 'c1',
      input: { id: 'a' },
      status: 'claimed',
    });
    crash.harness.steps({ text: 'Done.', hold: followers.opened });
    const live = await streamOf(chatId, () => crash.harness.recover());
    expect(live.runId).toBe(run.id);
    expect(await followed(live)).toEqual(await shown(chatId));
  });
});
