/** The end of a tree of runs: stopped, abandoned, deleted, or killed at any point of it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { decide } from '@/lib/approvals/decide';
import { restoreChat } from '@/lib/chats/bin';
import { expireCards } from '@/lib/housekeeping/expire-cards';
import { recoverRuns } from '@/lib/housekeeping/recover-runs';
import { deleteChat } from '../chats';
import { stopCall, stopOnRequest, stopRun } from '../stop';
import type { Step } from '../testing/run-harness';
import { SubAgentsHarness } from '../testing/sub-agents-harness';

const { approvals, calls, chats, runs } = schema;
let tree: SubAgentsHarness;

/** A tree of three, whose lowest run takes these steps. */
function three(...steps: Step[]): void {
  tree.script({
    person: [{ calls: [tree.delegate('Level one')] }, { text: 'All done.' }],
    'Level one': [{ calls: [tree.delegate('Level two')] }, { text: 'One done.' }],
    'Level two': [...steps, { text: 'Two done.' }],
  });
}

const asking = () => three({ calls: [tree.write('b.txt')] });
const DONE = ['0 done', '1 done', '2 done'];

async function waiting() {
  asking();
  const chatId = await tree.say('Do it');
  return { chatId, card: await tree.card(chatId) };
}

async function assertOver(chatId: string, cardId: string): Promise<void> {
  expect(await tree.cards(chatId)).toEqual([]);
  await expect(tree.harness.decide(cardId, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
  expect(tree.has('b.txt')).toBe(false);
}

describe.each(testDatabases)('a tree of runs on $name', ({ open }) => {
  beforeAll(async () => {
    tree = await SubAgentsHarness.open(await open());
    stopOnRequest();
  });
  afterAll(() => tree.close());
  beforeEach(() => tree.reset({ 'a.txt': 'one\n' }));

  describe('that waits', () => {
    it('is stopped by a new message: none of its cards can be decided any more', async () => {
      const { chatId, card } = await waiting();
      tree.script({ person: [{ text: 'Something else.' }] });
      await tree.harness.say(chatId, 'Never mind');
      expect(await tree.runsOf(chatId)).toEqual(['0 superseded', '0 done', '1 stopped', '2 stopped']);
      await assertOver(chatId, card.id);
      expect(await tree.statesOf(chatId)).toEqual(['delegate_task abort']);
    });

    it('is stopped when its answer is left for another version', async () => {
      const { chatId, card } = await waiting();
      tree.script({ person: [{ text: 'Otherwise.' }] });
      await tree.answerAnew(chatId);
      expect(await tree.runsOf(chatId)).toEqual(['0 superseded', '0 done', '1 stopped', '2 stopped']);
      await assertOver(chatId, card.id);
    });

    it('goes with its chat, and stays stopped when that is taken back', async () => {
      const { chatId, card } = await waiting();
      const { db, admin } = { db: tree.db, admin: tree.harness.admin };
      await deleteChat(db, admin, chatId);
      expect(await tree.runsOf(chatId)).toEqual(['0 stopped', '1 stopped', '2 stopped']);
      expect((await tree.placesOf(chatId)).map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
      await restoreChat(db, admin, chatId);
      expect((await tree.placesOf(chatId)).map(({ deletedAt }) => deletedAt)).toEqual([null, null]);
      await assertOver(chatId, card.id);
    });

    it('and is deleted while its card is decided does what was decided, or nothing; nothing is left', async () => {
      for (let round = 0; round < 8; round++) {
        tree.reset();
        const { chatId, card } = await waiting();
        const deciding = tree.harness.decide(card.id, 'confirm').catch(() => 'too late');
        const deleting = deleteChat(tree.db, tree.harness.admin, chatId);
        const [decided] = await Promise.all([deciding, deleting]);
        await tree.rest();
        const lowest = (await tree.placesOf(chatId)).at(-1)?.id ?? '';
        const [call] = await tree.callsOf(lowest);
        if (decided === 'too late') expect(call?.status).toBe('superseded');
        expect(tree.has('b.txt')).toBe(call?.status === 'success');
        expect(await tree.cards(chatId)).toEqual([]);
        expect((await tree.runsOf(chatId)).filter((run) => /running|waiting/.test(run))).toEqual([]);
      }
    });

    it('goes on when its card expires', async () => {
      const { chatId, card } = await waiting();
      await tree.db
        .update(approvals)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(approvals.id, card.id));
      await expireCards(tree.harness.deps);
      await tree.rest();
      expect(await tree.runsOf(chatId)).toEqual(DONE);
      expect(tree.has('b.txt')).toBe(false);
    });
  });

  describe('that goes on', () => {
    it('is stopped from its head to its lowest run', async () => {
      const hold = Promise.withResolvers<void>();
      three({ hold: hold.promise, calls: [tree.write('b.txt')] });
      const chatId = await tree.begun('Do it', 'yolo', 'Level two');
      const stopping = stopRun(tree.db, tree.harness.admin, chatId);
      await expect.poll(() => tree.requested(chatId), { timeout: 30_000 }).toBe(3);
      hold.resolve();
      expect(await stopping).toEqual({ stopped: true });
      expect(await tree.runsOf(chatId)).toEqual(['0 stopped', '1 stopped', '2 stopped']);
      expect(tree.has('b.txt')).toBe(false);
      expect(await tree.statesOf(chatId)).toEqual(['delegate_task abort']);
    });

    it('is stopped below a call that is stopped alone, and the answer goes on', async () => {
      const hold = Promise.withResolvers<void>();
      three({ hold: hold.promise, calls: [tree.write('b.txt')] });
      const chatId = await tree.begun('Do it', 'yolo', 'Level two');
      const [call] = await tree.callsOf(chatId);
      const stopping = stopCall(tree.db, tree.harness.admin, chatId, call?.toolCallId ?? '');
      expect(await stopping).toEqual({ stopped: true });
      hold.resolve();
      await tree.rest();
      expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 stopped', '2 stopped']);
      expect(tree.readBy('person')).toContain('Do not call it again');
      expect(tree.has('b.txt')).toBe(false);
    });
  });

  /** Dead processes: what they drove is found as it was. */
  describe('whose process was killed', () => {
    async function die(chatId: string, ...depths: number[]): Promise<void> {
      const ids = [chatId, ...(await tree.placesOf(chatId)).map(({ id }) => id)];
      const dead = {
        status: 'running',
        owner: 'dead',
        heartbeatAt: sql`now() - interval '1 minute'`,
      } as const;
      await tree.db
        .update(runs)
        .set(dead)
        .where(and(inArray(runs.chatId, ids), inArray(runs.depth, depths)));
    }

    async function recover(): Promise<void> {
      await tree.harness.recover();
      await tree.rest();
    }

    it.each([[[0]], [[1]], [[0, 1]], [[0, 1, 2]], [[2]], [[0, 2]]])(
      'while the runs at %j were ending their segment waits again, and goes on by the card',
      async (depths) => {
        const { chatId, card } = await waiting();
        await die(chatId, ...depths);
        await recover();
        expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting', '2 waiting']);
        expect((await tree.cards(chatId)).map(({ id }) => id)).toEqual([card.id]);
        await tree.harness.decide(card.id, 'confirm');
        expect(tree.stage.text('b.txt')).toBe('b.txt');
        expect(await tree.runsOf(chatId)).toEqual(DONE);
      },
    );

    it('right after the decision goes on by what was decided, once', async () => {
      const { chatId, card } = await waiting();
      const { deps, admin } = tree.harness;
      const deciding = { ...deps, caller: admin, owner: 'dead', signal: new AbortController().signal };
      const decided = await decide(
        { ...deciding, stepUp: async () => {} },
        { approvalId: card.id, decision: 'confirm' },
      );
      expect(decided.goesOn).toBe(true);
      expect(await tree.runsOf(chatId)).toEqual(['0 running', '1 running', '2 running']);
      await die(chatId, 0, 1, 2);
      await recover();
      expect(tree.stage.text('b.txt')).toBe('b.txt');
      expect(await tree.runsOf(chatId)).toEqual(DONE);
      const lowest = (await tree.placesOf(chatId)).at(-1)?.id ?? '';
      expect((await tree.callsOf(lowest)).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['success', 1],
      ]);
    });

    it.each([0, 1])(
      'after a run had ended, and before the one at %i had read of it, goes on from there',
      async (depth) => {
        const { chatId, card } = await waiting();
        await tree.harness.decide(card.id, 'confirm');
        await tree.undoAnswer(chatId, depth);
        await die(chatId, ...[0, 1].filter((at) => at <= depth));
        await recover();
        expect(await tree.runsOf(chatId)).toEqual(DONE);
        expect(tree.readBy('person')).toContain('One done.');
      },
    );

    it('before what its call wants had begun begins it', async () => {
      const { chatId } = await waiting();
      await tree.db.delete(chats).where(eq(chats.rootId, chatId));
      await die(chatId, 0);
      await recover();
      expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting', '2 waiting']);
      await tree.harness.decide((await tree.card(chatId)).id, 'confirm');
      expect(await tree.runsOf(chatId)).toEqual(DONE);
    });

    it('and which was to be stopped ends, with all below it', async () => {
      const { chatId, card } = await waiting();
      await die(chatId, 0);
      await tree.db.update(runs).set({ stopRequestedAt: sql`now()` }).where(eq(runs.chatId, chatId));
      await recover();
      expect(await tree.runsOf(chatId)).toEqual(['0 stopped', '1 stopped', '2 stopped']);
      await assertOver(chatId, card.id);
    });

    it('while a run is at work elsewhere waits for that', async () => {
      const { chatId, card } = await waiting();
      await tree.harness.decide(card.id, 'cancel');
      await tree.undoAnswer(chatId, 0);
      // Another process drives the run below, and reports it.
      const [call] = await tree.callsOf(chatId);
      await tree.db
        .update(calls)
        .set({ status: 'dispatched', result: null, endedAt: null })
        .where(eq(calls.id, call?.id ?? ''));
      await tree.db
        .update(runs)
        .set({ status: 'running', owner: 'other', heartbeatAt: sql`now() + interval '1 hour'` })
        .where(eq(runs.chatId, call?.id ?? ''));
      await die(chatId, 0);
      await recoverRuns(tree.harness.deps, false);
      expect(await tree.runsOf(chatId)).toEqual(['0 running', '1 running', '2 done']);
      const result = { content: [{ type: 'text', text: 'One done elsewhere.' }] };
      await tree.db
        .update(calls)
        .set({ status: 'success', result, endedAt: sql`now()` })
        .where(eq(calls.id, call?.id ?? ''));
      await tree.db
        .update(runs)
        .set({ status: 'done' })
        .where(eq(runs.chatId, call?.id ?? ''));
      await tree.rest();
      expect(tree.readBy('person')).toContain('One done elsewhere.');
      expect(await tree.runsOf(chatId)).toEqual(DONE);
    });
  });
});
