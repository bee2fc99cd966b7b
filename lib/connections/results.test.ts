/** How results of servers are processed. */
import { describe, expect, it, vi } from 'vitest';
import { paced } from '@/lib/tools/progress';
import type { Progress } from '@/lib/tools/types';
import { NEVER, setUp } from './testing/connections';
import { sendResult } from './testing/scripted-server';

const { ready } = setUp();

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const PICTURE = { type: 'image', mimeType: 'image/png', width: 1, height: 1, size: 70 };
const FILE = { type: 'file', mimeType: 'application/octet-stream', sha256: expect.any(String) };

/** The outcome of a result with this content. */
async function outcomeOf(content: unknown[], more: object = {}) {
  const { connections, tool } = await ready(({ message }, response) =>
    sendResult(response, message, { content, ...more }),
  );
  return connections.call(tool, {}, NEVER);
}

describe('what the page gets', () => {
  it('is each kind as data of its own, in the order given, and nothing that a browser might run', async () => {
    const { content, media } = await outcomeOf([
      { type: 'text', text: 'first' },
      { type: 'image', mimeType: 'image/png', data: PIXEL, extra: 1 },
      { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' },
      { type: 'audio', mimeType: 'audio/wav', data: 'UklGRgAAAABXQVZF' },
      { type: 'audio', mimeType: 'text/html', data: 'UklGRg==' },
      { type: 'audio', mimeType: 'audio/wav', data: 'not base64' },
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'https://x.example/a', name: 'a', title: 'The letter A', icons: ['x'] },
      { type: 'resource_link', uri: `https://x.example/${'a'.repeat(3000)}`, name: 'long' },
    ]);
    expect(content).toEqual([
      { type: 'text', text: 'first' },
      { ...PICTURE, name: 'picture.png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { ...FILE, said: 'image/svg+xml', name: 'file.svg.txt', size: 5 },
      { type: 'audio', mimeType: 'audio/wav', name: 'sound.wav', size: 12, sha256: expect.any(String) },
      { ...FILE, said: 'text/html', name: 'file.html.txt', size: 4 },
      { type: 'text', text: '[audio, audio/wav, unreadable]' },
      { type: 'resource', uri: 'file:///a', mimeType: 'text/plain', text: 'inside' },
      { ...FILE, name: 'b', size: 3 },
      { type: 'resource_link', uri: 'https://x.example/a', name: 'The letter A' },
      { type: 'text', text: expect.stringMatching(/^\[resource_link, long, https:.*…\]$/) },
    ]);
    expect(media?.map(({ place }) => place)).toEqual([1, 2, 3, 4, 7]);
    expect(media?.[0]?.bytes.toString('base64')).toBe(PIXEL);
  });

  it('is at most a million characters and four megabytes, and says what is left out; the model reads 25,000', async () => {
    const large = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(2_200_000) };
    const { content = [], text } = await outcomeOf([
      large,
      { type: 'text', text: 'x'.repeat(700_000) },
      { type: 'text', text: 'y'.repeat(700_000) },
    ]);
    expect(content.map(({ type }) => type)).toEqual(['file', 'text', 'text']);
    expect(content[1]).toMatchObject({ text: 'x'.repeat(700_000) });
    expect(content[2]).toMatchObject({ text: expect.stringContaining('700000 characters') });
    expect(JSON.stringify(content).length).toBeLessThan(1_010_000);
    expect(text.length).toBeLessThanOrEqual(25_000);
    expect(text).toContain('Cut here');
    const long = await outcomeOf([{ type: 'text', text: 'z'.repeat(300_000) }]);
    expect(long.content).toEqual([{ type: 'text', text: 'z'.repeat(300_000) }]);
    expect(long.text).toContain('300000 characters');
  });

  it('is the structure where there is one: its text is for the model', async () => {
    const content = [{ type: 'text', text: 'x'.repeat(300_000) }];
    const outcome = await outcomeOf(content, { structuredContent: { a: 1 } });
    expect(outcome.structured).toEqual({ a: 1 });
    expect(JSON.stringify(outcome.content).length).toBeLessThan(26_000);
  });

  it('has an end, however many parts there are', async () => {
    const { content = [] } = await outcomeOf(
      Array.from({ length: 900 }, () => ({ type: 'text', text: 'x' })),
    );
    expect(content).toHaveLength(201);
    expect(content.at(-1)).toEqual({ type: 'text', text: '[700 more parts are left out]' });
  });
});

describe('progress', () => {
  it('is told of the call that it is about, in words that are cleaned, and of no other', async () => {
    const { connections, tool } = await ready(({ message }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (value: object) =>
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
      const { progressToken } = Object(message.params?._meta) as { progressToken?: string };
      const tell = (params: object) => send({ method: 'notifications/progress', params });
      tell({ progressToken, progress: 1, total: 4, message: `half\u202e ${'x'.repeat(999)}` });
      tell({ progressToken, progress: 'two' });
      tell({ progressToken, progress: 3, total: 0, message: 7 });
      tell({ progressToken: 'another', progress: 9 });
      tell({ progress: 9 });
      send({ id: message.id, result: { resultType: 'complete', content: [] } });
    });
    const told: Progress[] = [];
    const sending = (to: Progress[]) => ({
      callId: 'c',
      onSend: () => {},
      onProgress: (progress: Progress) => void to.push(progress),
    });
    await connections.call(tool, {}, NEVER, sending(told));
    expect(told).toEqual([
      expect.objectContaining({
        progress: 1,
        total: 4,
        message: expect.stringMatching(/^half<U\+202E> x+…$/),
      }),
      expect.not.objectContaining({ total: 0, message: 7 }),
    ]);
    expect(told[0]?.message?.length).toBeLessThanOrEqual(200);
    expect(told[1]).toMatchObject({ progress: 3 });
  });

  it('is passed on at a pace that a row can bear: the first, then the newest, and nothing after the end', () => {
    vi.useFakeTimers();
    const told: number[] = [];
    const { soon, end } = paced<Progress>(({ progress }) => told.push(progress), 500);
    for (let step = 1; step <= 1_000; step++) soon({ progress: step });
    expect(told).toEqual([1]);
    vi.advanceTimersByTime(500);
    expect(told).toEqual([1, 1_000]);
    vi.advanceTimersByTime(5_000);
    soon({ progress: 1_001 });
    expect(told).toEqual([1, 1_000, 1_001]);
    soon({ progress: 1_002 });
    end();
    vi.advanceTimersByTime(5_000);
    soon({ progress: 1_003 });
    expect(told).toEqual([1, 1_000, 1_001]);
    vi.useRealTimers();
  });
});

describe('results', () => {
  it('of other kinds are described, in the order given', async () => {
    const content = [
      { type: 'text', text: 'first' },
      { type: 'image', mimeType: 'image/png', data: 'A'.repeat(16_000) },
      { type: 'image', mimeType: 'text/html', data: 'PHNjcmlwdD4=' },
      { type: 'image', mimeType: 'text/html', data: PIXEL },
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } },
      { type: 'resource_link', uri: 'https://x.example/\u202E', name: 'link' },
      { type: 'unknown_kind', x: 1 },
    ];
    const { connections, tool } = await ready(({ message }, response) =>
      sendResult(response, message, { content }),
    );
    const { text } = await connections.call(tool, {}, NEVER);
    expect(text.split('\n')).toEqual([
      'first',
      '[file, file, image/png, 12 kB]',
      '[file, file.html.txt, text/html, 8 bytes]',
      '[image, image/png, 1 x 1 pixels, 70 bytes]',
      '[resource, text/plain, file:///a]',
      'inside',
      '[resource_link, link, https://x.example/<U+202E>]',
      '[unknown_kind]',
    ]);
  });

  it('that are long are cut with a notice, and structure alone is told as text', async () => {
    const long = await ready(({ message }, response) =>
      sendResult(response, message, { content: [{ type: 'text', text: '\u{1F600}'.repeat(50_000) }] }),
    );
    const { text } = await long.connections.call(long.tool, {}, NEVER);
    expect(text.length).toBeLessThanOrEqual(25_000);
    expect(text).toContain('100000 characters');
    expect(text.isWellFormed()).toBe(true);
    const bare = await ready(({ message }, response) =>
      sendResult(response, message, { content: [], structuredContent: { a: [1] } }),
    );
    expect(await bare.connections.call(bare.tool, {}, NEVER)).toMatchObject({
      text: '{"a":[1]}',
      structured: { a: [1] },
    });
  });

  it.each([
    ['prototypes', '{"__proto__":{"polluted":1},"\\u005f_proto__":{"polluted":2},"kept":1}', { kept: 1 }],
    ['endless nesting', `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, undefined],
    ['more than a page can bear', `{"a":"${'x'.repeat(200_000)}"}`, undefined],
  ])('hold no %s', async (_what, json, expected) => {
    const { connections, tool } = await ready(({ message }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const result = `{"resultType":"complete","content":[],"structuredContent":${json}}`;
      response.end(`{"jsonrpc":"2.0","id":${message.id},"result":${result}}`);
    });
    const { structured } = await connections.call(tool, {}, NEVER);
    expect(structured).toEqual(expected);
    expect(Reflect.get(structured ?? {}, 'polluted')).toBeUndefined();
  });

  it('may come as events, after notifications and questions of the server', async () => {
    const { connections, tool, server } = await ready(({ message }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (value: object) =>
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
      send({ method: 'notifications/progress', params: { progress: 1 } });
      send({ id: 'q1', method: 'ping' });
      send({ id: 'q2', method: 'sampling/createMessage', params: {} });
      send({ id: 12345, result: { resultType: 'complete', content: [{ type: 'text', text: 'not mine' }] } });
      send({ id: message.id, result: { resultType: 'complete', content: [{ type: 'text', text: 'mine' }] } });
    });
    expect((await connections.call(tool, {}, NEVER)).text).toBe('mine');
    await expect
      .poll(() => server.received.filter(({ message }) => message.method === undefined).length)
      .toBe(2);
    const answers = server.received.filter(({ message }) => message.method === undefined);
    expect(answers.find(({ message }) => message.id === 'q1')?.message.result).toEqual({});
    expect(answers.find(({ message }) => message.id === 'q2')?.message.result).toBeUndefined();
  });
});
