/** Malicious tools and messages: bounded time, a sensible result, no crash. */
import { describe, expect, it } from 'vitest';
import { selectTools } from './select-tools';
import { randomWords, seeded, tool } from './testing/sample-tools';
import type { SelectableTool } from './types';

const tools = Array.from({ length: 40 }, (_, at) =>
  tool({ server: 'pads', name: `pad${at}_measure`, description: 'Gauges viscosity.' }),
);

function offered(given: { message: string; tools: readonly SelectableTool[] }): string[] {
  return selectTools(given).tools.map(({ modelName }) => modelName);
}

describe('bad input', () => {
  it('is borne: 10,000 tools with 20 kB each, and 100 kB of message', () => {
    const text = `${randomWords(seeded(1), 30)} `.repeat(200).slice(0, 20_000);
    const all = Array.from({ length: 10_000 }, (_, at) =>
      tool({ server: `s${at % 5}`, name: `t${at}`, description: text }),
    );
    expect(offered({ tools: all, message: 'invoice '.repeat(12_500) })).toHaveLength(12);
    expect(offered({ tools: all, message: 'x'.repeat(100_000) }).length).toBeLessThanOrEqual(12);
    expect(offered({ tools: all, message: 'invoice. customer! '.repeat(5_000) })).toHaveLength(12);
    expect(offered({ tools: all, message: '!'.repeat(100_000) }).length).toBeLessThanOrEqual(12);
  });

  it.each(['(a+)+$', '<img src=x onerror=alert(1)>', '__proto__', 'constructor', '[', '\\', '%s', ''])(
    'is borne: a tool called %j',
    (name) => {
      const all = [tool({ name, modelName: name, description: 'Tells the price of tea.' }), ...tools];
      expect(offered({ tools: all, message: 'price of tea' })[0]).toBe(name);
      expect(() => offered({ tools: all, message: name })).not.toThrow();
    },
  );

  it.each([
    { properties: null },
    { properties: [] },
    { required: 'customerId' },
    { required: [1, null] },
    { properties: { __proto__: { description: 5 }, id: null } },
  ])('is borne: the schema %j', (inputSchema) => {
    const odd = tool({ name: 'odd_things', inputSchema });
    expect(offered({ tools: [odd, ...tools], message: 'odd things' })[0]).toBe('desk__odd_things');
  });
});
