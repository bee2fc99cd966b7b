/** Similarity in meaning besides words: it affects order and admission, and the rules still take precedence. */
import { describe, expect, it } from 'vitest';
import { rank } from './rank';
import { selectTools } from './select-tools';
import { randomTools, seeded, tool } from './testing/sample-tools';
import { buildToolIndex } from './tool-index';
import type { SelectableTool } from './types';

const MESSAGE = 'Show me the gizmos';

/** Many tools without description, and a few that stand out. */
function listOf(...special: SelectableTool[]): SelectableTool[] {
  const others = Array.from({ length: 40 }, (_, at) =>
    tool({
      server: `s${at % 4}`,
      name: `thing${at}_${at % 2 ? 'plan' : 'note'}`,
      description: 'Something else.',
    }),
  );
  return [...special, ...others];
}

/** Only the tools at these positions are similar. */
function nearnessOf(tools: readonly unknown[], ...near: number[]): Float32Array {
  return Float32Array.from(tools, (_, at) => (near.includes(at) ? 0.9 : 0.1 + (at % 7) / 100));
}

const names = (tools: readonly SelectableTool[]) => tools.map(({ name }) => name);

describe('meaning beside words', () => {
  it('lets in a tool that shares no word with the message, behind the one that does', () => {
    const tools = listOf(tool({ name: 'gizmo_list' }), tool({ name: 'contraption_list' }));
    const message = 'gizmos';
    const without = names(selectTools({ tools, message }).tools);
    expect(without).toEqual(['gizmo_list']);
    const offered = selectTools({ tools, message, nearness: nearnessOf(tools, 1) }).tools;
    expect(names(offered).slice(0, 2)).toEqual(['gizmo_list', 'contraption_list']);
  });

  it('brings nothing out that the filter, or the want of a deed, keeps back', () => {
    const tools = listOf(
      tool({ name: 'gizmo_list' }),
      tool({ name: 'contraption_list' }),
      tool({ name: 'contraption_scrap', risk: 'destructive' }),
    );
    const input = { tools, message: MESSAGE, nearness: nearnessOf(tools, 1, 2) };
    const filter = ({ name }: SelectableTool) => (name === 'contraption_list' ? 'policy' : undefined);
    const offered = names(selectTools({ ...input, filter, excludeDestructive: true }).tools);
    expect(offered).toContain('gizmo_list');
    expect(offered.filter((name) => name.startsWith('contraption'))).toEqual([]);
  });

  it('puts what only reads first where a message only asks to see something', () => {
    const tools = listOf(
      tool({ name: 'contraption_scrap', risk: 'destructive' }),
      tool({ name: 'contraption_list' }),
    );
    const index = buildToolIndex(tools);
    const nearness = nearnessOf(tools, 0, 1);
    const found = rank(index, 'Show me doodads', { nearness, limit: 2 }).map((hit) => hit.tool);
    expect(names(found)).toEqual(['contraption_list', 'contraption_scrap']);
  });

  it('gives one server no more than its share', () => {
    const flood = Array.from({ length: 20 }, (_, at) => tool({ server: 'flood', name: `near${at}_x` }));
    const tools = [...flood, ...listOf(tool({ name: 'gizmo_list' }), tool({ name: 'gizmo_count' }))];
    const nearness = nearnessOf(tools, ...flood.keys());
    const offered = selectTools({ tools, message: MESSAGE, nearness, maxTools: 12 }).tools;
    expect(offered.filter(({ server }) => server === 'flood').length).toBeLessThanOrEqual(6);
    expect(names(offered)).toContain('gizmo_list');
  });

  it('is blended with the words\u2019 scores as it was found to be best', () => {
    const random = seeded(9);
    const tools = randomTools(random, 300);
    const index = buildToolIndex(tools);
    const nearness = Float32Array.from(tools, () => random());
    const message = 'the price of a house';
    const words = rank(index, message, { limit: 300 });
    const most = words[0]?.score ?? 0;
    const mean = nearness.reduce((sum, value) => sum + value, 0) / tools.length;
    const deviation = Math.sqrt(nearness.reduce((sum, value) => sum + (value - mean) ** 2, 0) / tools.length);
    const blended = new Map(
      words.map(({ tool: { modelName }, score }) => {
        const z = ((nearness[index.positions.get(modelName) ?? 0] ?? 0) - mean) / deviation;
        return [modelName, (0.6 * score) / most + (0.4 * z) / 8];
      }),
    );
    const found = rank(index, message, { limit: 300, nearness });
    expect(found.length).toBeGreaterThan(50);
    const far = (0.6 * 0.01 * most) / most;
    for (const { tool: one, score } of found) {
      const expected = blended.get(one.modelName);
      if (expected === undefined || expected < far) continue;
      expect((0.6 * score) / most).toBeCloseTo(expected, 4);
    }
  });

  it('leaves the words alone where nothing is known, or all are as near', () => {
    const tools = randomTools(seeded(5), 200);
    const index = buildToolIndex(tools);
    const message = 'List invoices. Delete the weather forecast of a customer.';
    const plain = rank(index, message, { limit: 200, explain: true });
    for (const value of [Number.NaN, 0.4]) {
      const nearness = new Float32Array(tools.length).fill(value);
      expect(rank(index, message, { limit: 200, explain: true, nearness })).toEqual(plain);
    }
  });

  it.each([1, 2, 3])('loses nothing that words find, and says what each part adds, seed %i', (seed) => {
    const random = seeded(seed);
    const tools = randomTools(random, 300);
    const index = buildToolIndex(tools);
    const nearness = Float32Array.from(tools, () => (random() < 0.1 ? Number.NaN : random() ** 4));
    const message = 'Show the price of a house. Search mail and folders.';
    const plain = rank(index, message, { limit: 300 });
    const found = rank(index, message, { limit: 300, explain: true, nearness });
    expect(names(found.map((hit) => hit.tool))).toEqual(
      expect.arrayContaining(names(plain.map((hit) => hit.tool))),
    );
    for (const { score, parts } of found) {
      const sum = Object.values(parts ?? {}).reduce((all, part) => all + part, 0);
      expect(sum).toBeCloseTo(score, 3);
    }
    expect(found.some(({ parts }) => (parts?.meaning ?? 0) > 0)).toBe(true);
    // The next search is unaffected by it.
    expect(rank(index, message, { limit: 300 })).toEqual(plain);
  });
});
