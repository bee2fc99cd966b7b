/** Sub-agents: runs below the call of another run, with its gate, its mode, its mark and its end. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { SubAgentsHarness } from '../testing/sub-agents-harness';

const { chats, runs } = schema;
let tree: SubAgentsHarness;

beforeAll(async () => {
  tree = await SubAgentsHarness.open();
});
afterAll(() => tree.close());
beforeEach(() => tree.reset({ 'a.txt': 'one\n' }));

describe('an architect', () => {
  it('reads in a place of its own, and its last words are the result of the call', async () => {
    tree.script({
      person: [{ calls: [tree.architect('Look at a.txt')] }, { text: 'So it is planned.' }],
      'Look at a.txt': [{ calls: [tree.read('a.txt')] }, { text: 'Write two into a.txt.' }],
    });
    const chatId = await tree.say('Plan it');
    const [call] = await tree.callsOf(chatId);
    expect(call).toMatchObject({
      tool: 'architect',
      status: 'success',
      outside: false,
      result: { structuredContent: { answer: 'Write two into a.txt.' } },
    });
    const [place] = await tree.db.select().from(chats).where(eq(chats.rootId, chatId));
    expect(place).toMatchObject({ id: call?.id, mode: 'plan', tokenId: null });
    const below = await tree.db
      .select()
      .from(runs)
      .where(eq(runs.chatId, place?.id ?? ''));
    expect(below).toMatchObject([{ rootRunId: call?.runId, depth: 1, status: 'done' }]);
    expect(await tree.statesOf(place?.id ?? '')).toEqual(['read_file success']);
    expect(await tree.harness.runs(chatId)).toEqual(['done']);
    expect(tree.readBy('person')).toContain('Write two into a.txt.');
  });

  it('is offered what reads and nothing else, whatever the mode of its chat', async () => {
    tree.script({
      person: [{ calls: [tree.architect('Make a plan')] }],
      'Make a plan': [{ calls: [tree.write('b.txt')] }],
    });
    const chatId = await tree.say('Do it', 'yolo');
    const [place] = await tree.placesOf(chatId);
    expect(await tree.statesOf(place?.id ?? '')).toEqual([]);
    expect(tree.has('b.txt')).toBe(false);
    expect(tree.offeredTo('Make a plan')).toEqual(expect.arrayContaining(['read_file', 'architect']));
    for (const name of ['write_file', 'bash', 'index_workspace', 'delegate_task'])
      expect(tree.offeredTo('Make a plan')).not.toContain(name);
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
  });
});

describe('a task that is delegated', () => {
  const script = () =>
    tree.script({
      person: [{ calls: [tree.delegate('Make b.txt')] }, { text: 'So it is done.' }],
      'Make b.txt': [{ calls: [tree.write('b.txt')] }, { text: 'b.txt is there.' }],
    });

  it('asks with a card of its own, and both runs wait; a Confirm lets both go on', async () => {
    script();
    const chatId = await tree.say('Do it');
    expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting']);
    expect(await tree.statesOf(chatId)).toEqual(['delegate_task dispatched']);
    const card = await tree.card(chatId);
    expect(card).toMatchObject({ tool: 'write_file', requestedBy: tree.harness.admin.userId });
    expect(tree.has('b.txt')).toBe(false);
    await tree.harness.decide(card.id, 'confirm');
    expect(tree.stage.text('b.txt')).toBe('b.txt');
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
    expect(tree.readBy('person')).toContain('b.txt is there.');
    expect(await tree.statesOf(chatId)).toEqual(['delegate_task success']);
  });

  it('is told of a Cancel, and ends with what it makes of that', async () => {
    script();
    const chatId = await tree.say('Do it');
    await tree.harness.decide((await tree.card(chatId)).id, 'cancel', 'Not that file.');
    expect(tree.has('b.txt')).toBe(false);
    expect(tree.readBy('Make b.txt')).toContain('Not that file.');
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
  });

  it('goes three levels down and no further; a card there lets all of them go on', async () => {
    tree.script({
      person: [{ calls: [tree.delegate('Level one')] }, { text: 'All done.' }],
      'Level one': [{ calls: [tree.delegate('Level two')] }, { text: 'One done.' }],
      'Level two': [{ calls: [tree.delegate('Level three')] }, { text: 'Two done.' }],
      'Level three': [{ calls: [tree.delegate('Level four'), tree.write('b.txt')] }, { text: 'Three done.' }],
    });
    const chatId = await tree.say('Do it');
    expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting', '2 waiting', '3 waiting']);
    expect(tree.offeredTo('Level two')).toContain('delegate_task');
    expect(tree.offeredTo('Level three')).toContain('write_file');
    for (const name of ['delegate_task', 'architect'])
      expect(tree.offeredTo('Level three')).not.toContain(name);
    await tree.harness.decide((await tree.card(chatId)).id, 'confirm');
    expect(tree.stage.text('b.txt')).toBe('b.txt');
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done', '2 done', '3 done']);
    expect(tree.readBy('person')).toContain('One done.');
  });

  it('that fails is an error to the run that gave it', async () => {
    tree.script({
      person: [{ calls: [tree.delegate('Make b.txt')] }, { text: 'I see.' }],
      'Make b.txt': [{ error: 'Broken.' }],
    });
    const chatId = await tree.say('Do it');
    expect(await tree.statesOf(chatId)).toEqual(['delegate_task error']);
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 failed']);
    expect(tree.readBy('person')).toContain('The sub-agent failed');
  });

  it('holds back what was ordered after it in the same step, and no read', async () => {
    tree.script({
      person: [{ calls: [tree.delegate('Make b.txt'), tree.index(), tree.read('a.txt')] }, { text: 'Done.' }],
      'Make b.txt': [{ calls: [tree.write('b.txt')] }, { text: 'b.txt is there.' }],
    });
    const chatId = await tree.say('Do it');
    expect(await tree.statesOf(chatId)).toEqual([
      'delegate_task dispatched',
      'index_workspace pending',
      'read_file success',
    ]);
    await tree.harness.decide((await tree.card(chatId)).id, 'confirm');
    expect(await tree.statesOf(chatId)).toEqual([
      'delegate_task success',
      'index_workspace success',
      'read_file success',
    ]);
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
  });

  it('waits beside others: the run above goes on when the last of them has ended', async () => {
    tree.script({
      person: [{ calls: [tree.architect('First'), tree.architect('Second')] }, { text: 'Both.' }],
      First: [{ calls: [tree.fetch()] }, { text: 'First done.' }],
      Second: [{ calls: [tree.fetch()] }, { text: 'Second done.' }],
    });
    const chatId = await tree.say('Plan it');
    const cards = await tree.cards(chatId);
    expect(cards.map(({ tool }) => tool)).toEqual(['web_fetch', 'web_fetch']);
    await tree.harness.decide(cards[1]?.id ?? '', 'confirm');
    expect((await tree.runsOf(chatId)).toSorted()).toEqual(['0 waiting', '1 done', '1 waiting']);
    await tree.harness.decide(cards[0]?.id ?? '', 'confirm');
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done', '1 done']);
    expect(tree.readBy('person')).toContain('First done.');
    expect(tree.readBy('person')).toContain('Second done.');
  });

  it('and a card of the run above it are decided in either order', async () => {
    for (const [first, last] of [
      [0, 1],
      [1, 0],
    ] as const) {
      tree.reset();
      tree.script({
        person: [{ calls: [tree.delegate('Make b.txt'), tree.write('c.txt')] }, { text: 'Done.' }],
        'Make b.txt': [{ calls: [tree.write('b.txt')] }, { text: 'b.txt is there.' }],
      });
      const chatId = await tree.say('Do it');
      const cards = await tree.cards(chatId);
      expect(cards).toHaveLength(2);
      await tree.harness.decide(cards[first]?.id ?? '', 'confirm');
      expect((await tree.runsOf(chatId))[0]).toBe('0 waiting');
      await tree.harness.decide(cards[last]?.id ?? '', 'confirm');
      expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
      expect([tree.stage.text('b.txt'), tree.stage.text('c.txt')]).toEqual(['b.txt', 'c.txt']);
    }
  });

  it('counts its steps with those of the run above it', async () => {
    const steps = Array.from({ length: 30 }, (_, at) => ({ calls: [tree.list(`${at}`)] }));
    tree.script({
      person: [{ calls: [tree.delegate('Look long')] }, ...steps],
      'Look long': [...steps.slice(0, 15), { text: 'Looked.' }],
    });
    const chatId = await tree.say('Do it');
    // Each step of the tree calls one tool; the sub-agent's final text calls none.
    const all = await Promise.all(
      [chatId, ...(await tree.placesOf(chatId)).map(({ id }) => id)].map((id) => tree.callsOf(id)),
    );
    expect(all.map((rows) => rows.length)).toEqual([10, 15]);
    expect(JSON.stringify(await tree.harness.messages(chatId))).toContain('Stopped after 25 steps');
  });
});
