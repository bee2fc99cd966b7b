/** Expectations on assistants that work on files for a step with several calls, through the gate and on real files. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPreset } from '@/lib/approvals/policy-settings';
import { createChat } from './chats';
import type { RunHarness } from './testing/run-harness';
import { type Ordered, WorkspaceStage } from './testing/workspace-stage';

let stage: WorkspaceStage;
let harness: RunHarness;

beforeAll(async () => {
  stage = await WorkspaceStage.open();
  ({ harness } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' }));

const read = (path: string): Ordered => ({ tool: 'read_file', input: { path } });
const write = (path: string): Ordered => ({ tool: 'write_file', input: { path, content: path } });

/**
 * Plays a step in yolo mode, and returns what else was in progress when each call began, and how many of the first
 * waited for each other.
 */
async function watched(calls: Ordered[], together: number) {
  const began: { tool: string; beside: number }[] = [];
  const under = new Set<symbol>();
  const all = Promise.withResolvers<void>();
  const watching = harness.connecting(({ call }) => ({
    call: async (tool, ...more) => {
      // Companions that describe a call are asked beforehand.
      if (!calls.some((one) => one.tool === tool.name)) return call(tool, ...more);
      const me = Symbol(tool.name);
      began.push({ tool: tool.name, beside: under.size });
      under.add(me);
      if (under.size === together) all.resolve();
      try {
        if (began.length <= together) await all.promise;
        return await call(tool, ...more);
      } finally {
        under.delete(me);
      }
    },
  }));
  const chatId = await createChat(harness.deps.db, harness.admin, 'yolo');
  harness.steps({ calls }, { text: 'So it is.' });
  await watching.say(chatId, 'Do it');
  return began;
}

describe('a step of calls', () => {
  it('that all read runs them together', async () => {
    const began = await watched([read('a.txt'), read('b.txt'), read('c.txt')], 3);
    expect(began.map(({ beside }) => beside)).toEqual([0, 1, 2]);
  });

  it('of both kinds runs neighbouring reads together, and each write alone and in its place', async () => {
    const began = await watched(
      [read('a.txt'), read('b.txt'), write('d.txt'), write('e.txt'), read('d.txt'), write('f.txt')],
      2,
    );
    expect(began).toEqual([
      { tool: 'read_file', beside: 0 },
      { tool: 'read_file', beside: 1 },
      { tool: 'write_file', beside: 0 },
      { tool: 'write_file', beside: 0 },
      { tool: 'read_file', beside: 0 },
      { tool: 'write_file', beside: 0 },
    ]);
    expect(stage.text('f.txt')).toBe('f.txt');
  });

  it('with one that must ask pauses there: reads go on, the model is not asked, and nothing else is written', async () => {
    const chatId = await harness.chat();
    const cards = await stage.say(chatId, write('d.txt'), read('a.txt'), write('e.txt'));
    const asked = harness.prompts.length;
    expect(cards.map(({ input }) => input)).toEqual([write('d.txt').input, write('e.txt').input]);
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    expect(() => stage.text('d.txt')).toThrow();
    await harness.decide(cards[0]?.id ?? '', 'confirm');
    expect(harness.prompts).toHaveLength(asked);
    expect(() => stage.text('d.txt')).toThrow();
    await harness.decide(cards[1]?.id ?? '', 'cancel');
    expect(harness.prompts.length).toBe(asked + 1);
    expect(stage.text('d.txt')).toBe('d.txt');
    expect(() => stage.text('e.txt')).toThrow();
    expect(await harness.runs(chatId)).toEqual(['done']);
  });
});

describe('plan mode', () => {
  it('knows the tools that read, and no other', async () => {
    const chatId = await createChat(harness.deps.db, harness.admin, 'plan');
    await stage.say(chatId, read('a.txt'));
    const names = harness.prompts.at(-1)?.tools?.map(({ name }) => name) ?? [];
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const ofWorkspace = tools.filter(({ server }) => server === 'workspace');
    const offered = ofWorkspace.filter(({ name }) => names.includes(name)).map(({ name }) => name);
    expect(offered.toSorted()).toEqual([
      'architect',
      'bash_output',
      'glob',
      'grep_search',
      'list_directory',
      'read_file',
      'semantic_search',
      'todo_read',
      'web_fetch',
    ]);
    expect(ofWorkspace.filter(({ risk }) => risk !== 'read-only').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['bash', 'write_file', 'index_workspace', 'todo_write', 'delegate_task']),
    );
  });
});

describe('a preset', () => {
  it('sets all its rules at once: writes ask in yolo then, until it is taken back; by admins alone', async () => {
    const { db } = harness.deps;
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const member = await harness.person('member');
    await expect(setPreset(db, member, 'yolo', tools)).rejects.toMatchObject({ code: 'forbidden' });
    const policy = await setPreset(db, harness.admin, 'confirm-writes', tools);
    expect(policy.rules.map(({ tool, effect, locked }) => [tool, effect, locked])).toEqual(
      ['delete_file', 'make_directory', 'move_file', 'patch_file', 'str_replace', 'write_file'].map(
        (tool) => [...[tool, 'ask', true]],
      ),
    );
    const chatId = await createChat(db, harness.admin, 'yolo');
    expect(await stage.say(chatId, write('d.txt'))).toHaveLength(1);
    expect((await setPreset(db, harness.admin, 'default', tools)).rules).toEqual([]);
    expect(await stage.say(await createChat(db, harness.admin, 'yolo'), write('d.txt'))).toEqual([]);
  });
});
