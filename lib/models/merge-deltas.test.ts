import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { mergeStream } from './merge-deltas';

type Part = LanguageModelV4StreamPart;
const delta = (text: string, id = 't'): Part => ({ type: 'text-delta', id, delta: text });
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

function controlled() {
  let controller!: ReadableStreamDefaultController<Part>;
  const seen: { cancelled?: unknown } = {};
  const stream = new ReadableStream<Part>({
    start(made) {
      controller = made;
    },
    cancel(reason) {
      seen.cancelled = reason;
    },
  });
  return { controller, stream, seen };
}

describe('mergeStream', () => {
  it('joins neighbouring deltas of one text that are there together, but for the first, in order', async () => {
    const { controller, stream } = controlled();
    const start: Part = { type: 'text-start', id: 't' };
    const end: Part = { type: 'text-end', id: 't' };
    const texts = [delta('first'), delta('a'), delta('b'), delta('c')];
    for (const part of [start, ...texts, end, delta('x', 'u'), delta('y', 'v')]) controller.enqueue(part);
    controller.close();
    const parts = await Array.fromAsync(mergeStream(stream));
    expect(parts).toEqual([start, delta('first'), delta('abc'), end, delta('x', 'u'), delta('y', 'v')]);
  });

  it('joins the pieces of a tool input, and leaves a delta with metadata alone', async () => {
    const { controller, stream } = controlled();
    controller.enqueue({ type: 'tool-input-delta', id: 'c', delta: '{"a"' });
    controller.enqueue({ type: 'tool-input-delta', id: 'c', delta: ':1}' });
    controller.enqueue({ ...delta('a'), providerMetadata: { p: { k: 1 } } } as Part);
    controller.enqueue(delta('b'));
    controller.close();
    const parts = await Array.fromAsync(mergeStream(stream));
    expect(parts.map((part) => ('delta' in part ? part.delta : part.type))).toEqual(['{"a":1}', 'a', 'b']);
  });

  it('passes what a slow model says as it comes', async () => {
    const { controller, stream } = controlled();
    const reader = mergeStream(stream).getReader();
    for (const word of ['one', 'two', 'three']) {
      const read = reader.read();
      await nextTurn();
      controller.enqueue(delta(word));
      expect((await read).value).toEqual(delta(word));
    }
  });

  it('delivers what came before an error, then the error', async () => {
    const { controller, stream } = controlled();
    const reader = mergeStream(stream).getReader();
    controller.enqueue(delta('before', 't'));
    controller.enqueue(delta('before', 'u'));
    // An error drops what nobody has read yet.
    while (controller.desiredSize !== 1) await nextTurn();
    controller.error(new Error('cut'));
    expect((await reader.read()).value).toEqual(delta('before', 't'));
    expect((await reader.read()).value).toEqual(delta('before', 'u'));
    await expect(reader.read()).rejects.toThrow('cut');
  });

  it('cancels the source with the reason', async () => {
    const { stream, seen } = controlled();
    await mergeStream(stream).cancel('enough');
    expect(seen.cancelled).toBe('enough');
  });
});
