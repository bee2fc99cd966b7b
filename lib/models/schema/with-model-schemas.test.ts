/** One provider requires what another refuses: the model that says so is sent the other form, and no tool is lost. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refusalOf } from '@/e2e/servers/refusals/refusals';
import type { Api } from '@/e2e/servers/refusals/rule';
import { tools } from '@/mcp/tools/index';
import { withModelSchemas } from './with-model-schemas';

const tool = (name: string, inputSchema: object) => ({ type: 'function' as const, name, inputSchema });
const ASKED: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
  tools: [
    tool('none', { type: 'object' }),
    tool('some', {
      type: 'object',
      properties: { properties: { type: 'object' }, where: { type: 'array', items: { type: 'object' } } },
    }),
  ],
};

function provider(api: Api) {
  const sent: LanguageModelV4CallOptions[] = [];
  const inner = new MockLanguageModelV4({
    modelId: `model of ${api}`,
    doStream: async (options) => {
      sent.push(options);
      const tools = (options.tools ?? []).flatMap((one) =>
        one.type === 'function' ? [{ name: one.name, description: '', parameters: one.inputSchema }] : [],
      );
      const refusal = refusalOf(api, tools);
      if (refusal) {
        const responseBody = JSON.stringify(refusal.body);
        throw new APICallError({
          message: 'Bad Request',
          url: 'x',
          requestBodyValues: {},
          statusCode: 400,
          responseBody,
        });
      }
      return { stream: new ReadableStream({ start: (controller) => controller.close() }) };
    },
  });
  // Each turn wraps it again.
  return { model: withModelSchemas(inner), again: withModelSchemas(inner), sent };
}

describe('objects without members', () => {
  it('are sent as most demand them', async () => {
    const { model, sent } = provider('openai');
    await model.doStream(ASKED);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.tools?.[0]).toMatchObject({ inputSchema: { type: 'object', properties: {} } });
  });

  it('are sent without the word to a model that refuses it, from then on at once', async () => {
    const { model, again, sent } = provider('gemini');
    await model.doStream(ASKED);
    await again.doStream(ASKED);
    expect(sent).toHaveLength(3);
    expect(sent.map(({ tools }) => tools?.length)).toEqual([2, 2, 2]);
    expect(sent[2]?.tools?.map((one) => (one.type === 'function' ? one.inputSchema : one))).toEqual([
      { type: 'object' },
      {
        type: 'object',
        properties: { properties: { type: 'object' }, where: { type: 'array', items: { type: 'object' } } },
      },
    ]);
  });

  it('are the last thing that any API refuses of our own tools', async () => {
    const own = tools.map((one) => tool(one.name, z.toJSONSchema(one.input, { io: 'input' })));
    for (const api of ['openai', 'anthropic', 'gemini', 'llama.cpp'] as const) {
      const { model, sent } = provider(api);
      await model.doStream({ ...ASKED, tools: own });
      expect(sent.at(-1)?.tools).toHaveLength(own.length);
    }
  });

  it('are no matter where something else is refused', async () => {
    const { model, sent } = provider('openai');
    const asked = { ...ASKED, tools: [tool('x'.repeat(70), {})] };
    await expect(model.doStream(asked)).rejects.toThrow('Bad Request');
    expect(sent).toHaveLength(1);
  });
});
