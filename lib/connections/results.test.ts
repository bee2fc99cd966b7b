/** What becomes of the results that servers answer with. */
import { describe, expect, it } from 'vitest';
import { NEVER, setUp } from './testing/connections';
import { sendResult } from './testing/scripted-server';

const { ready } = setUp();

describe('results', () => {
  it('of other kinds are described, in the order given', async () => {
    const content = [
      { type: 'text', text: 'first' },
      { type: 'image', mimeType: 'image/png', data: 'A'.repeat(16_000) },
      { type: 'image', mimeType: 'text/html', data: 'PHNjcmlwdD4=' },
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
      '[image, image/png, 12 kB]',
      '[image, text/html, 8 bytes]',
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
