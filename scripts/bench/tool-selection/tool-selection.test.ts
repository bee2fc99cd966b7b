/** The figures of (j) have the right names, and the comparison with the SDK uses its own rule. */
import { generateText, isStepCount, jsonSchema, tool, toolSearch } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { asSelectable, type DataTool, heldOut, seededOrder } from './data';
import type { Row, SelectionFigures, SetFigures } from './figures';
import { PEERS, SDK } from './peers';
import { qualityOf } from './quality';
import { report } from './report';

const TOOLS: DataTool[] = [
  { name: 'getWeather', description: 'The weather of a city.' },
  { name: 'list_cities', description: 'Lists every city with its weather.' },
  { name: 'customers_delete', description: 'Deletes a customer for good.' },
  { name: 'customers_list' },
];

describe('quality', () => {
  const queries = [
    { query: 'one', relevant: ['a'] },
    { query: 'two', relevant: ['a', 'b'] },
  ];

  it('counts what is found, by place', () => {
    const quality = qualityOf(queries, (query) => (query === 'one' ? ['a'] : ['x', 'b', 'b']));
    expect(quality).toMatchObject({ at1: 0.5, at5: 0.75, at10: 0.75, count: 2 });
    const second = 1 / Math.log2(3) / (1 + 1 / Math.log2(3));
    expect(quality.ndcg).toBeCloseTo((1 + second) / 2);
  });

  it('looks at the first ten only', () => {
    const found = [...'bcdefghijk', 'a'];
    expect(qualityOf([{ query: '', relevant: ['a'] }], () => found).at10).toBe(0);
  });
});

it('splits messages alike in every run, into halves that have none in common', () => {
  const queries = Array.from({ length: 101 }, (_, at) => ({ query: String(at), relevant: [] }));
  expect(seededOrder(queries)).toEqual(seededOrder(queries));
  expect(new Set(seededOrder(queries)).size).toBe(101);
  expect(heldOut(queries)).toHaveLength(50);
});

it('counts a tool without annotations as destructive', () => {
  const risk = (annotations?: Record<string, unknown>) => asSelectable({ name: 'a', annotations }, 0).risk;
  expect([risk(), risk({ readOnlyHint: true })]).toEqual(['destructive', 'read-only']);
});

describe('peers', () => {
  it.each(PEERS)('$name finds a tool by its words', ({ build }) => {
    expect(build(TOOLS)('weather of a city')[0]).toMatch(/getWeather|list_cities/);
  });

  it.each(['weather', 'Delete the customer', 'list city customers', 'nothing at all'])(
    'the rule written down for the SDK is the SDK’s own: %s',
    async (query) => {
      expect(SDK.build(TOOLS)(query)).toEqual(await searchedBySdk(query));
    },
  );
});

/** The result of the SDK's own tool when a model calls it. */
async function searchedBySdk(query: string): Promise<string[]> {
  const none = { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined };
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: '1', toolName: 'search', input: JSON.stringify({ query }) }],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: undefined } },
      warnings: [],
    }),
  });
  const deferred = TOOLS.map(({ name, description }) => [
    name,
    tool({ deferLoading: true, description, inputSchema: jsonSchema({ type: 'object' }), execute: () => '' }),
  ]);
  const tools = { search: toolSearch({ maxResults: 10 }), ...Object.fromEntries(deferred) };
  const { toolResults } = await generateText({ model, tools, stopWhen: isStepCount(1), prompt: query });
  const { output } = toolResults[0] as { output: { tools: { name: string }[] } };
  return output.tools.map(({ name }) => name);
}

describe('the report', () => {
  const row = (method: string, at10: number): Row => ({
    method,
    quality: { at1: at10, at5: at10, at10, ndcg: at10, count: 1 },
    p50: 0.2,
    p99: 2,
    build: 250,
    megabytes: 30,
  });
  const set = (name: string, tools: number, at10: number): SetFigures => {
    const quality = row('', at10).quality;
    const compared = { without: row('', 0.884).quality, with: row('', 0.88).quality };
    const memory = { remembered: 1, all: compared, unused: compared };
    return {
      set: name,
      tools,
      rows: [row('peer', at10 - 0.01), row('Amber', at10)],
      heldOut: quality,
      offered: at10,
      memory,
    };
  };
  /** Every figure just good enough. */
  const measured = (worse: Partial<SelectionFigures> = {}): SelectionFigures => ({
    sets: [
      set('azure-mcp', 403, 0.995),
      set('toole-single', 199, 0.76),
      set('sealtools', 4076, 0.955),
      set('azure-mcp in 10,000', 10_000, 0.985),
    ],
    real: [false, true].map((trusted) => ({
      tools: 1,
      trusted,
      quality: row('', 0.98).quality,
      heldOut: row('', 0.98).quality,
      offered: 0.9,
      searched: 1,
      named: 1,
    })),
    safety: {
      messages: 9,
      without: { destructive: 1, at10: 0.9 },
      with: { destructive: 0.6, at10: 0.9 },
    },
    ...worse,
  });
  const missed = (figures: SelectionFigures) =>
    [...report(figures).matchAll(/^ {2}(.*?) {2,}.* MISSED$/gm)].map((line) => line[1]);

  it('says of every aim that it was met', () => {
    expect(missed(measured())).toEqual([]);
    expect(report(measured()).match(/ met$/gm)).toHaveLength(19);
  });

  it('prints every figure of ours with vectors as well, or says in a line that there are none', () => {
    const plain = report(measured());
    expect(plain.match(/^With vectors of tools: not measured.*AMBER_EMBEDDING_MODEL/gm)).toHaveLength(1);
    expect(plain).not.toContain(', with vectors');
    const figures = measured();
    const sets = figures.sets.map((one) => ({
      ...one,
      vectors: { ...one, row: row('Amber, with vectors', 0.123) },
    }));
    const both = report({ ...figures, sets, vectors: { model: 'small', safety: figures.safety } });
    expect(both).toMatch(/^With vectors of tools by small/m);
    // For each set its row, the half of the messages, and the memory; and the two of the prior.
    expect(both.match(/, with vectors /g)).toHaveLength(3 * sets.length + 2);
    expect(both.match(/ met$/gm)).toHaveLength(19);
  });

  it('tells which aims were missed', () => {
    const safety = {
      messages: 9,
      without: { destructive: 1, at10: 0.9 },
      with: { destructive: 0.7, at10: 0.8 },
    };
    expect(missed(measured({ safety }))).toEqual([
      'fewer destructive among the first five',
      'recall@10 lost by that',
    ]);
    const [first, ...others] = measured().sets;
    const worse = first && { ...first, rows: [row('peer', 1), row('Amber', 0.5)] };
    expect(missed(measured({ sets: [...(worse ? [worse] : []), ...others] }))).toEqual([
      'recall@10 of azure-mcp',
      'mean recall@10 over the sets',
    ]);
  });
});
