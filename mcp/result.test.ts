import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { READ_ONLY, WRITE } from './annotations';
import type { CallContext } from './context';
import { defineTool, type ToolDefinition } from './define-tool';
import { runTool, ToolError } from './result';

/** No tool here uses anything but the signal. */
const contextWith = (signal: AbortSignal) => ({ signal }) as CallContext;
const context = contextWith(new AbortController().signal);

const input = z.strictObject({
  name: z.string().min(2).optional().describe('A name, such as "Halden"'),
  size: z.enum(['small', 'large']).optional().describe('How big, such as "small"'),
  nested: z.strictObject({ text: z.string() }).optional(),
});
const output = z.strictObject({ name: z.string() });

function toolThat(run: ToolDefinition['run']): ToolDefinition {
  const about = {
    name: 'thing_get',
    title: 'Thing',
    description: 'A thing.',
    scope: 'customers.read',
  } as const;
  return defineTool({ ...about, annotations: READ_ONLY, input, output, run: run as never });
}

const textOf = async (answer: ReturnType<typeof runTool>) => {
  const { content, isError } = await answer;
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
};

describe('an answer', () => {
  test('is structured content and the same as compact JSON', async () => {
    const answer = await runTool(
      toolThat(async () => ({ name: 'a "b" ü' })),
      {},
      context,
    );
    expect(answer).toEqual({
      content: [{ type: 'text', text: '{"name":"a \\"b\\" ü"}' }],
      structuredContent: { name: 'a "b" ü' },
    });
  });

  test('does not leave the server with a field that is not declared', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const leaky = toolThat(async () => ({ name: 'a', internalNote: 'pays late' }));
    const { isError, text } = await textOf(runTool(leaky, {}, context));
    expect(isError).toBe(true);
    expect(text).not.toContain('pays late');
    vi.restoreAllMocks();
  });
});

describe('wrong arguments', () => {
  const run = vi.fn();
  const refuse = async (args: unknown) => {
    const { isError, text } = await textOf(runTool(toolThat(run), args, context));
    expect(isError).toBe(true);
    expect(run).not.toHaveBeenCalled();
    return text;
  };

  test.each([
    ['a value of another type', { name: 7 }, ['name', 'A name, such as']],
    ['a value that is too short', { name: 'x' }, ['name']],
    ['an unknown choice', { size: 'medium' }, ['size', 'small', 'large']],
    ['an unknown field', { colour: 'red' }, ['colour', 'name, size, nested']],
    ['a wrong field inside another', { nested: { text: 1 } }, ['nested.text']],
    ['a list', [], []],
    ['a text', 'name', []],
    ['U+0000 inside a field', { nested: { text: 'a\u0000b' } }, ['nested.text', 'U+0000']],
    ['a prototype', JSON.parse('{"__proto__": {"name": "x"}}'), []],
    ['a constructor', JSON.parse('{"constructor": {"name": "x"}}'), ['constructor']],
  ])('%s: the field and the remedy are named', async (_, args, named) => {
    const text = await refuse(args);
    for (const word of named) expect(text).toContain(word);
  });

  test('however many or long: the answer stays short', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${index}${'x'.repeat(500)}`, 1]),
    );
    expect((await refuse(many)).length).toBeLessThan(2_100);
  });
});

describe('a tool that throws', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  test('a ToolError is told in its own words', async () => {
    const tool = toolThat(async () => {
      throw new ToolError('There is no such thing. Look for it with things_list.');
    });
    const { isError, text } = await textOf(runTool(tool, {}, context));
    expect({ isError, text }).toEqual({
      isError: true,
      text: 'There is no such thing. Look for it with things_list.',
    });
    expect(lines).toEqual([]);
  });

  test.each([
    ['an error', new Error('password=hunter2 at /srv/db.ts\n{"level":"info"}\u202e')],
    ['no error at all', 'hunter2\u009b31m'],
    ['something circular', Object.assign(new Error('hunter2'), { cause: process })],
  ])('%s is told as a reference, and logged in one line of ASCII', async (_, thrown) => {
    const tool = toolThat(async () => {
      throw thrown;
    });
    const { isError, text } = await textOf(runTool(tool, {}, context));
    expect(isError).toBe(true);
    expect(text).not.toContain('hunter2');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[\x20-\x7e]+$/);
    const record = JSON.parse(lines[0] ?? '') as { tool: string; reference: string; detail: string };
    expect(record.tool).toBe('thing_get');
    expect(text).toContain(record.reference);
    expect(record.detail).toContain('hunter2');
  });
});

describe('the result of a change under the id of a call', () => {
  afterEach(() => vi.restoreAllMocks());
  const changing = (run: ToolDefinition['run']) => ({ ...toolThat(run), annotations: WRITE });
  const broken = {
    get: () => {
      throw new Error('the database is gone');
    },
  };
  const known = { ...context, teamId: 'team', callId: 'call-1', db: new Proxy({}, broken) as never };

  test('is answered also when it could not be kept, which the log tells', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const answer = await runTool(
      changing(async () => ({ name: 'a' })),
      {},
      known,
    );
    expect(answer.structuredContent).toEqual({ name: 'a' });
    expect(log.mock.calls.flat()).toEqual([expect.stringContaining('"effect-result-not-kept"')]);
  });

  test('is kept neither without an id nor by a tool that only reads', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await runTool(
      changing(async () => ({ name: 'a' })),
      {},
      { ...known, callId: undefined },
    );
    await runTool(
      toolThat(async () => ({ name: 'a' })),
      {},
      known,
    );
    expect(log).not.toHaveBeenCalled();
  });
});

describe('a call that nobody waits for', () => {
  test('does not begin', async () => {
    const run = vi.fn();
    const answer = await runTool(toolThat(run), {}, contextWith(AbortSignal.abort()));
    expect(answer.isError).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });

  test('ends where the tool looks at the signal', async () => {
    const controller = new AbortController();
    const tool = toolThat(async (_, { signal }) => {
      controller.abort();
      signal.throwIfAborted();
      return { name: 'never' };
    });
    expect((await runTool(tool, {}, contextWith(controller.signal))).isError).toBe(true);
  });
});
