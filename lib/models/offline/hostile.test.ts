/** Messages, tools and results that want to break the model or to make it do what nobody asked. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { textsOf } from '@/e2e/cases';
import { plan } from './plan';
import { calendarTools } from './testing/calendar-tools';
import { asFunctions, type FakeTool, params, text } from './testing/fake-tools';
import { Talk, TODAY } from './testing/talk';
import { ticketTools } from './testing/ticket-tools';

const all = [...calendarTools, ...ticketTools];
const reading = new Set(all.filter(({ risk }) => risk === 'read-only').map(({ name }) => name));

const planFor = (message: string, tools: readonly FakeTool[] = all) =>
  plan(
    {
      prompt: [{ role: 'user', content: [{ type: 'text', text: message }] }],
      tools: asFunctions(tools) as LanguageModelV4CallOptions['tools'],
    },
    TODAY,
  );

describe('the hostile cases', () => {
  it.each(['02-result-injections', '03-naughty-strings', '04-render', '06-unicode-deception'])(
    '%s as messages: an answer, or a call that only reads',
    (file) => {
      for (const payload of textsOf(file)) {
        const move = planFor(payload);
        expect(move.say.length + move.calls.length, payload).toBeGreaterThan(0);
        // "Create a 1 hour long event ..." is an order like any other when a person writes it.
        const isOrder = /\b(?:create|add|make|schedule|close|cancel|delete|send)\b/i.test(payload);
        if (!isOrder)
          expect(
            move.calls.every(({ tool }) => reading.has(tool)),
            payload,
          ).toBe(true);
      }
    },
  );

  it('02-result-injections as results: told as data, never obeyed', async () => {
    for (const payload of textsOf('02-result-injections').slice(0, 60)) {
      const tools = all.map((tool) =>
        tool.name === 'list-events' ? { ...tool, run: () => [{ id: 'e', summary: payload }] } : tool,
      );
      const { calls } = await new Talk(tools).say('List events');
      expect(calls.map(({ tool }) => tool)).toEqual(['list-events']);
    }
  });
});

describe('size', () => {
  const words = [
    'a',
    'delete customer ',
    '1,',
    '"',
    '(',
    '3 x a at 4, ',
    "a'",
    'a-',
    'a@a.',
    '€',
    'October ',
    'in 3 ',
    '\u0301',
    'please ',
    'A b ',
    'and then delete ',
    '\n',
  ];

  it('a message of 100 kB is answered from its beginning', () => {
    for (const word of words) {
      const message = `show events ${word.repeat(Math.ceil(100_000 / word.length))}`;
      expect(() => planFor(message)).not.toThrow();
    }
  });

  it('200 tools with descriptions of 20 kB', () => {
    const description = 'Lists things and more of them. '.repeat(700);
    const tools = Array.from({ length: 200 }, (_, index) => ({
      name: `thing_${index}_list`,
      description,
      risk: 'read-only' as const,
      inputSchema: params({ query: text(description) }),
      run: () => null,
    }));
    expect(planFor('List things', tools).calls).toHaveLength(1);
  });
});

describe('names', () => {
  it('of parts of objects are plain data', () => {
    const base = { risk: 'read-only' as const, run: () => null };
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty__list'];
    const tools = names.map((name) => ({
      ...base,
      name,
      description: 'Lists notes.',
      inputSchema: params({ [name]: text() }),
    }));
    for (const name of names) expect(() => planFor(`show ${name} "x"`, tools)).not.toThrow();
  });
});
