import { afterEach, expect, test } from 'vitest';
import { geminiWire, messagesWire } from './model-wires';
import { type ModelWire, PlannedModel } from './planned-model';

let model: PlannedModel | undefined;
afterEach(() => model?.close());

const TOOLS = [{ name: 'mcp__amber__read' }];
const wires: [string, ModelWire, string, (words: string, result?: string) => object][] = [
  [
    'messages',
    messagesWire,
    '/v1/messages?beta=true',
    (words, result) => ({
      stream: true,
      tools: TOOLS,
      messages: [
        { role: 'user', content: [{ type: 'text', text: words }] },
        ...(result ? [{ role: 'user', content: [{ type: 'tool_result', content: result }] }] : []),
      ],
    }),
  ],
  [
    'gemini',
    geminiWire,
    '/v1beta/models/x:streamGenerateContent?alt=sse',
    (words, result) => ({
      tools: [{ functionDeclarations: TOOLS }],
      contents: [
        { role: 'user', parts: [{ text: words }] },
        ...(result ? [{ role: 'user', parts: [{ functionResponse: { response: { result } } }] }] : []),
      ],
    }),
  ],
];

test.each(wires)(
  '%s: the planned tool is called once, then the answer is a word',
  async (_name, wire, path, body) => {
    model = await PlannedModel.start(wire);
    const seen: { tools: string[]; results: string[] }[] = [];
    model.plan('mark-1', {
      tool: 'read',
      input: { a: 1 },
      seen: (tools, results) => seen.push({ tools, results }),
    });
    const ask = async (asked: object) =>
      (await fetch(`${model?.url}${path}`, { method: 'POST', body: JSON.stringify(asked) })).text();
    const first = await ask(body('please mark-1'));
    expect(first).toContain('mcp__amber__read');
    expect(first.replaceAll('\\', '')).toContain('"a":1');
    expect(await ask(body('please mark-1', 'the answer'))).toContain('Done.');
    expect(await ask(body('something else'))).toContain('Done.');
    expect(seen.map(({ results }) => results.length)).toEqual([0, 1]);
    expect(seen[1]?.results[0]).toContain('the answer');
  },
);
