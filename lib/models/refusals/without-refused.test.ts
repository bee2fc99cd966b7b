/** A model whose provider refuses tools: the requests, their number, and what is reported. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { MAX_TRIES, refusedAmong } from './halve';
import { KnownRefusals } from './known-refusals';
import { type LeftOut, withoutRefused } from './without-refused';

type Options = LanguageModelV4CallOptions;

const tool = (name: string, more: object = {}) => ({
  type: 'function' as const,
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' as const, ...more },
});
const many = (count: number) => Array.from({ length: count }, (_, at) => tool(`t${at}`));

const refused = (message: string, statusCode = 400) =>
  new APICallError({
    message,
    url: 'https://x',
    requestBodyValues: {},
    statusCode,
    responseBody: JSON.stringify({ error: { message } }),
  });

const ask = (tools: ReturnType<typeof tool>[]): Options => ({
  prompt: [
    { role: 'system', content: 'The rules.' },
    { role: 'user', content: [{ type: 'text', text: 'Do it.' }] },
  ],
  tools,
});

/** A provider that throws what `refuse` returns. */
function provider(
  refuse: (names: string[], options: Options) => Error | undefined,
  known = new KnownRefusals(),
  team = 'one',
) {
  const requests: Options[] = [];
  const told: LeftOut[][] = [];
  const inner = new MockLanguageModelV4({
    provider: 'p',
    modelId: 'm',
    doStream: async (options) => {
      requests.push(options);
      const error = refuse(
        (options.tools ?? []).map(({ name }) => name),
        options,
      );
      if (error) throw error;
      return { stream: new ReadableStream({ start: (controller) => controller.close() }) };
    },
  });
  const model = withoutRefused(inner, (leftOut) => told.push(leftOut), known, team);
  const sent = () => requests.map(({ tools = [] }) => tools.map(({ name }) => name));
  return { model, requests, told, sent, known };
}

describe('a tool that is named', () => {
  it('is left out, the model is told, and the next request goes without it at once', async () => {
    const bad = "Invalid schema for function 'b': In context=(), object schema missing properties.";
    const { model, sent, told, requests } = provider((names) =>
      names.includes('b') ? refused(bad) : undefined,
    );
    await model.doStream(ask([tool('a'), tool('b'), tool('c')]));
    expect(sent()).toEqual([
      ['a', 'b', 'c'],
      // Alone, in a request without anything of the chat: is it really this one?
      ['b'],
      ['a', 'c'],
    ]);
    expect(JSON.stringify(requests[1]?.prompt)).not.toContain('Do it');
    expect(told).toEqual([[{ tool: 'b', why: 'an object that does not say of what' }]]);
    expect(JSON.stringify(requests[2]?.prompt[0])).toMatch(/The rules\..*does not take them: b\./);
    expect(requests[2]?.prompt.slice(1)).toEqual(requests[0]?.prompt.slice(1));
    await model.doStream(ask([tool('a'), tool('b')]));
    expect(sent()).toHaveLength(4);
    expect(told).toHaveLength(1);
  });

  it('is sent again once it declares something else', async () => {
    const { model, sent } = provider((_names, { tools = [] }) => {
      const isBad = tools.some(
        (one) => one.type === 'function' && one.name === 'b' && !one.inputSchema.properties,
      );
      return isBad
        ? refused("Invalid schema for function 'b': object schema missing properties.")
        : undefined;
    });
    await model.doStream(ask([tool('a'), tool('b')]));
    await model.doStream(ask([tool('a'), tool('b', { properties: {} })]));
    expect(sent()).toEqual([['a', 'b'], ['b'], ['a'], ['a', 'b']]);
  });

  it('one after the other, and by their places, which move', async () => {
    const { model, told } = provider((names) => {
      const at = names.findIndex((name) => name.startsWith('bad'));
      return at < 0 ? undefined : refused(`tools.${at}.custom.input_schema: JSON schema is invalid.`);
    });
    await model.doStream(ask([tool('a'), tool('bad1'), tool('b'), tool('bad2'), tool('bad3')]));
    expect(told.at(-1)?.map(({ tool: name }) => name)).toEqual(['bad1', 'bad2', 'bad3']);
  });

  it('all of them: the model goes on without tools', async () => {
    const { model, requests } = provider((names) =>
      names.length > 0 ? refused('tools.0.custom.input_schema: is invalid') : undefined,
    );
    await model.doStream({ ...ask([tool('a'), tool('b')]), toolChoice: { type: 'auto' } });
    expect(requests.at(-1)).not.toHaveProperty('tools');
    expect(requests.at(-1)).not.toHaveProperty('toolChoice');
  });
});

describe('a tool that a stranger has named', () => {
  const quoting = (words: string) => (names: string[]) =>
    names.includes('evil') ? refused(words) : undefined;

  it.each([
    [
      'as a member, where OpenAI quotes the place',
      "Invalid schema for function 'evil': In context=('properties', 'good', 'items'), array schema missing items.",
    ],
    ['as a function', "Invalid schema: function 'good': array schema missing items."],
    [
      'by a place',
      'Invalid JSON payload received. Unknown name "tools[0].function_declarations[0]" at the schema',
    ],
    [
      'by a place within its own',
      'tools.0.custom.input_schema.properties.tools.1.custom.input_schema: is invalid',
    ],
  ])('is kept: %s', async (_what, words) => {
    const { model, sent, told } = provider(quoting(words));
    await model.doStream(ask([tool('good'), tool('evil'), tool('other')]));
    expect(sent().at(-1)).toEqual(['good', 'other']);
    expect(told.at(-1)?.map(({ tool: name }) => name)).toEqual(['evil']);
  });

  it('is refused by one team’s model, and sent for another all the same', async () => {
    const refuse = quoting("Invalid schema for function 'evil': array schema missing items.");
    const one = provider(refuse);
    await one.model.doStream(ask([tool('good'), tool('evil')]));
    const other = provider(() => undefined, one.known, 'other');
    await other.model.doStream(ask([tool('good'), tool('evil')]));
    expect(other.sent()).toEqual([['good', 'evil']]);
  });

  it('is not left out for a request of its own that fails for another reason', async () => {
    const { model, told } = provider((names) => {
      if (names.length > 1) return refused("Invalid schema for function 'good': array schema missing items.");
      return names.length === 1 ? refused('Slow down', 429) : undefined;
    });
    await expect(model.doStream(ask([tool('good'), tool('evil')]))).rejects.toThrow();
    expect(told).toEqual([]);
  });
});

describe('a tool that is not named', () => {
  const vague = () => refused('Request contains an invalid argument.');

  it('is found by halves, in few small requests that carry nothing of the chat', async () => {
    const tools = many(64);
    const { model, requests, told } = provider((names) => (names.includes('t37') ? vague() : undefined));
    await model.doStream(ask(tools));
    expect(told).toEqual([[{ tool: 't37', why: expect.stringContaining('does not take') }]]);
    const probes = requests.slice(1, -1);
    expect(probes.length).toBeLessThanOrEqual(2 + 2 * 6);
    for (const probe of probes) {
      expect(JSON.stringify(probe.prompt)).not.toContain('Do it');
      expect(probe.maxOutputTokens).toBeLessThanOrEqual(16);
    }
    expect(requests.at(-1)?.tools).toHaveLength(63);
    // Once: what is known is not searched for again.
    const before = requests.length;
    await model.doStream(ask(tools));
    expect(requests.length).toBe(before + 1);
  });

  it('is not looked for when the request is refused without it as well', async () => {
    const { model, requests, told } = provider((_names, { prompt }) =>
      JSON.stringify(prompt).includes('Do it') ? vague() : undefined,
    );
    await expect(model.doStream(ask(many(8)))).rejects.toThrow('invalid argument');
    expect(requests).toHaveLength(2);
    await expect(model.doStream(ask(many(8)))).rejects.toThrow('invalid argument');
    // They were all accepted before: not even one more attempt.
    expect(requests).toHaveLength(3);
    expect(told).toEqual([]);
    const dead = provider(vague);
    await expect(dead.model.doStream(ask(many(8)))).rejects.toThrow('invalid argument');
    expect(dead.requests).toHaveLength(3);
  });

  it('is given up when something else goes wrong on the way', async () => {
    const { model, requests, told } = provider((names) => {
      if (names.length === 4) return refused('Slow down', 429);
      return names.length > 0 ? vague() : undefined;
    });
    await expect(model.doStream(ask(many(8)))).rejects.toThrow('invalid argument');
    expect(requests).toHaveLength(4);
    expect(told).toEqual([]);
  });

  it('however many there are, so many tries are enough', async () => {
    const isBad = (at: number) => at % 3 === 0;
    let tries = 0;
    const accepts = async (some: readonly number[]) => {
      tries += 1;
      return !some.some(isBad);
    };
    const all = Array.from({ length: 500 }, (_, at) => at);
    const found = await refusedAmong(all, accepts);
    expect(tries).toBeLessThanOrEqual(MAX_TRIES);
    expect(all.filter((at) => isBad(at) && !found.includes(at))).toEqual([]);
    // Too many at once, each of them fine: none is left out because of it.
    expect(await refusedAmong(all, async (some) => some.length < 400)).toEqual([]);
  });
});

describe('what is not about tools', () => {
  it.each([
    [refused('This model\u2019s maximum context length is 8192 tokens')],
    [refused('Incorrect API key provided', 401)],
    [refused('Rate limit reached', 429)],
    [refused("Invalid schema for function 'a'", 500)],
    [new Error('socket hang up')],
  ])('is not asked again: %s', async (error) => {
    const { model, requests, told } = provider(() => error);
    await expect(model.doStream(ask([tool('a'), tool('b')]))).rejects.toBe(error);
    expect(requests).toHaveLength(1);
    expect(told).toEqual([]);
  });
});
