/** Background commands end with the answer that began them: their changes are shown on a card, or discarded. */
import { readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { noSandbox, snapshot } from '@/mcp/workspace/commands/testing/place';
import { createChat } from './chats';
import { stopRun } from './stop';
import type { RunHarness, Step } from './testing/run-harness';
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

const begin = (command: string) => ({ tool: 'bash', input: { command, background: true } });
/** Id of the process that the last step began, as the model reads it. */
const idNow = () => /[0-9a-f]{32}/.exec(stage.answers())?.[0] ?? '';
const waitFor = () => ({ tool: 'bash_output', input: { id: idNow(), wait: 30 } });
/** Has the model take these steps. @returns the cards that are pending then */
async function say(chatId: string, ...steps: (Step | (() => Step))[]) {
  let next = 0;
  harness.script = () => {
    const step = steps[next++] ?? { text: 'So it is.' };
    return typeof step === 'function' ? step() : step;
  };
  await harness.say(chatId, 'Do it');
  return harness.cards(chatId, 'pending');
}
const left = () => readdirSync(`${stage.folder.layers}/background`);
const rows = (chatId: string) =>
  harness.deps.db
    .select({ tool: schema.calls.tool, risk: schema.calls.risk, status: schema.calls.status })
    .from(schema.calls)
    .where(eq(schema.calls.chatId, chatId))
    .orderBy(schema.calls.seq);
const CHANGING = 'echo two > a.txt; echo made; sleep 6543210';

describe.skipIf(skip)('an answer with a command in the background', () => {
  it('asks at its end about what that has changed, by a card of its own, and does it when it is confirmed', async () => {
    const chatId = await harness.chat();
    const [card, ...others] = await say(
      chatId,
      { calls: [begin(CHANGING)] },
      () => ({ calls: [waitFor()] }),
      { text: 'I am done.' },
    );
    expect(others).toEqual([]);
    expect(card).toMatchObject({ tool: 'bash_end', risk: 'destructive' });
    expect(card?.preview?.lines.slice(0, 3)).toEqual([
      { label: 'Command', value: CHANGING },
      { label: 'Effect', value: '1 change' },
      { label: 'Changes', value: 'a.txt' },
    ]);
    expect(stage.text('a.txt')).toBe('one\n');
    expect(await rows(chatId)).toMatchObject([
      { tool: 'bash', risk: 'read-only', status: 'success' },
      { tool: 'bash_output', risk: 'read-only', status: 'success' },
      { tool: 'bash_end', risk: 'destructive', status: 'permission_required' },
    ]);
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(stage.text('a.txt')).toBe('two\n');
    expect(stage.answers()).toContain('changes \\"a.txt\\"'.replaceAll('\\"', String.raw`\\\"`));
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
    expect(left()).toEqual([]);
  });

  it('throws it away when the card is cancelled', async () => {
    const chatId = await harness.chat();
    const [card] = await say(chatId, { calls: [begin(CHANGING)] }, () => ({ calls: [waitFor()] }));
    expect(await harness.decide(card?.id ?? '', 'cancel')).toBe('cancelled');
    expect(stage.text('a.txt')).toBe('one\n');
    expect(left()).toEqual([]);
  });

  it('does not offer once more what a person has cancelled', async () => {
    const chatId = await harness.chat();
    const [card] = await say(
      chatId,
      { calls: [begin(CHANGING)] },
      () => ({ calls: [waitFor()] }),
      () => ({ calls: [{ tool: 'bash_end', input: { id: idNow() } }] }),
    );
    expect(await harness.decide(card?.id ?? '', 'cancel')).toBe('cancelled');
    expect(await harness.cards(chatId, 'pending')).toEqual([]);
    expect(stage.text('a.txt')).toBe('one\n');
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
    expect(left()).toEqual([]);
  });

  it('asks nothing where nothing was changed', async () => {
    const chatId = await harness.chat();
    expect(
      await say(chatId, { calls: [begin('cat a.txt; sleep 6543211')] }, () => ({ calls: [waitFor()] })),
    ).toEqual([]);
    expect((await harness.runs(chatId)).at(-1)).toBe('done');
    expect(left()).toEqual([]);
  });

  it('is asked when the model ends it, and goes on after it', async () => {
    const chatId = await harness.chat();
    const [card] = await say(
      chatId,
      { calls: [begin(CHANGING)] },
      () => ({ calls: [waitFor()] }),
      () => ({ calls: [{ tool: 'bash_end', input: { id: idNow() } }] }),
    );
    expect(card).toMatchObject({ tool: 'bash_end', risk: 'destructive' });
    await harness.decide(card?.id ?? '', 'confirm');
    expect(stage.text('a.txt')).toBe('two\n');
    expect((await rows(chatId)).filter(({ tool }) => tool === 'bash_end')).toHaveLength(1);
  });

  it('is confirmed by another process as well, where the effect is as the card showed it', async () => {
    const chatId = await harness.chat();
    const [card] = await say(chatId, { calls: [begin(CHANGING)] }, () => ({ calls: [waitFor()] }));
    const restarted = harness.again([], stage.further());
    expect(await restarted.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(stage.text('a.txt')).toBe('two\n');
  });

  it('has nothing done in yolo, where no card is shown', async () => {
    const yolo = await createChat(harness.deps.db, harness.admin, 'yolo');
    expect(await say(yolo, { calls: [begin(CHANGING)] }, () => ({ calls: [waitFor()] }))).toEqual([]);
    expect(stage.text('a.txt')).toBe('one\n');
    expect(await rows(yolo)).toContainEqual(expect.objectContaining({ tool: 'bash_end', status: 'error' }));
    expect(left()).toEqual([]);
  });

  it('goes on while the answer waits for something else, and ends when that is given up', async () => {
    const chatId = await harness.chat();
    const edit = { tool: 'str_replace', input: stage.folder.edit('a.txt', 'one', 'three') };
    const [card, ...others] = await say(
      chatId,
      { calls: [begin('echo two > b; echo made; sleep 6543212')] },
      () => ({ calls: [waitFor()] }),
      { calls: [edit] },
    );
    expect(card).toMatchObject({ tool: 'str_replace' });
    expect(others).toEqual([]);
    expect(left()).toHaveLength(1);
    await harness.say(chatId, 'Never mind');
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    expect(Object.keys(snapshot(stage.folder.root))).toEqual(['a.txt']);
  });

  it('leaves nothing when it is stopped', async () => {
    const chatId = await harness.chat();
    const { promise: hold, resolve } = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const last = () => {
      reached.resolve();
      return { hold, text: 'Never said.' };
    };
    const said = say(chatId, { calls: [begin(CHANGING)] }, () => ({ calls: [waitFor()] }), last);
    await reached.promise;
    const stopped = stopRun(harness.deps.db, harness.admin, chatId);
    resolve();
    expect(await stopped).toMatchObject({ stopped: true });
    expect(await said).toEqual([]);
    expect((await harness.runs(chatId)).at(-1)).toBe('stopped');
    expect(left()).toEqual([]);
    expect(stage.text('a.txt')).toBe('one\n');
  });

  it('leaves nothing when it fails', async () => {
    const chatId = await harness.chat();
    const steps = [{ calls: [begin(CHANGING)] }, () => ({ calls: [waitFor()] }), { error: 'Broken.' }];
    expect(await say(chatId, ...steps)).toEqual([]);
    expect((await harness.runs(chatId)).at(-1)).toBe('failed');
    expect(stage.text('a.txt')).toBe('one\n');
    expect(left()).toEqual([]);
  });
});
