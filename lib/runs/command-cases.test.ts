/**
 * The collected commands as a model orders them, through the gate: one that would change something never does so
 * without asking, one that only reads asks nobody, and one that needs more than the workspace gets nothing. The second
 * set is by somebody who had seen none of the code.
 */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CommandCase, commandCases, isEater } from '@/mcp/workspace/commands/testing/cases';
import { noSandbox, snapshot } from '@/mcp/workspace/commands/testing/place';
import { SECRET } from '@/mcp/workspace/testing/folder';
import { WorkspaceStage } from './testing/workspace-stage';

const skip = (await noSandbox()) !== undefined;
const FILES = {
  'package.json': '{ "name": "small", "type": "module", "scripts": { "test": "true" } }\n',
  'README.md': '# Small\n\nOne, two: three = four\n',
  'my file.txt': 'one\ntwo\n',
  '.env': `KEY=${SECRET}\n`,
  a: 'a\nb\nneedle\n',
  big: 'x\n'.repeat(2_000),
  'src/index.ts': 'export const answer = 42;\n',
  'src/deep/down.ts': 'export {};\n',
  'sub/file': 'below\n',
  'x.sh': '#!/bin/bash\nrm -rf src\n',
};
/** `COMMAND_CASES=all` takes all of them, some 220 runs with a sandbox each. */
const EVERY = 4;
/** For a whole set, each command in a sandbox of its own. */
const PATIENCE_MS = 300_000;
/** Commands that name missing files, or fail before they have changed anything. */
const MOST_WITHOUT_EFFECT = 30;

let stage: WorkspaceStage;

beforeAll(async () => {
  stage = await WorkspaceStage.open();
  stage.reset(FILES);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: stage.folder.root, env: { ...process.env, ...AUTHOR } });
  git('init', '-q');
  git('add', 'package.json', 'README.md', 'src');
  git('commit', '-qm', 'One');
  stage.folder.put('src/index.ts', 'export const answer = 43;\n');
  git('commit', '-qam', 'Two');
});
afterAll(() => stage.close());

describe.each(['first', 'second'] as const)('the %s set', (set) => {
  const all = commandCases(set).filter((one) => !isEater(one));
  const cases = process.env.COMMAND_CASES === 'all' ? all : all.filter((_, nth) => nth % EVERY === 0);

  it.skipIf(skip)(
    'asks nobody about what only reads, and runs nothing else unasked',
    async () => {
      const before = snapshot(stage.folder.root);
      const wrong: unknown[] = [];
      let withoutEffect = 0;
      for (const one of cases) {
        const { cards, answered } = await order(one);
        const isAsked = cards > 0;
        if (one.expect === 'read' && (isAsked || /refused|not let Amber/.test(answered))) wrong.push(one.id);
        if (one.expect === 'refuse' && answered.includes(SECRET)) wrong.push([one.id, answered]);
        if (!isAsked && /write|destructive/.test(one.expect) && !answered.includes('refused'))
          withoutEffect += 1;
        expect(snapshot(stage.folder.root), one.id).toEqual(before);
      }
      expect(wrong).toEqual([]);
      expect(withoutEffect).toBeLessThan(MOST_WITHOUT_EFFECT);
    },
    PATIENCE_MS,
  );

  it('runs what is known to only read, and nothing else, on a machine without namespaces', async () => {
    const before = snapshot(stage.folder.root);
    pretendOtherSystem();
    let run = 0;
    for (const one of cases) {
      const { answered, cards } = await order(one);
      const isRun = /exit\\*":/.test(answered);
      if (one.expect !== 'read') expect(isRun, one.id).toBe(false);
      else expect(cards, one.id).toBe(0);
      if (isRun) run += 1;
    }
    // The second set has two known ones, and a part of it may have none.
    if (set === 'first') expect(run).toBeGreaterThan(0);
    expect(snapshot(stage.folder.root)).toEqual(before);
  });
});

const AUTHOR = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@x.example',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@x.example',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** @returns the number of pending cards, and what the model read if there is none */
async function order({ input }: CommandCase): Promise<{ cards: number; answered: string }> {
  const chatId = await stage.harness.chat();
  const cards = await stage.say(chatId, { tool: 'bash', input: { command: input } });
  return { cards: cards.length, answered: cards.length > 0 ? '' : stage.answers() };
}

/** Only Linux has the namespaces. */
function pretendOtherSystem(): void {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'freebsd' });
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform });
  });
}
