import { describe, expect, it } from 'vitest';
import { mergeEvents } from './merge-events';

const textDelta = (delta: string, more: object = {}) => ({
  type: 'response.output_text.delta',
  item_id: 'm',
  output_index: 0,
  content_index: 0,
  delta,
  ...more,
});
const input = (delta: string) => ({ type: 'response.function_call_arguments.delta', item_id: 'f', delta });
const chat = (delta: object, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  ...more,
  choices: [{ index: 0, delta, finish_reason: null }],
});
const piece = (text: string) => chat({ tool_calls: [{ index: 0, function: { arguments: text } }] });
const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** The merged output of these reads, each of which arrives separately. */
async function merged(...reads: (string | Uint8Array)[]): Promise<string[]> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const read of reads) controller.enqueue(typeof read === 'string' ? Buffer.from(read) : read);
      controller.close();
    },
  });
  const all = await Array.fromAsync(mergeEvents(source));
  return all.map((read) => Buffer.from(read).toString('latin1'));
}

describe('mergeEvents', () => {
  it('joins neighbours that go on with one text, or with the arguments of one call', async () => {
    const done = { type: 'response.output_item.done', output_index: 0 };
    const read = sse(textDelta('a'), textDelta('b'), textDelta('"\\\n'), done, input('{"a"'), input(':1}'));
    expect(await merged(read)).toEqual([sse(textDelta('ab"\\\n'), done, input('{"a":1}'))]);
    const over = chat({ role: 'assistant', content: '' });
    const chunks = [over, chat({ content: 'a' }), chat({ content: 'b' }), piece('{'), piece('}')];
    expect(await merged(sse(...chunks))).toEqual([sse(over, chat({ content: 'ab' }), piece('{}'))]);
  });

  it('joins what differs in nothing but its number and its padding', async () => {
    const numbered = (at: number) => ({ sequence_number: at, obfuscation: 'x'.repeat(at) });
    const named = (event: object) => `event: response.output_text.delta\n${sse(event)}`;
    const [read] = await merged(named(textDelta('a', numbered(1))) + named(textDelta('b', numbered(2))));
    expect(read?.match(/^event: /gm)).toHaveLength(1);
    expect(read).toContain('"delta":"ab"');
  });

  it.each<[string, object[]]>([
    ['of two texts', [textDelta('a'), textDelta('b', { content_index: 1 })]],
    [
      'of two choices',
      [chat({ content: 'a' }), { ...chat({ content: 'b' }), choices: [{ index: 1, delta: {} }] }],
    ],
    ['that say more', [chat({ content: 'a', reasoning: 'r' }), chat({ content: 'b', reasoning: 'r' })]],
    [
      'of other kinds',
      [
        { type: 'response.audio.delta', delta: 'a' },
        { type: 'response.audio.delta', delta: 'b' },
      ],
    ],
    [
      'with what was used',
      [chat({ content: 'a' }, { usage: { total: 1 } }), chat({ content: 'b' }, { usage: { total: 1 } })],
    ],
    [
      'that name their call',
      ['a', 'b'].map((text) => chat({ tool_calls: [{ index: 0, id: 'x', function: { arguments: text } }] })),
    ],
    ['that are no words', [chat({ content: [{ text: 'a' }] }), chat({ content: [{ text: 'a' }] })]],
  ])('leaves events alone %s', async (_, events) => {
    expect(await merged(sse(...events))).toEqual([sse(...events)]);
  });

  it('keeps every byte of what it does not join, wherever the reads end', async () => {
    const all = Buffer.from(`: hello\r\n\r\n${sse(textDelta('é😀'), textDelta('b'))}data: [DONE]\n\n`);
    for (let cut = 1; cut < all.length; cut++) {
      const whole = await merged(all.subarray(0, cut), all.subarray(cut));
      const text = Buffer.from(whole.join(''), 'latin1').toString();
      const said = [...text.matchAll(/^data: (\{.*\})$/gm)].map((line) => JSON.parse(line[1] ?? '').delta);
      expect(said.join('')).toBe('é😀b');
      expect(text.startsWith(': hello\r\n\r\n') && text.endsWith('data: [DONE]\n\n')).toBe(true);
    }
  });

  it('hands on each read as it comes, an error after what came before it, and a cancel', async () => {
    let source!: ReadableStreamDefaultController<Uint8Array>;
    const seen: { cancelled?: unknown } = {};
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (controller) => {
          source = controller;
        },
        cancel: (reason) => {
          seen.cancelled = reason;
        },
      });
    const reader = mergeEvents(stream()).getReader();
    for (const word of ['one', 'two']) {
      const read = reader.read();
      source.enqueue(Buffer.from(sse(textDelta(word))));
      expect(Buffer.from((await read).value ?? []).toString()).toBe(sse(textDelta(word)));
    }
    source.error(new Error('cut'));
    await expect(reader.read()).rejects.toThrow('cut');
    await mergeEvents(stream()).cancel('enough');
    expect(seen.cancelled).toBe('enough');
  });

  describe('where words wait for one another as long as it takes', () => {
    const AN_HOUR = 3_600_000;
    let source!: ReadableStreamDefaultController<Uint8Array>;
    const open = () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          source = controller;
        },
      });
      return mergeEvents(stream, AN_HOUR).getReader();
    };
    const say = (...events: object[]) => source.enqueue(Buffer.from(sse(...events)));
    const textOf = (read: ReadableStreamReadResult<Uint8Array>) => Buffer.from(read.value ?? []).toString();

    it('the first pass at once, and what is no word takes along those that have waited', async () => {
      const reader = open();
      say(textDelta('a'));
      expect(textOf(await reader.read())).toBe(sse(textDelta('a')));
      const read = reader.read();
      for (const word of ['b', 'c', 'd']) say(textDelta(word));
      const done = { type: 'response.output_item.done', output_index: 0 };
      say(done);
      expect(textOf(await read)).toBe(sse(textDelta('bcd'), done));
      // Nor does that wait.
      say(done);
      expect(textOf(await reader.read())).toBe(sse(done));
    });

    it('the end, and an error, come after them', async () => {
      const reader = open();
      say(textDelta('a'));
      await reader.read();
      const read = reader.read();
      say(textDelta('b'));
      source.close();
      expect(textOf(await read)).toBe(sse(textDelta('b')));
      expect((await reader.read()).done).toBe(true);

      const broken = open();
      say(textDelta('a'));
      await broken.read();
      const last = broken.read();
      say(textDelta('b'));
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      source.error(new Error('cut'));
      expect(textOf(await last)).toBe(sse(textDelta('b')));
      await expect(broken.read()).rejects.toThrow('cut');
    });

    it('an event that has come in part is waited for, and much does not wait', async () => {
      const reader = open();
      say(textDelta('a'));
      await reader.read();
      const read = reader.read();
      const event = Buffer.from(sse(textDelta('b')));
      source.enqueue(event.subarray(0, 10));
      source.enqueue(event.subarray(10));
      const much = textDelta('c'.repeat(9_000));
      for (let times = 0; times < 8; times++) say(much);
      expect(textOf(await read)).toContain('c'.repeat(60_000));
    });
  });
});
