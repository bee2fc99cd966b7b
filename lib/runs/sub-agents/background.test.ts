/** A sub-agent's background command ends with its run, and asks there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noSandbox } from '@/mcp/workspace/commands/testing/place';
import { SubAgentsHarness } from '../testing/sub-agents-harness';

const skip = (await noSandbox()) !== undefined;
let tree: SubAgentsHarness;

beforeAll(async () => {
  tree = await SubAgentsHarness.open();
});
afterAll(() => tree.close());
beforeEach(() => tree.reset({ 'a.txt': 'one\n' }));

const TASK = 'Change a.txt';
const command = 'echo two > a.txt; echo made; sleep 5432109';
/** Waits for the first output of the command that the previous step began. */
const reading = {
  get calls() {
    const [, id = ''] = /id[\\":]+([0-9a-f]{32})/.exec(tree.readBy(TASK)) ?? [];
    return [{ tool: 'bash_output', input: { id, wait: 30 } }];
  },
};

describe.skipIf(skip)('a sub-agent with a command in the background', () => {
  it('asks at its own end, and what was confirmed is told above', async () => {
    tree.script({
      person: [{ calls: [tree.delegate(TASK)] }, { text: 'So it is done.' }],
      [TASK]: [{ calls: [{ tool: 'bash', input: { command, background: true } }] }, reading],
    });
    const chatId = await tree.say('Do it');
    expect(await tree.runsOf(chatId)).toEqual(['0 waiting', '1 waiting']);
    const card = await tree.card(chatId);
    expect(card).toMatchObject({ tool: 'bash_end' });
    expect(tree.stage.text('a.txt')).toBe('one\n');
    expect(await tree.harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    await tree.rest();
    expect(tree.stage.text('a.txt')).toBe('two\n');
    expect(await tree.runsOf(chatId)).toEqual(['0 done', '1 done']);
    expect(tree.readBy('person')).toContain(`Done, ${TASK}.`);
  });
});
