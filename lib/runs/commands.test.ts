/** Commands through the gate: one that only reads asks nobody, one that changes something does what its card showed. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { READ_ONLY } from '@/mcp/annotations';
import { noSandbox, snapshot } from '@/mcp/workspace/commands/testing/place';
import { createChat } from './chats';
import type { RunHarness } from './testing/run-harness';
import { WorkspaceStage } from './testing/workspace-stage';

const skip = (await noSandbox()) !== undefined;
let stage: WorkspaceStage;
let harness: RunHarness;

beforeAll(async () => {
  stage = await WorkspaceStage.open();
  ({ harness } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset({ 'a.txt': 'one\n' }));

const text = (path: string) => stage.text(path);
const bash = (command: string) => ({ tool: 'bash', input: { command } });
const say = (chatId: string, ...commands: string[]) => stage.say(chatId, ...commands.map(bash));

describe.skipIf(skip)('a command', () => {
  it('that changes nothing is a read: it answers at once, and nobody is asked', async () => {
    const chatId = await harness.chat();
    expect(await say(chatId, 'wc -l a.txt; echo "$((6 * 7))"', 'cat a.txt')).toEqual([]);
    expect(stage.answers()).toContain('42');
    expect(stage.answers()).toContain('one');
    const { calls } = schema;
    const rows = await harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(rows).toMatchObject([{ risk: 'read-only' }, { risk: 'read-only' }]);
  });

  it('that changes nothing is asked about where the team wants that, and changes nothing then either', async () => {
    await harness.rule('bash', { server: 'workspace', effect: 'ask' });
    try {
      const [card] = await say(await harness.chat(), 'cat a.txt');
      expect(card).toMatchObject({
        risk: 'read-only',
        preview: { lines: [{ label: 'Effect', value: 'No file would change' }] },
      });
      expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
      expect(stage.answers()).toContain('one');
    } finally {
      await harness.rule('bash', { server: 'workspace' });
    }
  });

  it('after one that changes something waits for it, and is asked about', async () => {
    const chatId = await harness.chat();
    const cards = await say(chatId, 'echo two > a.txt', 'cat a.txt');
    expect(cards).toMatchObject([{ risk: 'destructive' }, { risk: 'destructive' }]);
    for (const { id } of cards) expect(await harness.decide(id, 'confirm')).toBe('confirmed');
    expect(stage.answers()).toContain('two');
  });

  it('that looked harmless to the gate does nothing when it is not', async () => {
    const lying = harness.connecting(() => ({ riskOf: async () => READ_ONLY }));
    const chatId = await harness.chat();
    harness.steps({ calls: [bash('rm a.txt')] }, { text: 'Gone.' });
    await lying.say(chatId, 'Do it');
    expect(await harness.cards(chatId, 'pending')).toEqual([]);
    expect(stage.answers()).toContain('has not been shown');
    expect(text('a.txt')).toBe('one\n');
  });

  it('that changes something shows what, and does that when it is confirmed, also by another process', async () => {
    const chatId = await harness.chat();
    const before = snapshot(stage.folder.root);
    const [card] = await say(
      chatId,
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
    expect(snapshot(stage.folder.root)).toEqual(before);
    const restarted = harness.again([], stage.further());
    expect(await restarted.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(text('a.txt')).toBe('two\n');
    expect(Object.keys(snapshot(stage.folder.root))).toEqual(['a.txt', 'made', 'sub', 'sub/l']);
  });

  it('is not done where what it touches has changed since', async () => {
    const chatId = await harness.chat();
    const [card] = await say(chatId, 'rm a.txt');
    stage.folder.put('a.txt', 'theirs');
    await expect(harness.decide(card?.id ?? '', 'confirm')).rejects.toMatchObject({ code: 'changed' });
    expect(text('a.txt')).toBe('theirs');
  });

  it('is refused unasked where it says that it leaves, or its effect does', async () => {
    const chatId = await harness.chat();
    const before = snapshot(stage.folder.root);
    for (const command of ['curl http://x.example', 'sudo ls', 'rm -rf ~', 'ln -s / l']) {
      expect(await say(chatId, command)).toEqual([]);
      expect(stage.answers()).toMatch(/refused|leaves the workspace/);
    }
    expect(snapshot(stage.folder.root)).toEqual(before);
  });

  it('changes nothing in plan mode, and nothing unseen in yolo', async () => {
    const plan = await createChat(harness.deps.db, harness.admin, 'plan');
    expect(await say(plan, 'rm a.txt')).toEqual([]);
    expect(text('a.txt')).toBe('one\n');
    const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
    expect(await say(yolo, 'echo two >> a.txt')).toEqual([]);
    expect(stage.answers()).toContain('has not been shown');
    expect(text('a.txt')).toBe('one\n');
  });

  it('that changes what runs by itself, or may hold credentials, asks in yolo too', async () => {
    for (const command of ['mkdir -p .git/hooks; echo true > .git/hooks/post-commit', 'echo KEY=1 > .env']) {
      const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
      const [card] = await say(yolo, command);
      expect(card).toMatchObject({ tool: 'bash', risk: 'destructive', grantable: false });
      expect(JSON.stringify(card?.preview?.diffs ?? [])).not.toContain('KEY=1');
      expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    }
    expect(text('.git/hooks/post-commit')).toBe('true\n');
    expect(text('.env')).toBe('KEY=1\n');
  });

  it('is taken back with all of its answer, when somebody says so', async () => {
    const chatId = await harness.chat();
    const before = snapshot(stage.folder.root);
    const edit = { tool: 'str_replace', input: stage.folder.edit('a.txt', 'one', 'two') };
    harness.steps({ calls: [edit] }, { calls: [bash('mkdir sub; mv a.txt sub')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it');
    for (let nth = 0; nth < 2; nth += 1) {
      const [card] = await harness.cards(chatId, 'pending');
      expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    }
    expect(text('sub/a.txt')).toBe('two\n');
    const [, callId] = /"undo":"([^"]+)"/.exec(stage.answers().replaceAll('\\', '')) ?? [];
    const [card] = await stage.say(chatId, { tool: 'workspace_undo', input: { callId, all: true } });
    expect(card).toMatchObject({ tool: 'workspace_undo', risk: 'destructive' });
    expect(card?.preview?.lines.map(({ label, value }) => `${label} ${value}`)).toEqual(
      expect.arrayContaining(['Adds a.txt', 'Deletes sub', 'Deletes sub/a.txt']),
    );
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(snapshot(stage.folder.root)).toEqual(before);
  });

  it('does not do in yolo what another chat has on a card that waits', async () => {
    const [card] = await say(await harness.chat(), 'echo two >> a.txt');
    const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
    expect(await say(yolo, 'echo two >> a.txt')).toEqual([]);
    expect(stage.answers()).toContain('has not been shown');
    expect(text('a.txt')).toBe('one\n');
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(text('a.txt')).toBe('one\ntwo\n');
  });
});
