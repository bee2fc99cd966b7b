/** Responses of a malicious model server: none is buffered beyond its limits, and its connection ends there. */
import { streamText } from 'ai';
import { expect, test } from 'vitest';
import { bounding } from './bounded-answers';
import { openAiModel } from './openai';

const MB = 1_000_000;

/** A response that never ends. */
function endless(status: number, type: string, piece: string) {
  const bytes = Buffer.from(piece.repeat(Math.ceil(MB / piece.length)));
  const sent = { bytes: 0, isEnded: false };
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        sent.bytes += bytes.length;
        controller.enqueue(bytes);
      },
      cancel() {
        sent.isEnded = true;
      },
    });
  const ask = async () => new Response(body(), { status, headers: { 'content-type': type } });
  return { ask, sent };
}

const textOf = async (ask: () => Promise<Response>) => (await bounding(ask)('https://models.example')).text();

test('a refusal is read to where it has said enough', async () => {
  const { ask, sent } = endless(400, 'application/json', 'a');
  expect(await textOf(ask)).toBe('a'.repeat(100_000));
  expect(sent.isEnded).toBe(true);
});

test.each([
  ['in one piece', 'application/json', 'a', 17],
  ['of one line', 'text/event-stream', 'a', 9],
  ['of many events', 'text/event-stream', 'data: {}\n\n', 65],
])('an answer %s fails where it is longer than any can be', async (_what, type, piece, most) => {
  const { ask, sent } = endless(200, type, piece);
  await expect(textOf(ask)).rejects.toThrow('longer than what is taken');
  expect(sent.bytes).toBeLessThan((most + 3) * MB);
  expect(sent.isEnded).toBe(true);
});

test('others pass as they came', async () => {
  const answers = [new Response('{"a":1}'), new Response('no', { status: 404, statusText: 'Not there' })];
  for (const answer of answers) {
    const passed = await bounding(async () => answer.clone())('https://models.example');
    expect([passed.status, passed.statusText]).toEqual([answer.status, answer.statusText]);
    expect(await passed.text()).toBe(await answer.text());
  }
});

test.each([
  [400, 'application/json', 'a'],
  [200, 'text/event-stream', 'data: '],
])('a model whose server answers %i without end has failed, and no more', async (status, type, piece) => {
  const { ask, sent } = endless(status, type, piece);
  const { model } = openAiModel({ apiKey: 'x', model: 'm', api: 'chat' }, ask);
  const failed = Promise.withResolvers<unknown>();
  const onError = ({ error }: { error: unknown }) => failed.resolve(error);
  const { text } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError });
  await Promise.resolve(text).catch(() => undefined);
  expect(await failed.promise).toBeInstanceOf(Error);
  expect(sent.isEnded).toBe(true);
});
