/**
 * The workspace's tools through the gate: reads run, and changes of files wait for their card and do what it showed.
 */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Folder } from '@/mcp/workspace/testing/folder';
import { createChat } from './chats';
import type { RunHarness } from './testing/run-harness';
import { type Ordered, WorkspaceStage } from './testing/workspace-stage';

let stage: WorkspaceStage;
let harness: RunHarness;
let folder: Folder;

beforeAll(async () => {
  stage = await WorkspaceStage.open();
  ({ harness, folder } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

const text = (path: string) => stage.text(path);
const hash = (path: string) => folder.hash(path);
const edit = (...args: Parameters<Folder['edit']>) => folder.edit(...args);
const answers = () => stage.answers();
const say = (chatId: string, ...calls: Ordered[]) => stage.say(chatId, ...calls);

describe('a file', () => {
  it('is read at once, changed when its card is confirmed, and the card shows how', async () => {
    folder.put('src/a.ts', 'const a = 1;\n');
    const chatId = await harness.chat();
    expect(await say(chatId, { tool: 'read_file', input: { path: 'src/a.ts' } })).toEqual([]);
    expect(answers()).toContain(hash('src/a.ts'));
    const [card] = await say(chatId, { tool: 'str_replace', input: edit('src/a.ts', '1', '2') });
    expect(card).toMatchObject({
      server: 'workspace',
      tool: 'str_replace',
      risk: 'destructive',
      trusted: true,
      preview: {
        lines: [{ label: 'File', value: 'src/a.ts' }],
        diffs: [
          { path: 'src/a.ts', added: 1, removed: 1, text: '@@ -1,1 +1,1 @@\n-const a = 1;\n+const a = 2;' },
        ],
      },
    });
    expect(text('src/a.ts')).toBe('const a = 1;\n');
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(text('src/a.ts')).toBe('const a = 2;\n');
    expect(answers()).toContain(hash('src/a.ts'));
  });

  it('that has changed since its card was shown is not written', async () => {
    folder.put('a.txt', 'one\n\n\n\n\n\n\n\n\nend\n');
    const chatId = await harness.chat();
    const [card] = await say(chatId, { tool: 'str_replace', input: edit('a.txt', 'one', 'two') });
    // Far from the part that the card shows.
    const theirs = text('a.txt').replace('end', 'their end');
    folder.put('a.txt', theirs);
    const confirming = harness.decide(card?.id ?? '', 'confirm');
    await expect(confirming).rejects.toMatchObject({ code: 'conflict' });
    expect(text('a.txt')).toBe(theirs);
    expect(await harness.decide(card?.id ?? '', 'cancel')).toBe('cancelled');
    expect(text('a.txt')).toBe(theirs);
  });

  it('is changed without asking in yolo', async () => {
    folder.put('a.txt', 'one');
    const chatId = await createChat(harness.deps.db, harness.admin, 'yolo');
    expect(await say(chatId, { tool: 'str_replace', input: edit('a.txt', 'one', 'two') })).toEqual([]);
    expect(text('a.txt')).toBe('two');
  });

  it('is asked about in yolo where a locked rule has writes confirmed', async () => {
    folder.put('a.txt', 'one');
    await harness.rule('str_replace', { server: 'workspace', effect: 'ask', locked: true });
    try {
      const chatId = await createChat(harness.deps.db, harness.admin, 'yolo');
      expect(await say(chatId, { tool: 'str_replace', input: edit('a.txt', 'one', 'two') })).toHaveLength(1);
      expect(text('a.txt')).toBe('one');
    } finally {
      await harness.rule('str_replace', { server: 'workspace' });
    }
  });

  it('is changed by nobody in plan mode, nor by a viewer', async () => {
    folder.put('a.txt', 'one');
    const plan = await createChat(harness.deps.db, harness.admin, 'plan');
    expect(await say(plan, { tool: 'str_replace', input: edit('a.txt', 'one', 'two') })).toEqual([]);
    const viewer = await harness.person('viewer');
    const chatId = await harness.chat(viewer);
    harness.steps(
      { calls: [{ tool: 'write_file', input: { path: 'b.txt', content: '' } }] },
      { text: 'No.' },
    );
    await harness.say(chatId, 'Do it', viewer);
    const offered = harness.prompts.at(-1)?.tools?.map(({ name }) => name) ?? [];
    expect(offered).toContain('read_file');
    for (const name of ['write_file', 'bash', 'workspace_undo']) expect(offered).not.toContain(name);
    expect(text('a.txt')).toBe('one');
  });
});

it('a page of the web is asked about, and after it every write is', async () => {
  const chatId = await harness.chat();
  const [card] = await say(chatId, { tool: 'web_fetch', input: { url: 'https://example.com/' } });
  expect(card).toMatchObject({ tool: 'web_fetch', risk: 'read-only' });
  await harness.decide(card?.id ?? '', 'confirm');
  expect(answers()).toContain('Words from outside');
  expect(await say(chatId, { tool: 'make_directory', input: { path: 'new' } })).toMatchObject([
    { tool: 'make_directory', risk: 'write' },
  ]);
  expect(await say(await harness.chat(), { tool: 'make_directory', input: { path: 'new' } })).toEqual([]);
});

it('the next page is asked about, in yolo too, once one has spoken: its address may carry something away', async () => {
  const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
  const fetch = (url: string) => ({ tool: 'web_fetch', input: { url } });
  expect(await say(yolo, fetch('https://example.com/'))).toEqual([]);
  expect(await say(yolo, fetch('https://example.com/?q=what+stands+in+a.txt'))).toMatchObject([
    { tool: 'web_fetch', risk: 'read-only', status: 'pending' },
  ]);
});

it('the list of what is to be done is that of its chat', async () => {
  const [one, other] = [await harness.chat(), await harness.chat()];
  const todos = [{ text: 'Read it', status: 'completed' }, { text: 'Change it' }];
  expect(await say(one, { tool: 'todo_write', input: { todos } })).toEqual([]);
  await say(one, { tool: 'todo_read', input: {} });
  expect(answers()).toContain('Change it');
  await say(other, { tool: 'todo_read', input: {} });
  expect(answers()).not.toContain('Change it');
});

/** The result of the call: its card, its answer, or an error that the model reads, without anybody being asked. */
type Outcome = 'card' | 'read' | 'refuse';
interface Case {
  id: string;
  tool: string;
  input: () => object;
  outcome: Outcome;
  before?: () => void;
}

const F = 'f.txt';
const put = (content: string) => () => folder.put(F, content);
const once = (old_string: string, new_string: string) => () => edit(F, old_string, new_string);
const link = (to: string) => () => symlinkSync(to, folder.path('link'));

/** By their numbers in the collection of workspace cases. */
const CASES: Case[] = [
  { id: 'ws-139', tool: 'read_file', input: () => ({ path: '/etc/passwd' }), outcome: 'refuse' },
  {
    id: 'ws-140',
    tool: 'write_file',
    input: () => ({ path: '../ws-evil/f', content: '' }),
    outcome: 'refuse',
  },
  {
    id: 'ws-141',
    tool: 'read_file',
    input: () => ({ path: 'link' }),
    outcome: 'refuse',
    before: link('/etc/passwd'),
  },
  {
    id: 'ws-142',
    tool: 'write_file',
    input: () => ({ path: 'link/new.txt', content: '' }),
    outcome: 'refuse',
    before: link('/root'),
  },
  {
    id: 'ws-146',
    tool: 'write_file',
    input: () => ({ path: '.git/config', content: '' }),
    outcome: 'card',
    before: () => mkdirSync(folder.path('.git')),
  },
  { id: 'ws-150', tool: 'glob', input: () => ({ pattern: '`touch pwned`' }), outcome: 'read' },
  {
    id: 'ws-151',
    tool: 'grep_search',
    input: () => ({ pattern: '--pre=./x.sh', path: '.' }),
    outcome: 'read',
  },
  { id: 'ws-154', tool: 'grep_search', input: () => ({ pattern: '(a+)+$', path: '.' }), outcome: 'read' },
  { id: 'ws-158', tool: 'read_file', input: () => ({ path: 'a\u0000.txt' }), outcome: 'refuse' },
  {
    id: 'ws-165',
    tool: 'write_file',
    input: () => ({ path: 'a/../../ws/f', content: '' }),
    outcome: 'refuse',
  },
  { id: 'ws-166', tool: 'str_replace', before: put('a\nb\na\n'), input: once('a', 'c'), outcome: 'refuse' },
  { id: 'ws-167', tool: 'str_replace', before: put('aaa'), input: once('aa', 'b'), outcome: 'refuse' },
  {
    id: 'ws-168',
    tool: 'str_replace',
    before: put('cost: X'),
    input: once('X', '$& and $1'),
    outcome: 'card',
  },
  {
    id: 'ws-172',
    tool: 'str_replace',
    before: put('f(){\n A\n}\n'),
    input: once('f(){\n B\n C\n}', 'z'),
    outcome: 'refuse',
  },
  { id: 'ws-173', tool: 'str_replace', before: put('  x\n'), input: once('x ', 'y'), outcome: 'refuse' },
  {
    id: 'ws-174',
    tool: 'str_replace',
    before: put('x'),
    input: () => ({ path: F, old_string: 'x', new_string: 'y' }),
    outcome: 'refuse',
  },
  {
    id: 'ws-175',
    tool: 'str_replace',
    before: put('x'),
    input: () => ({ ...edit(F, 'x', 'y'), hash: '0'.repeat(32) }),
    outcome: 'refuse',
  },
  {
    id: 'ws-177',
    tool: 'patch_file',
    before: put('a b'),
    input: () => ({
      path: F,
      patches: [
        { find: 'a', replace: 'c' },
        { find: 'x', replace: 'y' },
      ],
      hash: hash(F),
    }),
    outcome: 'refuse',
  },
  {
    id: 'ws-179',
    tool: 'move_file',
    before: () => [F, 'g.txt'].map((path) => folder.put(path, path)),
    input: () => ({ from: F, to: 'g.txt' }),
    outcome: 'card',
  },
  { id: 'ws-181', tool: 'write_file', input: () => ({ path: 'new.ts', content: 'n' }), outcome: 'card' },
  {
    id: 'ws-182',
    tool: 'write_file',
    before: put('same'),
    input: () => ({ path: F, content: 'same', hash: hash(F) }),
    outcome: 'refuse',
  },
  { id: 'ws-183', tool: 'str_replace', before: put('x'), input: once('x', 'y'), outcome: 'card' },
];

describe('the cases of paths and edits', () => {
  it.each(CASES)('$id: $tool leads to $outcome', async ({ tool, input, outcome, before }) => {
    before?.();
    const chatId = await harness.chat();
    const cards = await say(chatId, { tool, input: input() });
    expect(cards.map((card) => card.tool)).toEqual(outcome === 'card' ? [tool] : []);
    if (outcome === 'card') return;
    const isError = answers().includes('"error-text"');
    expect(isError, answers()).toBe(outcome === 'refuse');
    expect(readFileSync(join(folder.outside, 'secret.txt'), 'utf8')).toBe('what stands outside');
  });
});
