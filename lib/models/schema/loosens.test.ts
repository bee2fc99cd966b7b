/**
 * Whatever a server declares: the schema sent to the model breaks no API's known rule, and accepts every value that the
 * original accepts.
 */
import { describe, expect, it } from 'vitest';
import { brokenBy, RULES } from '@/e2e/servers/refusals/refusals';
import type { Rule } from '@/e2e/servers/refusals/rule';
import { violations } from '@/lib/json-schema/json-schema';
import { modelSchema } from './model-schema';
import type { Node } from './node';
import { chance, SchemaMaker } from './testing/schema-maker';

const SEEDS = Array.from({ length: 1_500 }, (_, seed) => seed + 1);
const VALUES = 12;
const UNMET = new Set(RULES.filter(({ unmet }) => unmet !== undefined));

function broken(schema: Node): string[] {
  const found = brokenBy({ name: 'tool', parameters: schema }).filter(({ rule }) => !UNMET.has(rule));
  return found.map(({ rule, message }) => `${rule.api} ${rule.id}: ${message}`);
}

describe('schemas made by chance', () => {
  it('break many rules as they are, and none once they are the model\u2019s', () => {
    const before = new Set<string>();
    for (const seed of SEEDS) {
      const schema = new SchemaMaker(chance(seed)).root();
      for (const { rule } of brokenBy({ name: 'tool', parameters: schema }))
        before.add(`${rule.api} ${rule.id}`);
      expect(broken(modelSchema(schema)), JSON.stringify(schema)).toEqual([]);
    }
    const isMade = ({ refuses, id }: Rule) => refuses && id !== 'no-parameters' && id !== 'no-members';
    const ofSchemas = RULES.filter(isMade);
    expect([...before].sort()).toEqual(ofSchemas.map(({ api, id }) => `${api} ${id}`).sort());
  });

  it('take every value that they took', () => {
    let taken = 0;
    for (const seed of SEEDS) {
      const maker = new SchemaMaker(chance(seed), true);
      const schema = maker.root();
      const made = modelSchema(schema);
      for (let turn = 0; turn < VALUES; turn++) {
        const value = maker.value(schema, schema);
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        if (violations(schema, value, { patterns: true }).length > 0) continue;
        taken += 1;
        const why = JSON.stringify({ schema, made, value });
        expect(violations(made, value, { patterns: true }), why).toEqual([]);
      }
    }
    // Enough of them match to be meaningful.
    expect(taken).toBeGreaterThan(500);
  });

  it('come to the same when they are made twice, and the original is left as it was', () => {
    for (const seed of SEEDS.slice(0, 200)) {
      const schema = new SchemaMaker(chance(seed)).root();
      const before = JSON.stringify(schema);
      const made = modelSchema(schema);
      expect(JSON.stringify(schema)).toBe(before);
      expect(broken(modelSchema(made)), before).toEqual([]);
    }
  });
});
