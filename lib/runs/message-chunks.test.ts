/** Every answer is folded while others wait, so folding must handle anything that a model's server may send. */
import { describe, expect, it } from 'vitest';
import type { AmberMessage } from './chat-view';
import type { Chunk } from './follow/live';
import { foldChunks } from './message-chunks';

const base: AmberMessage = {
  id: 'm',
  role: 'assistant',
  parts: [{ type: 'text', text: 'old', state: 'done' }],
};
const call = (id: string): Chunk[] => [
  { type: 'tool-input-available', toolCallId: id, toolName: 'x', input: { a: 1 }, dynamic: true },
  { type: 'tool-output-available', toolCallId: id, output: { content: [] }, dynamic: true },
];

describe('chunks folded into a message', () => {
  it('are added to what was there, which stays as it was', async () => {
    const folded = await foldChunks(base, [{ type: 'start-step' }, ...call('c')]);
    expect(folded.parts.map(({ type }) => type)).toEqual(['text', 'step-start', 'dynamic-tool']);
    expect(folded.parts[2]).toMatchObject({ state: 'output-available', output: { content: [] } });
    expect(base.parts).toHaveLength(1);
  });

  it('are kept up to one that fits nothing', async () => {
    const misfit: Chunk = { type: 'tool-output-available', toolCallId: 'nobody', output: 1 };
    const folded = await foldChunks(base, [{ type: 'start-step' }, ...call('c'), misfit, ...call('d')]);
    expect(folded.parts.slice(0, 3)).toMatchObject([{}, {}, { toolCallId: 'c', state: 'output-available' }]);
    expect(folded.parts).toHaveLength(3);
  });

  it('may be many, and large: neither time nor memory grows with their square', async () => {
    const pieces = Array.from({ length: 5000 }, (_, at): Chunk[] => [
      { type: 'text-start', id: `t${at}` },
      { type: 'text-delta', id: `t${at}`, delta: 'x'.repeat(2000) },
      { type: 'text-end', id: `t${at}` },
    ]);
    expect((await foldChunks(base, pieces.flat())).parts).toHaveLength(5001);
  });
});
