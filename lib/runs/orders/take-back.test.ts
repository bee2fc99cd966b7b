/**
 * The changes of a call are undone by a button: through the gate and its card, and refused if a file has changed since.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { createChat } from '../chats';
import { driveRun } from '../drive';
import type { RunHarness } from '../testing/run-harness';
import { WorkspaceStage } from '../testing/workspace-stage';
import { beginTakingBack, findToTakeBack } from './take-back';

const { calls, runs } = schema;
let stage: WorkspaceStage;
let harness: RunHarness;

beforeAll(async () => {
  stage = await WorkspaceStage.open();
  ({ harness } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset({ 'a.txt': 'one\n', 'b.txt': 'one\n' }));

const rows = (chatId: string) =>
  harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(desc(calls.seq));

/** A chat in which these files were changed. @returns it, with the newest call */
async function changed(mode: 'default' | 'yolo', ...paths: string[]) {
  const chatId = await createChat(harness.deps.db, harness.admin, mode);
  const edits = paths.map((path) => ({
    tool: 'str_replace',
    input: stage.folder.edit(path, 'one', 'two'),
  }));
  for (const { id } of await stage.say(chatId, ...edits)) await harness.decide(id, 'confirm');
  const [call] = await rows(chatId);
  return { chatId, callId: call?.id ?? '' };
}

const begin = async (callId: string, { all = false, caller = harness.admin } = {}) => {
  const { db } = harness.deps;
  const found = await findToTakeBack(db, caller, callId);
  const of = { db, caller, connections: harness.connectionsFor(caller) };
  return beginTakingBack(of, found, { text: 'Take it back', all });
};

async function takeBack(callId: string, more?: { all?: boolean; caller?: Caller }) {
  const claimed = await begin(callId, more);
  await driveRun(harness.deps, harness.admin, claimed).done;
  return harness.cards(claimed.run.chatId, 'pending');
}

const lastOf = async (chatId: string) => (await harness.messages(chatId)).at(-1)?.parts ?? [];

describe('taking back', () => {
  it('asks with the difference, does just that, and no model is asked', async () => {
    const { chatId, callId } = await changed('default', 'a.txt');
    const asked = harness.prompts.length;
    const [card] = await takeBack(callId);
    expect(card).toMatchObject({
      server: 'workspace',
      tool: 'workspace_undo',
      risk: 'destructive',
      preview: { diffs: [{ path: 'a.txt', added: 1, removed: 1 }] },
    });
    expect(stage.text('a.txt')).toBe('two\n');
    await harness.decide(card?.id ?? '', 'confirm');
    expect(stage.text('a.txt')).toBe('one\n');
    expect(harness.prompts).toHaveLength(asked);
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
    expect(await harness.messages(chatId)).toMatchObject([
      {},
      {},
      { role: 'user', parts: [{ type: 'text', text: 'Take it back' }, { type: 'data-order' }] },
      { role: 'assistant' },
    ]);
  });

  it('takes a whole answer back in one step, and can be taken back itself', async () => {
    const { chatId, callId } = await changed('yolo', 'a.txt', 'b.txt');
    expect(await takeBack(callId, { all: true })).toEqual([]);
    expect([stage.text('a.txt'), stage.text('b.txt')]).toEqual(['one\n', 'one\n']);
    const [undone] = await rows(chatId);
    await takeBack(undone?.id ?? '');
    expect([stage.text('a.txt'), stage.text('b.txt')]).toEqual(['two\n', 'two\n']);
    // The next message is answered by the model again.
    const asked = harness.prompts.length;
    await stage.say(chatId);
    expect(harness.prompts.length).toBeGreaterThan(asked);
  });

  it('is judged by the rules of all that it takes back', async () => {
    const { chatId } = await changed('yolo', 'a.txt');
    const edit = stage.folder.edit('b.txt', 'one', 'two');
    const made = { tool: 'write_file', input: { path: 'c.txt', content: 'new\n' } };
    await stage.say(chatId, { tool: 'str_replace', input: edit }, made);
    const callId = (await rows(chatId)).find(({ tool }) => tool === 'str_replace')?.id ?? '';
    await harness.rule('write_file', { server: 'workspace', effect: 'two_admins' });
    try {
      const [card] = await takeBack(callId, { all: true });
      expect(card).toMatchObject({ tool: 'workspace_undo', requirement: 'two_admins' });
      await harness.decide(card?.id ?? '', 'cancel');
      expect([stage.text('b.txt'), stage.text('c.txt')]).toEqual(['two\n', 'new\n']);
      expect(await takeBack(callId)).toEqual([]);
      expect([stage.text('b.txt'), stage.text('c.txt')]).toEqual(['one\n', 'new\n']);
    } finally {
      await harness.rule('write_file', { server: 'workspace' });
    }
  });

  it('says which file has changed since, and nothing is done', async () => {
    const { chatId, callId } = await changed('default', 'a.txt');
    stage.folder.put('a.txt', 'theirs\n');
    expect(await takeBack(callId)).toEqual([]);
    expect(stage.text('a.txt')).toBe('theirs\n');
    expect(JSON.stringify(await lastOf(chatId))).toContain('has changed since. Nothing was taken back.');
  });

  it('is cancelled without a word of the model', async () => {
    const { chatId, callId } = await changed('default', 'a.txt');
    const asked = harness.prompts.length;
    const [card] = await takeBack(callId);
    await harness.decide(card?.id ?? '', 'cancel');
    expect(stage.text('a.txt')).toBe('two\n');
    expect(harness.prompts).toHaveLength(asked);
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
  });

  it('does nothing where the mode does not allow it, and says so', async () => {
    const { chatId, callId } = await changed('default', 'a.txt');
    await harness.deps.db.update(schema.chats).set({ mode: 'plan' }).where(eq(schema.chats.id, chatId));
    expect(await takeBack(callId)).toEqual([]);
    expect(stage.text('a.txt')).toBe('two\n');
    expect(JSON.stringify(await lastOf(chatId))).toContain('Nothing was done: the mode of this chat');
  });

  it('goes on in another process where the first one died before the call was made', async () => {
    const { chatId, callId } = await changed('yolo', 'a.txt');
    const { run } = await begin(callId);
    const dead = { owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` };
    await harness.deps.db.update(runs).set(dead).where(eq(runs.id, run.id));
    const asked = harness.prompts.length;
    await harness.recover();
    expect(stage.text('a.txt')).toBe('one\n');
    expect(harness.prompts).toHaveLength(asked);
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
  });

  it('is nothing for others, for calls that changed nothing, or while something waits', async () => {
    const { chatId, callId } = await changed('default', 'a.txt');
    const caller = await harness.person('admin');
    await expect(begin(callId, { caller })).rejects.toMatchObject({ code: 'not_found' });
    await stage.say(chatId, { tool: 'read_file', input: { path: 'a.txt' } });
    const [read] = await rows(chatId);
    await expect(begin(read?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    const edit = stage.folder.edit('b.txt', 'one', 'two');
    const [card] = await stage.say(chatId, { tool: 'str_replace', input: edit });
    await expect(begin(callId)).rejects.toMatchObject({ code: 'conflict' });
    expect((await harness.cards(chatId, 'pending')).map(({ id }) => id)).toEqual([card?.id]);
  });
});
