/** A widely used server, through a real run: what asks, what runs, and what is in its folder afterwards. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { readMedia } from '@/lib/execution/call-media';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { binOf, programConfig, smallServer } from './testing/programs';

/** Reads something in two steps, and reports the first. */
const COUNTING = `
  const tools = () => [tool('count', { annotations: { readOnlyHint: true } })];
  const call = (params, answer) => {
    const { progressToken } = params._meta;
    say({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2, message: 'one of two' } });
    setTimeout(() => answer(text('two')), 20);
  };`;

describe.each(testDatabases)('servers of npm on $name', ({ open }) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amber-files-')));
  const note = join(folder, 'note.txt');
  let harness: RunHarness;
  let close: () => Promise<void>;

  beforeAll(async () => {
    writeFileSync(note, 'what the note says');
    const program = { args: [binOf('@modelcontextprotocol/server-filesystem'), folder] };
    const opened = await open();
    harness = await RunHarness.open(opened, [
      programConfig('files', program),
      programConfig('vouched', program, { trusted: true }),
      programConfig('every', { args: [binOf('@modelcontextprotocol/server-everything')] }),
      programConfig('slow', { args: [smallServer(COUNTING)] }, { trusted: true }),
    ]);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['files', 'vouched', 'every', 'slow'] });
    close = () => Promise.all([opened.close(), harness.closeConnections()]).then(() => {});
  });
  afterAll(() => close());

  /** The model calls one tool; returns its outcome, and the card if there is one. */
  async function order(tool: string, input: object) {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool, input }] });
    await harness.say(chatId, 'Do it');
    const [card] = await harness.cards(chatId, 'pending');
    const states = async () =>
      (await harness.messages(chatId)).flatMap(({ parts }) => parts.filter(isCall).map(({ state }) => state));
    return { chatId, card, states };
  }

  it('asks before it reads while nobody vouches for it, whatever it declares', async () => {
    const { card, states } = await order('files__read_text_file', { path: note });
    expect(card).toMatchObject({ server: 'files', tool: 'read_text_file', trusted: false });
    expect(await states()).toEqual(['approval-requested']);
    await harness.decide(card?.id ?? '', 'confirm');
    expect(await states()).toEqual(['output-available']);
  });

  it('reads at once when somebody vouches for it', async () => {
    const { card, states } = await order('vouched__read_text_file', { path: note });
    expect(card).toBeUndefined();
    expect(await states()).toEqual(['output-available']);
  });

  it('shows a picture to the page, and tells the model of it', async () => {
    const { chatId, card } = await order('every__get-tiny-image', {});
    harness.steps({ text: 'There it is.' });
    await harness.decide(card?.id ?? '', 'confirm');
    const calls = (await harness.messages(chatId)).flatMap(({ parts }) => parts.filter(isCall));
    const { content } = Object(calls[0]?.output) as { content: { type: string; at?: string }[] };
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    const kept = await readMedia(harness.deps.db, harness.admin.teamId, content[1]?.at ?? '');
    expect(kept?.bytes.toString('base64')).toMatch(/^iVBORw0/);
    const read = JSON.stringify(harness.prompts.at(-1)?.prompt);
    expect(read).toContain('[image, image/png, ');
    expect(read).not.toContain('iVBORw0');
  });

  it('tells those who follow how far a call is, and at its end that it has ended', async () => {
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'slow__count', input: {} }] });
    const chunks = await harness.say(chatId, 'Count');
    const told = chunks.flatMap((chunk) => (chunk.type === 'data-call' ? [chunk.data] : []));
    const steps = told.flatMap(({ progress }) => (progress ? [progress] : []));
    expect(steps).toEqual([{ progress: 1, total: 2, message: 'one of two' }]);
    expect(told.at(-1)).toMatchObject({ outcome: 'success' });
    const parts = (await harness.messages(chatId)).flatMap((message) => message.parts);
    const stored = parts.flatMap((part) => (part.type === 'data-call' ? [part.data] : []));
    expect(stored).toEqual([expect.objectContaining({ outcome: 'success' })]);
    expect(stored[0]).not.toHaveProperty('progress');
  });

  it.each(['files', 'vouched'])(
    'asks before it writes (%s), and writes when it was confirmed',
    async (server) => {
      const path = join(folder, `${server}-${Date.now()}.txt`);
      const { card, states } = await order(`${server}__write_file`, { path, content: 'new' });
      expect(await states()).toEqual(['approval-requested']);
      expect(existsSync(path)).toBe(false);
      await harness.decide(card?.id ?? '', 'confirm');
      expect(readFileSync(path, 'utf8')).toBe('new');
      const cancelled = await order(`${server}__write_file`, { path, content: 'other' });
      await harness.decide(cancelled.card?.id ?? '', 'cancel');
      expect(readFileSync(path, 'utf8')).toBe('new');
    },
  );
});
