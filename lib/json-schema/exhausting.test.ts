/** Schemas that are made to exhaust a validator: the work and the messages stay small. */
import { describe, expect, it } from 'vitest';
import { validateInput } from '@/lib/tools/validate-input';
import { violations } from './json-schema';
import { isQuick, Patterns } from './patterns';

const CHECK = { patterns: false };
const MOST_LOOKED_AT = 100_000;
const MOST_SAID = 2_000;

/** A list that counts how often its items are accessed. */
function watched<Item>(list: Item[]): { list: Item[]; looks: () => number } {
  let looks = 0;
  const get = (target: Item[], key: string | symbol) => {
    if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
    return Reflect.get(target, key);
  };
  return { list: new Proxy(list, { get }), looks: () => looks };
}

/** One that takes side by side checks. */
const squared = (side: number, h: unknown) => ({
  type: 'object',
  allOf: Array.from({ length: side }, () => ({ $ref: '#/a' })),
  a: { allOf: Array.from({ length: side }, () => ({ $ref: '#/h' })) },
  h,
});

const said = (inputSchema: object, value: unknown = {}) => {
  const told = validateInput({ name: 'look', inputSchema: inputSchema as never, trusted: false }, value);
  return told.ok ? '' : told.message;
};

describe('a type with thousands of names', () => {
  it('is told as the few that there are', () => {
    const { list, looks } = watched(Array.from({ length: 2_000 }, () => 'null'));
    expect(said(squared(50, { type: list }))).toMatch(/they must be null; they must be null/);
    expect(looks()).toBeLessThan(MOST_LOOKED_AT);
    const some = { type: Array.from({ length: 1_000 }, (_, at) => (at % 2 ? 'null' : 'array')) };
    expect(violations(some, {}, CHECK)).toEqual([{ path: '', message: 'must be a list or null' }]);
  });

  it('is work, also where it fits in the end', () => {
    const { list, looks } = watched([...Array.from({ length: 10_000 }, () => 'null'), 'object']);
    expect(violations(squared(50, { type: list }), {}, CHECK)).toEqual([]);
    expect(looks()).toBeLessThan(MOST_LOOKED_AT);
  });
});

describe('parts without end', () => {
  it.each(['allOf', 'anyOf', 'oneOf'])('in %s are looked at no longer than the work allows', (key) => {
    // Items that match anything are still checked; items that match nothing are complained about.
    for (const part of [true, false]) {
      const { list, looks } = watched(Array.from({ length: 40_000 }, () => part));
      violations({ allOf: Array.from({ length: 40 }, () => ({ [key]: list })) }, {}, CHECK);
      expect(looks()).toBeLessThan(MOST_LOOKED_AT);
    }
  });

  it('stop at a handful of complaints', () => {
    const { list, looks } = watched(Array.from({ length: 20_000 }, () => false));
    expect(violations({ allOf: list }, {}, CHECK)).toHaveLength(5);
    expect(looks()).toBeLessThan(10);
    const missing = { required: Array.from({ length: 9_000 }, (_, at) => `m${at}`) };
    expect(violations(missing, {}, CHECK)).toHaveLength(5);
  });

  it('lead nowhere by references of any length', () => {
    const $ref = `#${'/a'.repeat(5_000)}`;
    expect(violations({ $ref, a: false }, {}, CHECK)).toEqual([]);
  });
});

describe('what is said', () => {
  const word = 'w'.repeat(70);
  const words = Array.from({ length: 60 }, (_, at) => `${word}${at}`);

  it('is short, whatever a schema lists, and however its alternatives stand within each other', () => {
    const choice = (at: number) => ({ const: `${at}${word}` });
    const nested = (depth: number): object => ({
      anyOf: Array.from({ length: 5 }, (_, at) => (depth === 0 ? choice(at) : nested(depth - 1))),
    });
    const all = [
      said(
        { properties: Object.fromEntries(words.map((name) => [name, {}])), additionalProperties: false },
        { x: 1 },
      ),
      said({ properties: { x: { allOf: words.map(() => ({ enum: words })) } } }, { x: 1 }),
      said({ properties: { x: nested(4) } }, { x: 1 }),
      said({ required: words.map((one) => one.repeat(90)) }),
    ];
    for (const message of all) {
      expect(message).toMatch(/do not fit: .*Correct them and call again\.$/);
      expect(message.length).toBeLessThanOrEqual(MOST_SAID);
    }
  });

  it('does not write out choices that are lists and objects', () => {
    const big = { enum: [{ of: 'x'.repeat(5_000) }, ['y'], 'a'] };
    expect(said({ properties: { x: big } }, { x: 1 })).toContain('must be an object or a list or "a"');
  });

  it('names only what has a name', () => {
    const odd = { type: ['null', { toString: 1 }], required: [{ toString: 1 }, 'a'] };
    expect(violations(odd, {}, CHECK)).toEqual([{ path: 'a', message: 'is missing' }]);
  });
});

it('long patterns are not judged by their looks but watched, or left to the server', () => {
  expect(isQuick(`^[a-z]+${'a'.repeat(100)}$`)).toBe(true);
  expect(isQuick('a'.repeat(201))).toBe(false);
  expect(new Patterns().fits('a'.repeat(300), 'a'.repeat(299))).toBe(false);
  expect(new Patterns().fits(`${'a'.repeat(80_000)}(`, 'x')).toBe(true);
});
