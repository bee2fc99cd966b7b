/**
 * Files that hold credentials, or run by themselves later: a person is asked about each call, in every mode, without
 * exception.
 */
import { symlinkSync, unlinkSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChat } from './chats';
import type { RunHarness } from './testing/run-harness';
import { WorkspaceStage } from './testing/workspace-stage';

let stage: WorkspaceStage;
let harness: RunHarness;

beforeAll(async () => {
  stage = await WorkspaceStage.open();
  ({ harness } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset({ '.env': 'KEY=4711', 'key.pem': 'other', 'a.txt': 'plain' }));

const chat = (mode: 'plan' | 'default' | 'yolo') => createChat(harness.deps.db, harness.admin, mode);
const read = (path: string) => ({ tool: 'read_file', input: { path } });
const write = () => {
  const hash = stage.folder.hash('.env');
  return { tool: 'write_file', input: { path: '.env', content: 'KEY=0815', hash } };
};

describe('what may hold credentials', () => {
  it.each(['plan', 'default', 'yolo'] as const)('is read when somebody says so, in %s', async (mode) => {
    const chatId = await chat(mode);
    const [card] = await stage.say(chatId, read('.env'));
    expect(card).toMatchObject({ tool: 'read_file', risk: 'read-only', grantable: false });
    expect(card?.preview?.lines[0]).toEqual({ label: 'Read', value: '.env' });
    expect(stage.answers()).not.toContain('4711');
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(stage.answers()).toContain('4711');
    // The next call is a different one.
    expect(await stage.say(chatId, read('.env'))).toHaveLength(1);
  });

  it('is not read when somebody says no, and what is plain beside it is not asked about', async () => {
    const chatId = await chat('default');
    const [card, ...others] = await stage.say(chatId, read('a.txt'), read('.env'));
    expect(others).toEqual([]);
    expect(await harness.decide(card?.id ?? '', 'cancel')).toBe('cancelled');
    expect(stage.answers()).not.toContain('4711');
    expect(stage.answers()).toContain('plain');
  });

  it('is written in yolo when somebody says so, and the card keeps nothing of what it held', async () => {
    const [card] = await stage.say(await chat('yolo'), write());
    expect(card).toMatchObject({
      tool: 'write_file',
      risk: 'destructive',
      reason: expect.stringContaining('every mode'),
    });
    expect(JSON.stringify(card?.preview)).not.toContain('4711');
    expect(stage.text('.env')).toBe('KEY=4711');
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(stage.text('.env')).toBe('KEY=0815');
  });

  it('is asked about whatever a team allows', async () => {
    await harness.rule('write_file', { server: 'workspace', effect: 'allow' });
    try {
      expect(await stage.say(await chat('default'), write())).toHaveLength(1);
      await harness.rule('write_file', { server: 'workspace', effect: 'two_admins' });
      expect(await stage.say(await chat('yolo'), write())).toMatchObject([{ requirement: 'two_admins' }]);
    } finally {
      await harness.rule('write_file', { server: 'workspace' });
    }
  });

  it('behind a link is named on the card, and another file behind it is not read', async () => {
    symlinkSync('.env', stage.folder.path('notes'));
    const [card] = await stage.say(await chat('default'), read('notes'));
    expect(card?.preview?.lines[0]).toEqual({ label: 'Read', value: '.env' });
    unlinkSync(stage.folder.path('notes'));
    symlinkSync('key.pem', stage.folder.path('notes'));
    await expect(harness.decide(card?.id ?? '', 'confirm')).rejects.toMatchObject({ code: 'changed' });
    expect(stage.answers()).not.toContain('other');
  });

  it('is neither read nor written when nobody could be asked', async () => {
    const deaf = harness.connecting(() => ({ riskOf: async () => null }));
    const chatId = await chat('yolo');
    harness.steps({ calls: [read('.env'), write()] }, { text: 'No.' });
    await deaf.say(chatId, 'Do it');
    expect(await harness.cards(chatId, 'pending')).toEqual([]);
    expect(stage.answers()).toContain('without a person');
    expect(stage.answers()).not.toContain('4711');
    expect(stage.text('.env')).toBe('KEY=4711');
  });

  it('waits for a person, in yolo too, when nobody knows what is touched', async () => {
    const deaf = harness.connecting(() => ({ riskOf: () => Promise.reject(new Error('away')) }));
    const chatId = await chat('yolo');
    harness.steps({ calls: [read('.env'), write()] }, { text: 'No.' });
    await deaf.say(chatId, 'Do it');
    const cards = await harness.cards(chatId, 'pending');
    expect(cards.map(({ tool }) => tool)).toEqual(['read_file', 'write_file']);
    expect(stage.text('.env')).toBe('KEY=4711');
  });
});

it('what runs by itself later is made, changed and moved only when somebody says so, in yolo too', async () => {
  stage.folder.put('.git/hooks/x', 'true');
  const orders = [
    { tool: 'make_directory', input: { path: 'sub/.githooks' } },
    { tool: 'delete_file', input: { path: '.git/hooks/x' } },
    { tool: 'move_file', input: { from: 'a.txt', to: '.git/hooks/y' } },
    { tool: 'write_file', input: { path: '.husky', content: 'x' } },
  ];
  const cards = await stage.say(await chat('yolo'), ...orders);
  expect(cards.map(({ tool }) => tool)).toEqual(orders.map(({ tool }) => tool));
  for (const { id } of cards) expect(await harness.decide(id, 'confirm')).toBe('confirmed');
  expect(stage.text('.git/hooks/y')).toBe('plain');
  expect(stage.text('.husky')).toBe('x');
});
