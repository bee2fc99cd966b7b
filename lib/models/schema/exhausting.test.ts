/**
 * Schemas that are expensive to examine but small to store: the examined nodes are counted, whether or not a model is
 * told about them.
 */
import { describe, expect, it } from 'vitest';
import { modelSchema } from './model-schema';

const MOST_LOOKED_AT = 300_000;
const MEMBERS = 2_500;
const REFERENCES = 600;

/** The same, counting the listed names in it and the items read from its list. */
function watched<Target extends object>(target: Target): { it: Target; looks: () => number } {
  let looks = 0;
  const it = new Proxy(target, {
    ownKeys: (of) => {
      looks += Reflect.ownKeys(of).length;
      return Reflect.ownKeys(of);
    },
    get: (of, key) => {
      if (Array.isArray(of) && typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(of, key);
    },
  });
  return { it, looks: () => looks };
}

const named = (prefix: string) => Array.from({ length: MEMBERS }, (_, at) => `${prefix}${at}`);
const record = (names: string[], schema: unknown) => Object.fromEntries(names.map((name) => [name, schema]));
const referring = (to: unknown) => ({
  type: 'object',
  $defs: { to },
  properties: record(
    Array.from({ length: REFERENCES }, (_, at) => `p${at}`),
    { $ref: '#/$defs/to' },
  ),
});

describe('one schema that many members refer to', () => {
  it.each([
    ['that no provider takes', '$', true],
    ['that may not be there', 'm', false],
  ])('with members %s', (_what, prefix, schema) => {
    const properties = watched(record(named(prefix), schema));
    const required = watched(named('%'));
    const made = modelSchema(referring({ type: 'object', properties: properties.it, required: required.it }));
    expect(properties.looks()).toBeGreaterThan(0);
    expect(properties.looks() + required.looks()).toBeLessThan(MOST_LOOKED_AT);
    expect(made.properties).toHaveProperty('p0.type', 'object');
  });

  it.each([
    ['types', (list: unknown[]) => ({ type: list }), named('t')],
    ['places', (list: unknown[]) => ({ type: 'array', prefixItems: list }), named('i').map(() => true)],
    ['parts', (list: unknown[]) => ({ allOf: list }), named('a').map(() => true)],
    ['choices', (list: unknown[]) => ({ enum: list }), named('c').map(() => true)],
  ])('with %s without end', (_what, made, list) => {
    const { it: places, looks } = watched(list);
    modelSchema(referring(made(places)));
    expect(looks()).toBeLessThan(MOST_LOOKED_AT);
  });

  it('with unknown keywords', () => {
    const { it: node, looks } = watched({ type: 'string', ...record(named('x-'), 1) });
    modelSchema(referring(node));
    expect(looks()).toBeLessThan(MOST_LOOKED_AT * 10);
  });
});

describe('alternatives at the root', () => {
  const branch = (at: number) => ({
    type: 'object',
    properties: { a: { const: at } },
    required: ['a', `b${at}`],
  });

  it('within each other are put together once, and told in a few words', () => {
    const list = Array.from({ length: 20 }, (_, at) => branch(at));
    const nested = (depth: number): object =>
      depth === 0 ? {} : { anyOf: list.map((one) => ({ ...one, ...nested(depth - 1) })) };
    const made = modelSchema({ type: 'object', ...nested(4) });
    expect(String(made.description ?? '').length).toBeLessThan(3_000);
    const long = Array.from({ length: 5 }, (_, at) => ({ type: 'object', required: named(`${at}x`) }));
    const told = String(modelSchema({ type: 'object', anyOf: long }).description);
    expect(told).toContain('Give one of these sets of members');
    expect(told.length).toBeLessThan(3_000);
  });

  it('that were not looked at demand less, never more', () => {
    const list = Array.from({ length: 21 }, (_, at) => (at < 20 ? branch(at) : { type: 'object' }));
    expect(modelSchema({ type: 'object', anyOf: list }).required).toBeUndefined();
    expect(modelSchema({ type: 'object', anyOf: list.slice(0, 20) }).required).toEqual(['a']);
  });
});

it('references to references, and parts within parts, end before the stack does', () => {
  const parts = (depth: number, inner: object): object =>
    depth === 0 ? inner : { allOf: [parts(depth - 1, inner)] };
  const definitions = Object.fromEntries(
    Array.from({ length: 90 }, (_, at) => [`d${at}`, parts(180, { $ref: `#/$defs/d${at + 1}` })]),
  );
  const made = modelSchema({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: definitions });
  expect(made.properties).toHaveProperty('a');
});

it('choices that are no texts need not be writable as texts', () => {
  const odd = { enum: [{ toString: 1 }, 'a'], description: 'Odd.' };
  expect(modelSchema({ type: 'object', properties: { odd } }).properties).toHaveProperty('odd');
});
