/** A sub-agent's calls are judged by the chat of the person who asked, at every level. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { rejudgeChat } from '@/lib/approvals/rejudge';
import { clearOutside, updateChat } from '../chats';
import type { Step } from '../testing/run-harness';
import { SubAgentsHarness } from '../testing/sub-agents-harness';

const { grants, policyRules } = schema;
let tree: SubAgentsHarness;

beforeAll(async () => {
  tree = await SubAgentsHarness.open();
});
afterAll(() => tree.close());
beforeEach(() => tree.reset({ 'a.txt': 'one\n' }));
afterEach(() => tree.db.delete(policyRules));

/** A sub-agent three levels down takes these steps. */
function deep(...steps: Step[]): void {
  tree.script({
    person: [{ calls: [tree.delegate('Level one')] }, { text: 'All done.' }],
    'Level one': [{ calls: [tree.delegate('Level two')] }, { text: 'One done.' }],
    'Level two': [{ calls: [tree.delegate('Level three')] }, { text: 'Two done.' }],
    'Level three': [...steps, { text: 'Three done.' }],
  });
}

const lowest = async (chatId: string) => (await tree.placesOf(chatId)).at(-1)?.id ?? '';

describe('three levels down', () => {
  it('in yolo what would ask runs, and what an admin has locked asks', async () => {
    await tree.harness.rule('delete_file', { server: 'workspace', effect: 'ask', locked: true });
    deep({ calls: [tree.write('b.txt')] }, { calls: [tree.remove('a.txt')] });
    const chatId = await tree.say('Do it', 'yolo');
    expect(tree.has('b.txt')).toBe(true);
    expect(tree.has('a.txt')).toBe(true);
    expect(await tree.card(chatId)).toMatchObject({ tool: 'delete_file', rule: 'override' });
    expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting', '2 waiting', '3 waiting']);
  });

  it('yolo that ended asks, and plan mode that was switched on lets nothing be confirmed', async () => {
    const hold = Promise.withResolvers<void>();
    deep({ hold: hold.promise, calls: [tree.write('b.txt')] });
    const chatId = await tree.begun('Do it', 'yolo', 'Level three');
    await updateChat(tree.db, tree.harness.admin, chatId, { mode: 'default' });
    hold.resolve();
    await tree.rest();
    const card = await tree.card(chatId);
    await updateChat(tree.db, tree.harness.admin, chatId, { mode: 'plan' });
    await expect(tree.harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(tree.has('b.txt')).toBe(false);
    await updateChat(tree.db, tree.harness.admin, chatId, { mode: 'default' });
    await tree.harness.decide(card.id, 'confirm');
    expect(tree.has('b.txt')).toBe(true);
  });

  it('words from outside make every write ask, in every run of the tree, until an admin clears them', async () => {
    await tree.letFetch();
    tree.script({
      person: [{ calls: [tree.delegate('Level one')] }, { calls: [tree.index()] }, { text: 'All done.' }],
      'Level one': [
        { calls: [tree.architect('Level two')] },
        { calls: [tree.index()] },
        { text: 'One done.' },
      ],
      'Level two': [{ calls: [tree.fetch()] }, { text: 'Read.' }],
    });
    const chatId = await tree.say('Do it');
    const card = await tree.card(chatId);
    expect(card).toMatchObject({ tool: 'index_workspace', rule: 'outside' });
    expect(card.reason).toContain('web_fetch');
    await tree.harness.decide(card.id, 'confirm');
    const above = await tree.card(chatId);
    expect(above).toMatchObject({ chatId, tool: 'index_workspace', rule: 'outside' });
    await clearOutside(tree.db, tree.harness.admin, chatId);
    await tree.harness.decide(above.id, 'confirm');
    tree.script({ person: [{ calls: [tree.delegate('Again')] }], Again: [{ calls: [tree.index()] }] });
    await tree.harness.say(chatId, 'Once more');
    expect(await tree.cards(chatId)).toEqual([]);
  });

  it('a card below says no more that words came from outside once its chat is cleared; it is cleared there alone', async () => {
    await tree.letFetch();
    tree.script({
      person: [{ calls: [tree.delegate('Read it')] }],
      'Read it': [{ calls: [tree.fetch()] }, { calls: [tree.index()] }],
    });
    const chatId = await tree.say('Do it');
    const { chatId: place, reason } = await tree.card(chatId);
    expect(reason).toContain('web_fetch');
    const { admin } = tree.harness;
    await expect(clearOutside(tree.db, admin, place)).rejects.toMatchObject({ code: 'forbidden' });
    await clearOutside(tree.db, admin, chatId);
    expect(await rejudgeChat(tree.db, admin, chatId)).toEqual([place]);
    expect((await tree.card(chatId)).reason).not.toContain('web_fetch');
  });

  it('words that had come into the chat before make a sub-agent ask, and its beginning too', async () => {
    await tree.letFetch();
    tree.script({
      person: [{ calls: [tree.fetch()] }, { calls: [tree.delegate('Index')] }, { text: 'Done.' }],
      Index: [{ calls: [tree.index()] }, { text: 'Indexed.' }],
    });
    const chatId = await tree.say('Do it');
    const card = await tree.card(chatId);
    expect(card).toMatchObject({ chatId, tool: 'delegate_task', rule: 'outside' });
    expect(await tree.placesOf(chatId)).toEqual([]);
    await tree.harness.decide(card.id, 'confirm');
    expect(await tree.card(chatId)).toMatchObject({ tool: 'index_workspace', rule: 'outside' });
    await tree.harness.decide((await tree.card(chatId)).id, 'confirm');
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
  });

  it('two admins are asked where two must confirm, and the person who asked is none of them', async () => {
    await tree.harness.rule('write_file', { server: 'workspace', effect: 'ask_admin' });
    deep({ calls: [tree.write('b.txt')] });
    const chatId = await tree.say('Do it');
    const card = await tree.card(chatId);
    await expect(tree.harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'forbidden' });
    const other = await tree.harness.person('admin');
    await tree.harness.decide(card.id, 'confirm', undefined, other);
    expect(tree.has('b.txt')).toBe(true);
    expect((await tree.runsOf(chatId))[0]).toBe('0 done');
  });

  it('what was allowed ahead in this chat on such a card holds in all of the tree, and in no other chat', async () => {
    deep({ calls: [tree.write('b.txt')] });
    const chatId = await tree.say('Do it');
    const wish = { thisChat: true, times: null, until: null, bounds: [] };
    await tree.harness.decide((await tree.card(chatId)).id, 'confirm', undefined, tree.harness.admin, {
      grant: wish,
    });
    const [grant] = await tree.db.select().from(grants);
    expect(grant?.chatId).toBe(chatId);
    tree.script({
      person: [{ calls: [tree.delegate('Another')] }, { text: 'Done.' }],
      Another: [{ calls: [tree.write('c.txt')] }, { text: 'Done.' }],
    });
    await tree.harness.say(chatId, 'Once more');
    expect([await tree.cards(chatId), tree.has('c.txt')]).toEqual([[], true]);
    expect((await tree.db.select().from(grants))[0]?.used).toBe(1);
    tree.reset();
    expect(await tree.cards(await tree.say('Do it elsewhere'))).toHaveLength(1);
    await tree.db.delete(grants);
  });

  it('a viewer’s sub-agents only read', async () => {
    const viewer = await tree.harness.person('viewer');
    tree.script({ person: [{ calls: [tree.architect('Look')] }], Look: [{ calls: [tree.read('a.txt')] }] });
    const chatId = await tree.say('Do it', 'default', viewer);
    expect(tree.offeredTo('person')).not.toContain('delegate_task');
    expect(await tree.statesOf(await lowest(chatId))).toEqual(['read_file success']);
  });

  it('a person who has left the team lets nothing run any more', async () => {
    const member = await tree.harness.person('member');
    const hold = Promise.withResolvers<void>();
    deep({ hold: hold.promise, calls: [tree.index()] });
    const chatId = await tree.begun('Do it', 'default', 'Level three', member);
    await tree.db.execute(sql`delete from members where user_id = ${member.userId}`);
    hold.resolve();
    await tree.rest();
    expect(await tree.statesOf(await lowest(chatId))).not.toContain('index_workspace success');
  });

  it('what ran below an answer that was left asks again', async () => {
    tree.script({
      person: [{ calls: [tree.delegate('Index')] }, { text: 'Done.' }],
      Index: [{ calls: [tree.index()] }, { text: 'Indexed.' }],
    });
    const chatId = await tree.say('Do it');
    expect(await tree.cards(chatId)).toEqual([]);
    await tree.answerAnew(chatId);
    // The delegation itself asks first: it was already made in the abandoned answer.
    const card = await tree.card(chatId);
    expect(card).toMatchObject({ tool: 'delegate_task', rule: 'repeated' });
    await tree.harness.decide(card.id, 'confirm');
    expect(await tree.card(chatId)).toMatchObject({ tool: 'index_workspace', rule: 'repeated' });
  });
});

it('nobody writes where a sub-agent works, nor switches its mode', async () => {
  tree.script({ person: [{ calls: [tree.architect('Look')] }], Look: [{ text: 'Looked.' }] });
  const chatId = await tree.say('Do it');
  const place = await lowest(chatId);
  const { admin } = tree.harness;
  await expect(tree.harness.say(place, 'Hello')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(updateChat(tree.db, admin, place, { mode: 'yolo' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await tree.db.select().from(schema.chats).where(eq(schema.chats.id, place))).toMatchObject([
    { mode: 'plan' },
  ]);
});
