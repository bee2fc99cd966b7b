/** Commands through the gate: one that only reads asks nobody, one that changes something does what its card showed. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { MIGRATIONS } from '@/db/testing/databases';
import { workspaceServer } from '@/lib/connections/own-workspace';
import { noSandbox, snapshot } from '@/mcp/workspace/commands/testing/place';
import { Folder } from '@/mcp/workspace/testing/folder';
import { createChat } from './chats';
import { RunHarness } from './testing/run-harness';

const skip = (await noSandbox()) !== undefined;
let harness: RunHarness;
let folder: Folder;

const further = () => [
  workspaceServer(folder.workspace, 'Alder & Finch', async () => harness.opened.db, folder.layers),
];

beforeAll(async () => {
  const opened = await openDatabase({ dataDir: 'memory' });
  await migrate(opened.db, MIGRATIONS);
  folder = new Folder();
  harness = await RunHarness.open(opened, [], undefined, further());
});
afterAll(async () => {
  folder.remove();
  await harness.closeConnections();
  await harness.opened.close();
});
beforeEach(() => {
  rmSync(folder.root, { recursive: true });
  mkdirSync(folder.root);
  folder.put('a.txt', 'one\n');
});

const text = (path: string) => readFileSync(folder.path(path), 'utf8');

/** What the model reads of the last step's calls. */
function answers(): string {
  const tools = harness.prompts.at(-1)?.prompt.filter(({ role }) => role === 'tool');
  return JSON.stringify(tools?.at(-1)?.content ?? '');
}

async function say(chatId: string, tool: string, command: string) {
  harness.steps({ calls: [{ tool, input: { command } }] }, { text: 'So it is.' });
  await harness.say(chatId, 'Do it');
  return harness.cards(chatId, 'pending');
}

describe.skipIf(skip)('a command', () => {
  it('that changes nothing answers at once, whichever tool it is asked of, and nobody is asked', async () => {
    const chatId = await harness.chat();
    for (const tool of ['bash_read', 'bash']) {
      expect(await say(chatId, tool, 'wc -l a.txt; echo "$((6 * 7))"')).toEqual([]);
      expect(answers()).toContain('42');
    }
    expect(await say(chatId, 'bash_read', 'rm a.txt')).toEqual([]);
    expect(answers()).toContain('deletes');
    expect(text('a.txt')).toBe('one\n');
  });

  it('that changes something shows what, and does that when it is confirmed, also by another process', async () => {
    const chatId = await harness.chat();
    const before = snapshot(folder.root);
    const [card] = await say(
      chatId,
      'bash',
      'sed -i s/one/two/ a.txt; date +%N > made; mkdir sub; ln -s a.txt sub/l',
    );
    expect(card).toMatchObject({ server: 'workspace', tool: 'bash', risk: 'destructive' });
    expect(card?.preview?.lines.map(({ label, value }) => [label, value]).sort()).toEqual(
      [
        ['Effect', '4 changes'],
        ['Fingerprint', expect.stringMatching(/^[0-9a-f]{32}$/)],
        ['Adds', 'made'],
        ['Adds', 'sub (folder)'],
        ['Adds', 'sub/l (link, to "a.txt")'],
        ['Changes', 'a.txt'],
      ].sort(),
    );
    const shown = card?.preview?.diffs?.map(({ path, added, removed }) => [path, added, removed]);
    expect(shown).toEqual(expect.arrayContaining([['a.txt', 1, 1]]));
    expect(snapshot(folder.root)).toEqual(before);
    const restarted = harness.again([], further());
    expect(await restarted.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(text('a.txt')).toBe('two\n');
    expect(Object.keys(snapshot(folder.root))).toEqual(['a.txt', 'made', 'sub', 'sub/l']);
  });

  it('is not done where what it touches has changed since', async () => {
    const chatId = await harness.chat();
    const [card] = await say(chatId, 'bash', 'rm a.txt');
    folder.put('a.txt', 'theirs');
    await expect(harness.decide(card?.id ?? '', 'confirm')).rejects.toMatchObject({ code: 'changed' });
    expect(text('a.txt')).toBe('theirs');
  });

  it('is refused unasked where it says that it leaves, or changes what runs by itself', async () => {
    const chatId = await harness.chat();
    const before = snapshot(folder.root);
    for (const command of [
      'curl http://x.example',
      'sudo ls',
      'rm -rf ~',
      'echo x > .env',
      'mkdir .git',
      'ln -s / l',
    ]) {
      expect(await say(chatId, 'bash', command)).toEqual([]);
      expect(answers()).toMatch(/refused|is not changed|leaves the workspace/);
    }
    expect(snapshot(folder.root)).toEqual(before);
  });

  it('changes nothing in plan mode, and nothing unseen in yolo', async () => {
    const plan = await createChat(harness.deps.db, harness.admin, 'plan');
    expect(await say(plan, 'bash', 'rm a.txt')).toEqual([]);
    expect(text('a.txt')).toBe('one\n');
    const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
    expect(await say(yolo, 'bash', 'echo two >> a.txt')).toEqual([]);
    expect(answers()).toContain('has not been shown');
    expect(text('a.txt')).toBe('one\n');
  });

  it('does not do in yolo what another chat has on a card that waits', async () => {
    const [card] = await say(await harness.chat(), 'bash', 'echo two >> a.txt');
    const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
    expect(await say(yolo, 'bash', 'echo two >> a.txt')).toEqual([]);
    expect(answers()).toContain('has not been shown');
    expect(text('a.txt')).toBe('one\n');
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(text('a.txt')).toBe('one\ntwo\n');
  });
});
