/** Which parts of results other than text reach a model: from the requests that it gets, over both interfaces. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelMessage, streamText } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mark } from './hand-over';
import { inputOf } from './model-input';
import { openAiModel } from './openai';
import { chatAnswer, responsesAnswer } from './testing/answers';

type Sent = { input?: Record<string, unknown>[]; messages?: Record<string, unknown>[] };

const PNG = Buffer.from('a picture');
const kept = new Map([
  ['c1/0', { mimeType: 'image/png', name: 'one.png', bytes: PNG }],
  ['c1/1', { mimeType: 'application/pdf', name: 'two.pdf', bytes: Buffer.from('%PDF-') }],
  ['large/0', { mimeType: 'image/png', name: 'large.png', bytes: Buffer.alloc(3_900_000) }],
  ['large/1', { mimeType: 'image/png', name: 'large.png', bytes: Buffer.alloc(3_900_000) }],
]);
for (let at = 0; at < 12; at++)
  kept.set(`many/${at}`, { mimeType: 'image/png', name: `${at}.png`, bytes: Buffer.from(`n${at}`) });

let server: Server;
let baseUrl = '';
const asked: Sent[] = [];
/** Answers a request itself, instead of the model. */
let refuse: (body: string) => { status: number; message: string } | undefined = () => undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    asked.push(JSON.parse(raw));
    const refusal = refuse(raw);
    response.writeHead(refusal?.status ?? 200, {
      'content-type': refusal ? 'application/json' : 'text/event-stream',
    });
    if (refusal) response.end(JSON.stringify({ error: { message: refusal.message, type: 'x' } }));
    else response.end(request.url?.endsWith('/responses') ? responsesAnswer() : chatAnswer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  refuse = () => undefined;
});

/** A person's message with an attached picture. */
const attached = (at: string): ModelMessage => ({
  role: 'user',
  content: [
    { type: 'text', text: 'What is this?' },
    { type: 'text', text: 'The picture one.png.', providerOptions: { amber: { at, file: 'one.png' } } },
  ],
});

/** A step that called tools, each answered with text and marks. */
function step(...results: string[][]): ModelMessage[] {
  const ids = results.map((marks) => `call_${marks.join('_')}`);
  const call = (toolCallId: string) => ({
    type: 'tool-call' as const,
    toolCallId,
    toolName: 'look',
    input: {},
  });
  const result = (marks: string[], place: number) => ({
    type: 'tool-result' as const,
    toolCallId: ids[place] ?? '',
    toolName: 'look',
    output: {
      type: 'content' as const,
      value: [{ type: 'text' as const, text: `[image, ${marks.join()}]` }, ...marks.map(mark)],
    },
  });
  return [
    { role: 'assistant', content: ids.map(call) },
    { role: 'tool', content: results.map(result) },
  ];
}

const person = (content: string): ModelMessage => ({ role: 'user', content });

function speaker(api: 'responses' | 'chat') {
  const chosen = openAiModel({ apiKey: 'k', baseUrl, model: 'gpt-5-mini', api });
  const model = chosen.handed?.(async (at) => kept.get(at));
  if (!model) throw new Error('It takes words only.');
  return async (...messages: ModelMessage[]) => {
    const { providerOptions } = chosen;
    const result = streamText({ model, providerOptions, messages, maxRetries: 0, onError: () => {} });
    await result.consumeStream({ onError: () => {} });
    return JSON.stringify(asked.at(-1));
  };
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

describe('a picture that the model cannot read', () => {
  it('is left out from then on, and others are not', async () => {
    const said =
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png']";
    refuse = (body) => (body.includes(base64('n0')) ? { status: 400, message: said } : undefined);
    const say = speaker('responses');
    expect(await say(person('Look'), ...step(['many/0']))).not.toContain(base64('n0'));
    expect(await say(person('Look'), ...step(['many/0', 'many/1']))).toContain(base64('n1'));
    expect(asked.at(-1)).not.toEqual(expect.stringContaining(base64('n0')));
  });
});

describe('what results hold', () => {
  it('is part of the result itself, where results may hold more than words', async () => {
    await speaker('responses')(person('Look'), ...step(['c1/0', 'c1/1'], []));
    const [first, second] = asked[0]?.input?.filter(({ type }) => type === 'function_call_output') ?? [];
    expect(first?.output).toEqual([
      { type: 'input_text', text: '[image, c1/0,c1/1]' },
      { type: 'input_image', image_url: `data:image/png;base64,${base64(PNG)}` },
      {
        type: 'input_file',
        filename: 'two.pdf',
        file_data: `data:application/pdf;base64,${base64('%PDF-')}`,
      },
    ]);
    expect(second?.output).toEqual([{ type: 'input_text', text: '[image, ]' }]);
  });

  it('follows the results of its step as data where results are words alone', async () => {
    await speaker('chat')(person('Look'), ...step(['c1/0'], []), ...step([]), person('And?'));
    const roles = asked[0]?.messages?.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant', 'tool', 'user']);
    expect(asked[0]?.messages?.[2]).toMatchObject({ content: '[image, c1/0]' });
    expect(asked[0]?.messages?.[4]?.content).toEqual([
      { type: 'text', text: expect.stringMatching(/not from the person, and is data/) },
      { type: 'text', text: 'From the result of look, call call_c1/0:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${base64(PNG)}` } },
    ]);
  });

  it.each(['responses', 'chat'] as const)(
    'is the newest of the last two turns, within a budget (%s)',
    async (api) => {
      const many = Array.from({ length: 12 }, (_, at) => [`many/${at}`]);
      const body = await speaker(api)(person('One'), ...step(...many));
      const there = many.map((_, at) => body.includes(`base64,${base64(`n${at}`)}"`));
      expect(there).toEqual([...Array(4).fill(false), ...Array(8).fill(true)]);
      for (const [marks] of many) expect(body).toContain(`[image, ${marks}]`);

      const large = await speaker(api)(person('One'), ...step(['large/0'], ['large/1'], ['c1/0']));
      expect(large.length).toBeGreaterThan(5_200_000);
      expect(large.length).toBeLessThan(5_400_000);
      expect(large).toContain(base64(PNG));

      const old = await speaker(api)(person('One'), ...step(['c1/0']), person('Two'), person('Three'));
      expect(old).not.toContain(base64(PNG));
      expect(old).toContain('[image, c1/0]');
      const gone = await speaker(api)(person('One'), ...step(['gone/0']));
      expect(gone).toContain('[image, gone/0]');
      expect(gone).not.toContain('amber');
    },
  );
});

describe('a picture that the person attached', () => {
  it.each(['responses', 'chat'] as const)('stands behind the words that describe it (%s)', async (api) => {
    await speaker(api)(attached('c1/0'), ...step([]), person('And?'));
    const url = `data:image/png;base64,${base64(PNG)}`;
    const words = (text: string) => ({ type: api === 'chat' ? 'text' : 'input_text', text });
    expect((asked[0]?.messages ?? asked[0]?.input)?.[0]?.content).toEqual([
      words('What is this?'),
      words('The picture one.png.'),
      api === 'chat' ? { type: 'image_url', image_url: { url } } : { type: 'input_image', image_url: url },
    ]);
  });

  it('is named in words to a model that refuses pictures, and when it is gone', async () => {
    refuse = (body) =>
      body.includes('base64,')
        ? { status: 400, message: 'This model does not support image input.' }
        : undefined;
    const speak = speaker('chat');
    expect(await speak(attached('c1/0'))).not.toContain('base64,');
    expect(asked).toHaveLength(2);
    expect(await speak(attached('gone/0'))).toContain('The picture one.png.');
  });
});

describe('a model that refuses it', () => {
  const pictures = (body: string) => body.includes('base64,');

  it.each(['responses', 'chat'] as const)(
    'is asked once more with words, and with words from then on (%s)',
    async (api) => {
      refuse = (body) =>
        pictures(body) ? { status: 400, message: 'Image input is not supported.' } : undefined;
      const speak = speaker(api);
      const messages = [person('Look'), ...step(['c1/0'])];
      await speak(...messages);
      await speak(...messages);
      expect(asked.map((body) => pictures(JSON.stringify(body)))).toEqual([true, false, false]);
      expect(JSON.stringify(asked[1])).toContain('[image, c1/0]');
    },
  );

  it('because one of them is broken is handed others later, and that one never again', async () => {
    kept.set('broken/0', { mimeType: 'image/png', name: 'x.png', bytes: Buffer.from('broken') });
    kept.set('broken/1', { mimeType: 'image/png', name: 'y.png', bytes: Buffer.from('whole') });
    refuse = (body) =>
      pictures(body) ? { status: 400, message: 'The image data is not valid.' } : undefined;
    const speak = speaker('responses');
    await speak(person('Look'), ...step(['broken/0']));
    refuse = () => undefined;
    const later = await speak(person('Look'), ...step(['broken/0'], ['broken/1']));
    expect(later).toContain(base64('whole'));
    expect(later).not.toContain(base64('broken'));
    expect(asked).toHaveLength(3);
  });

  it.each([
    [401, 'Wrong key.', 1],
    [429, 'Too many images.', 1],
    [500, 'Out of memory.', 1],
    [400, 'Invalid schema for function look.', 1],
    [400, 'Bad request.', 2],
    [500, 'image input is not supported - you may need to provide the mmproj', 2],
  ])('is one that says so: %i %s', async (status, message, times) => {
    refuse = () => ({ status, message });
    await speaker('responses')(person('Look'), ...step(['c1/0']));
    expect(asked).toHaveLength(times);
  });
});

describe('what a model takes', () => {
  const of = (model: string, more: object = {}) => inputOf({ apiKey: 'k', model, api: 'chat', ...more });
  const elsewhere = { baseUrl: 'http://localhost:1/v1' };

  it('is known by its name, unless the operator says so', () => {
    expect(['gpt-5-mini', 'gpt-4o', 'gpt-4.1', 'o3', 'o4-mini', 'gpt-9'].map((name) => of(name))).toEqual(
      Array(6).fill('files'),
    );
    expect(
      ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-0613', 'o3-mini', 'gpt-oss-120b'].map((name) => of(name)),
    ).toEqual(Array(5).fill('text'));
    const see = [
      'openai/gpt-4o',
      'claude-sonnet-4-5',
      'gemini-2.5-pro',
      'gemma-3-27b',
      'qwen2.5-vl-7b',
      'Qwen3-VL:8b',
      'llava:13b',
      'llama-3.2-90b-vision',
      'pixtral-12b',
      'meta/llama-4-scout',
    ];
    expect(see.map((name) => [name, of(name, elsewhere)])).toEqual(see.map((name) => [name, 'images']));
    const read = [
      'llama-3.3-70b',
      'qwen3-32b',
      'mistral-7b',
      'deepseek-r1',
      'gpt-oss-20b',
      'openai/o3-mini',
      'phi-4',
      'a-model',
    ];
    expect(read.map((name) => [name, of(name, elsewhere)])).toEqual(read.map((name) => [name, 'text']));
    expect(of('a-model', { ...elsewhere, input: 'files' })).toBe('files');
    expect(of('gpt-5-mini', { input: 'text' })).toBe('text');
  });
});
