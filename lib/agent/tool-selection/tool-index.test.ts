/** The index scores as the formula says, and an updated index equals one built from scratch. */
import { describe, expect, it } from 'vitest';
import { IndexCache } from './index-cache';
import { addScores } from './postings';
import { queryOf } from './query';
import { rank } from './rank';
import { scoresFor } from './scores';
import { randomTools, randomWords, seeded, tool } from './testing/sample-tools';
import { slowScores } from './testing/slow-scores';
import { buildToolIndex } from './tool-index';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);

describe('scores', () => {
  it.each(SEEDS)('are those of the formula, worked out slowly (seed %i)', (seed) => {
    const random = seeded(seed);
    const tools = randomTools(random, 1 + Math.floor(random() * 60));
    const index = buildToolIndex(tools);
    for (let round = 0; round < 10; round++) {
      const message = randomWords(random, 12);
      const scores = scoresFor(tools.length);
      addScores(index.postings, queryOf(message).whole, scores, scoresFor(tools.length));
      for (const [at, expected] of slowScores(tools, message).entries()) {
        expect(scores.values[at]).toBeCloseTo(expected, 4);
      }
    }
  });

  it.each(SEEDS)('are the sum of what is said of their parts (seed %i)', (seed) => {
    const random = seeded(seed);
    const index = buildToolIndex(randomTools(random, 40));
    for (let round = 0; round < 10; round++) {
      const message = `${randomWords(random, 6)}. ${randomWords(random, 6)}. ${randomWords(random, 6)}`;
      for (const { score, parts } of rank(index, message, { limit: 40, explain: true })) {
        const sum = Object.values(parts ?? {}).reduce((total, part) => total + part, 0);
        expect(sum).toBeCloseTo(score, 4);
      }
    }
  });

  it('are the same every time', () => {
    const tools = randomTools(seeded(3), 200);
    const ask = () =>
      rank(buildToolIndex(tools), 'Delete the invoice of a customer. Then mail the report.', { limit: 200 });
    expect(ask()).toEqual(ask());
    const index = buildToolIndex(tools);
    const first = rank(index, 'weather forecast', { limit: 50 });
    rank(index, 'Rechnung löschen', { limit: 50 });
    expect(rank(index, 'weather forecast', { limit: 50 })).toEqual(first);
  });
});

describe('the cache', () => {
  it.each(SEEDS)('updates an index to what one made from nothing is (seed %i)', (seed) => {
    const random = seeded(seed);
    const cache = new IndexCache();
    let tools = randomTools(random, 60);
    for (let round = 0; round < 6; round++) {
      const kept = tools.filter(({ server }) => server !== `server${round % 5}`);
      tools = [...kept, ...randomTools(random, 10, 3)].map((one, at) => ({ ...one, modelName: String(at) }));
      const { analysed, ...updated } = cache.of(tools);
      const { analysed: anew, ...rebuilt } = buildToolIndex(tools);
      expect(updated).toEqual(rebuilt);
      expect(analysed).toEqual(anew);
    }
  });

  it('reads only the tools whose definition is new', () => {
    const cache = new IndexCache();
    const tools = randomTools(seeded(1), 50);
    const before = cache.of(tools);
    const after = cache.of([...tools.slice(1), tool({ name: 'brand_new' })]);
    const known = new Set(before.analysed);
    expect(after.analysed.filter((one) => !known.has(one))).toHaveLength(1);
  });

  it('gives the tools that were asked about, whoever asked first', () => {
    const cache = new IndexCache();
    const mine = [tool({ name: 'notes_list' })];
    const yours = mine.map((one) => ({ ...one }));
    cache.of(mine);
    expect(cache.of(yours).tools[0]).toBe(yours[0]);
    expect(cache.of(yours)).toBe(cache.of(yours));
  });

  it('holds what it may and no more', () => {
    const cache = new IndexCache({ indexes: 2, tools: 25 });
    const lists = [1, 2, 3].map((seed) => randomTools(seeded(seed), 10));
    const [first, , third] = lists.map((list) => cache.of(list));
    const again = (at: number) => cache.of([...(lists[at] ?? [])]).postings;
    expect(again(2)).toBe(third?.postings);
    expect(again(0)).not.toBe(first?.postings);
  });
});
