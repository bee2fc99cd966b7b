/** Held calls of sub-agents and of the runs that wait for them. */
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import { listRunsToRelease } from '@/lib/store/conversation/holds';
import { SubAgentsHarness } from '../testing/sub-agents-harness';

const { approvals, policyRules, runs } = schema;
let tree: SubAgentsHarness;

beforeAll(async () => {
  tree = await SubAgentsHarness.open();
});
afterAll(() => tree.close());
beforeEach(async () => {
  tree.reset({ 'a.txt': 'one\n' });
  await tree.db.delete(policyRules);
});

const hold = (tool: string, more: object = {}) =>
  tree.harness.rule(tool, { server: 'workspace', holdSeconds: 600, ...more });
async function endOf(id: string) {
  await tree.db
    .update(approvals)
    .set({ holdUntil: sql`now() - interval '1 millisecond'` })
    .where(eq(approvals.id, id));
  await release();
}
async function release() {
  await releaseHolds(tree.harness.deps);
  await tree.rest();
}

it('a held call of a sub-agent runs at its end, and the tree goes on', async () => {
  await hold('write_file');
  tree.script({
    person: [{ calls: [tree.delegate('Zanzibar one')] }, { text: 'All done.' }],
    'Zanzibar one': [{ calls: [tree.write('b.txt')] }, { text: 'Zanzibar it is.' }],
  });
  const chatId = await tree.say('Do it for me');
  const card = await tree.card(chatId);
  await tree.harness.decide(card.id, 'confirm');
  await tree.rest();
  expect(tree.has('b.txt')).toBe(false);
  await endOf(card.id);
  expect(tree.has('b.txt')).toBe(true);
  expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
});

it('a hold that is over wakes no run that waits for its sub-agent', async () => {
  await hold('delete_file');
  tree.script({
    person: [
      { calls: [tree.remove('a.txt')] },
      { calls: [tree.delegate('Zanzibar one')] },
      { text: 'All done.' },
    ],
    'Zanzibar one': [{ calls: [tree.write('b.txt')] }, { text: 'Zanzibar it is.' }],
  });
  const chatId = await tree.say('Do it for me');
  const held = await tree.card(chatId);
  await tree.harness.decide(held.id, 'confirm');
  await hold('delete_file', { effect: 'deny' });
  await endOf(held.id);
  expect(tree.has('a.txt')).toBe(true);
  expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting']);
  const fences = async () =>
    (
      await tree.db
        .select()
        .from(runs)
        .where(inArray(runs.chatId, [chatId]))
    ).map(({ fence }) => fence);
  const before = await fences();
  expect(await listRunsToRelease(tree.db)).toEqual([]);
  for (let nth = 0; nth < 3; nth++) await release();
  expect(await fences()).toEqual(before);
  const card = await tree.card(chatId);
  await tree.harness.decide(card.id, 'confirm');
  await tree.rest();
  expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
});

it('a call that is held beside a sub-agent runs once both are over, and wakes nobody before', async () => {
  await hold('delete_file');
  tree.script({
    person: [{ calls: [tree.delegate('Zanzibar one'), tree.remove('a.txt')] }, { text: 'All done.' }],
    'Zanzibar one': [{ calls: [tree.write('b.txt')] }, { text: 'Zanzibar it is.' }],
  });
  const chatId = await tree.say('Do it for me');
  const cards = await tree.cards(chatId);
  const byTool = (tool: string) => cards.find((one) => one.tool === tool)?.id ?? '';
  await tree.harness.decide(byTool('delete_file'), 'confirm');
  await endOf(byTool('delete_file'));
  expect(await listRunsToRelease(tree.db)).toEqual([]);
  expect(tree.has('a.txt')).toBe(true);
  await tree.harness.decide(byTool('write_file'), 'confirm');
  await tree.rest();
  await release();
  expect([tree.has('a.txt'), tree.has('b.txt')]).toEqual([false, true]);
  expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
});
