/** A reader of a stream up to any point gets exactly the missing part. */
import { describe, expect, it } from 'vitest';
import type { AmberMessage } from './chat-view';
import { appendMerged, type Chunk } from './follow/live';
import { foldChunks } from './message-chunks';
import { differenceOf } from './message-difference';
import { closeText } from './message-parts';

const EMPTY: AmberMessage = { id: 'm', role: 'assistant', parts: [] };
const call = { toolCallId: 'c1', dynamic: true } as const;

const STREAM: Chunk[] = [
  { type: 'start', messageId: 'm' },
  { type: 'start-step' },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm, ' },
  { type: 'reasoning-delta', id: 'r', delta: 'well.' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'One ' },
  { type: 'text-delta', id: 't', delta: 'two.' },
  { type: 'text-end', id: 't' },
  { type: 'tool-input-available', toolName: 'look', input: { a: 1 }, ...call },
  { type: 'data-call', id: 'c1', data: { toolCallId: 'c1', outcome: 'running' } as never },
  { type: 'tool-output-available', output: { b: 2 }, ...call },
  { type: 'data-call', id: 'c1', data: { toolCallId: 'c1', outcome: 'success' } as never },
  { type: 'finish-step' },
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Three.' },
  { type: 'text-end', id: 't' },
  { type: 'tool-input-available', toolCallId: 'c2', toolName: 'drop', input: {}, dynamic: true },
  { type: 'tool-approval-request', approvalId: 'a2', toolCallId: 'c2' },
  { type: 'data-notice', data: { text: 'Stopped.' } },
];

async function messageOf(chunks: Chunk[]): Promise<AmberMessage> {
  const message = await foldChunks(EMPTY, chunks);
  return { ...message, parts: closeText(message.parts) };
}

describe('what is missing of a message', () => {
  it('completes a stream that was cut anywhere', async () => {
    const stored = await messageOf(STREAM);
    for (let cut = 1; cut <= STREAM.length; cut++) {
      const read: Chunk[] = [];
      for (const chunk of STREAM.slice(0, cut)) appendMerged(read, chunk);
      const said = await foldChunks(EMPTY, read);
      const more = differenceOf(said, stored, read);
      const complete = await foldChunks(EMPTY, [...read, ...more]);
      expect(complete.parts, `cut after ${cut}`).toEqual(stored.parts);
    }
  });

  it('tells no call twice because of what a provider said of its result', async () => {
    const told = STREAM.map((chunk): Chunk => {
      return chunk.type === 'tool-output-available'
        ? { ...chunk, providerMetadata: { openai: { itemId: 'f' } } }
        : chunk;
    });
    const stored = await messageOf(STREAM);
    const read = told.slice(
      0,
      told.findLastIndex(({ type }) => type === 'text-delta'),
    );
    const more = differenceOf(await foldChunks(EMPTY, read), stored, read);
    const complete = await foldChunks(EMPTY, [...read, ...more]);
    expect(complete.parts.map(({ type }) => type)).toEqual(stored.parts.map(({ type }) => type));
  });

  it('is nothing where everything was read, also as the database gives it back', async () => {
    const stored = await messageOf(STREAM);
    const said = await foldChunks(EMPTY, STREAM);
    // The database stores nothing that is undefined, but a stream may contain it.
    for (const part of said.parts)
      if (part.type === 'dynamic-tool') Object.assign(part, { rawInput: undefined });
    expect(differenceOf(said, stored, STREAM)).toEqual([]);
    expect(differenceOf(said, JSON.parse(JSON.stringify(stored)), STREAM)).toEqual([]);
  });

  it('tells what was decided meanwhile, and what came of it', async () => {
    const said = await foldChunks(EMPTY, STREAM);
    for (const [approved, reason] of [
      [true, undefined],
      [false, 'not this one'],
    ] as const) {
      const parts = said.parts.map((part) =>
        part.type === 'dynamic-tool' && part.toolCallId === 'c2'
          ? {
              ...part,
              state: 'approval-responded',
              approval: { id: 'a2', approved, ...(reason && { reason }) },
            }
          : part,
      ) as AmberMessage['parts'];
      const complete = await foldChunks(EMPTY, [
        ...STREAM,
        ...differenceOf(said, { ...said, parts }, STREAM),
      ]);
      expect(complete.parts).toEqual(parts);
    }
  });
});
