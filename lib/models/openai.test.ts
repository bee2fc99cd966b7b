import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dynamicTool, jsonSchema, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openAiModel } from './openai';
import { chatAnswer, responsesAnswer } from './testing/answers';

/** Records the requests and answers one word over both interfaces. */
describe('openAiModel', () => {
  const asked: { path: string; key: string | undefined; body: Record<string, unknown> }[] = [];
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let raw = '';
      request.on('data', (chunk) => {
        raw += chunk;
      });
      request.on('end', () => {
        const path = request.url ?? '';
        asked.push({ path, key: request.headers.authorization, body: JSON.parse(raw) });
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(path.endsWith('/responses') ? responsesAnswer() : chatAnswer());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });

  afterAll(() => server.close());

  async function answerOver(api: 'responses' | 'chat') {
    const { model, providerOptions } = openAiModel({ apiKey: 'k', baseUrl, model: 'm-1', api });
    const inputSchema = jsonSchema({
      $schema: 'x',
      type: 'object',
      properties: { paths: { type: 'array' } },
    });
    const tools = { read: dynamicTool({ inputSchema, execute: () => undefined }) };
    const text = await streamText({ model, providerOptions, tools, prompt: 'Hi', maxRetries: 0 }).text;
    return { text, asked: asked.at(-1) };
  }

  it('goes to OpenAI itself where no other address is given, whatever the environment says', async () => {
    vi.stubEnv('OPENAI_BASE_URL', baseUrl);
    const reached: string[] = [];
    const reach = async (url: string) => {
      reached.push(url);
      return new Response('{}', { status: 500 });
    };
    for (const api of ['responses', 'chat'] as const) {
      const { model } = openAiModel({ apiKey: 'k', model: 'm-1', api }, reach);
      await streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} }).consumeStream();
    }
    vi.unstubAllEnvs();
    expect(reached.map((url) => new URL(url).origin)).toEqual(Array(2).fill('https://api.openai.com'));
  });

  it('speaks /responses without letting the provider keep the conversation', async () => {
    const { text, asked } = await answerOver('responses');
    expect(text).toBe('Hello');
    expect(asked).toMatchObject({ path: '/v1/responses', key: 'Bearer k' });
    expect(asked?.body).toMatchObject({ model: 'm-1', store: false, stream: true });
  });

  it('speaks /chat/completions without fields of its own', async () => {
    const { text, asked } = await answerOver('chat');
    expect(text).toBe('Hello');
    expect(asked).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer k' });
    expect(asked?.body).not.toHaveProperty('store');
  });

  it.each(['responses', 'chat'] as const)(
    'sends schemas over /%s as every provider takes them',
    async (api) => {
      const { asked } = await answerOver(api);
      const [sent] = Object(asked?.body.tools) as {
        parameters?: object;
        function?: { parameters: object };
      }[];
      const parameters = sent?.function?.parameters ?? sent?.parameters;
      expect(parameters).toMatchObject({
        type: 'object',
        properties: { paths: { type: 'array', items: {} } },
      });
      expect(parameters).not.toHaveProperty('$schema');
    },
  );
});
