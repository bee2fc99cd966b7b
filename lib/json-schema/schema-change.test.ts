/**
 * A schema that is classified as narrower accepts nothing that it did not accept before; our own validator is the
 * judge.
 */
import { expect, it, test } from 'vitest';
import { violations } from './json-schema';
import { isNarrower } from './schema-change';

const closed = { type: 'object', additionalProperties: false };
const amount = (rest: object) => ({ type: 'object', properties: { amount: { type: 'number', ...rest } } });

test.each<[string, object, object]>([
  ['another description', amount({ description: 'a' }), amount({ description: 'b', title: 'B' })],
  ['a lower maximum', amount({ maximum: 10 }), amount({ maximum: 5 })],
  ['a maximum where there was none', amount({}), amount({ maximum: 5 })],
  ['fewer types', amount({ type: ['number', 'string'] }), amount({ type: 'integer' })],
  ['fewer choices', { enum: ['a', 'b'] }, { enum: ['b'] }],
  [
    'one more that must be given',
    { ...closed, properties: { a: {} } },
    { ...closed, properties: { a: {} }, required: ['a'] },
  ],
  [
    'an argument less, of those that are allowed',
    { ...closed, properties: { a: {}, b: {} } },
    { ...closed, properties: { a: {} } },
  ],
  [
    'nothing beside what is listed',
    { type: 'object', properties: { a: {} } },
    { ...closed, properties: { a: {} } },
  ],
])('narrower: %s', (_, before, now) => {
  expect(isNarrower(before, now)).toBe(true);
});

test.each<[string, unknown, unknown]>([
  [
    'a new argument',
    amount({}),
    { type: 'object', properties: { ...amount({}).properties, all: { type: 'boolean' } } },
  ],
  ['a new argument, where any was accepted', { type: 'object' }, amount({})],
  [
    'an argument less, where any is accepted',
    { type: 'object', properties: { a: { type: 'string' } } },
    { type: 'object' },
  ],
  ['a higher maximum', amount({ maximum: 5 }), amount({ maximum: 10 })],
  ['a maximum less', amount({ maximum: 5 }), amount({})],
  ['another type', amount({ type: 'integer' }), amount({ type: 'number' })],
  ['another default', amount({ default: 1 }), amount({ default: 2 })],
  ['another pattern', { pattern: '^a' }, { pattern: '^aa' }],
  ['one that need not be given any more', { required: ['a'] }, {}],
  ['null as well', amount({}), amount({ nullable: true })],
  [
    'another schema that is referred to',
    { $ref: '#/$defs/a', $defs: { a: { maximum: 1 } } },
    { $ref: '#/$defs/a', $defs: { a: { maximum: 2 } } },
  ],
  ['what nobody here has heard of', amount({}), amount({ surprise: true })],
  ['something where nothing was allowed', false, {}],
  [
    'a member of another name',
    { enum: ['a'] },
    JSON.parse('{"enum": ["a"], "__proto__": {"type": "string"}}'),
  ],
])('wider: %s', (_, before, now) => {
  expect(isNarrower(before, now)).toBe(false);
});

it('is never called narrower when a value is accepted that was not', () => {
  const random = seeded(20261120);
  const pick = <One>(choices: readonly One[]): One => choices[Math.floor(random() * choices.length)] as One;
  let narrower = 0;
  let strictly = 0;
  const slipped: unknown[] = [];
  for (let round = 0; round < 20_000; round++) {
    const before = schema(pick, 2);
    const now = random() < 0.7 ? altered(pick, before) : schema(pick, 2);
    if (!isNarrower(before, now)) continue;
    narrower++;
    for (const value of VALUES) {
      const accepts = (one: unknown) => violations(one, value, { patterns: true }).length === 0;
      const slips = accepts(now) && !accepts(before);
      if (accepts(before) && !accepts(now)) strictly++;
      if (slips) slipped.push({ before, now, value });
    }
  }
  expect(slipped.slice(0, 3)).toEqual([]);
  expect(narrower).toBeGreaterThan(1000);
  expect(strictly).toBeGreaterThan(1000);
});

type Pick = <One>(choices: readonly One[]) => One;
type Schema = Record<string, unknown>;

const VALUES: unknown[] = [
  ...[null, true, 0, 1, 2, 3, 4, 6, 1.5, -1, '', 'a', 'ab', 'abc', [], [1], [1, 1], ['a', 2], {}],
  ...[
    { a: 1 },
    { a: 'a' },
    { b: 2 },
    { a: 1, b: 'ab' },
    { a: null, c: 1 },
    { a: { a: 1 } },
    { a: { b: 'x' } },
    { b: [2, 3] },
  ],
];

function schema(pick: Pick, depth: number): Schema {
  const made: Schema = {};
  for (let nth = pick([0, 1, 2, 3]); nth > 0; nth--) Object.assign(made, keyword(pick, depth));
  return made;
}

function keyword(pick: Pick, depth: number): Schema {
  const small = () => pick([0, 1, 2, 3]);
  const below = () => (depth > 0 ? schema(pick, depth - 1) : {});
  const makers: (() => Schema)[] = [
    () => ({
      type: pick(['object', 'number', 'integer', 'string', ['string', 'number'], ['object', 'null']]),
    }),
    () => ({ [pick(['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'])]: small() }),
    () => ({
      [pick(['maxLength', 'minLength', 'maxItems', 'minItems', 'minProperties', 'maxProperties'])]: small(),
    }),
    () => ({ enum: [pick([1, 'a', null]), pick([2, 'ab', 3])] }),
    () => ({ multipleOf: pick([1, 2, 3]) }),
    () => ({ required: pick([['a'], ['b'], ['a', 'b']]) }),
    () => ({ properties: { [pick(['a', 'b'])]: below(), [pick(['a', 'b', 'c'])]: below() } }),
    () => ({ additionalProperties: pick<unknown>([true, false, below()]) }),
    () => ({ items: below() }),
    () => ({ uniqueItems: pick([true, false]) }),
    () => ({ pattern: pick(['a', '^ab']) }),
    () => ({ anyOf: [below(), below()] }),
  ];
  return pick(makers)();
}

/** The same schema with one keyword changed, as servers do it. */
function altered(pick: Pick, before: Schema): Schema {
  const now = { ...before, ...(pick([true, false]) ? keyword(pick, 1) : {}) };
  const keys = Object.keys(now);
  if (keys.length > 0 && pick([true, false, false])) delete now[pick(keys)];
  const { properties } = now;
  if (!properties || pick([true, false])) return now;
  const [name = '', inner] = pick(Object.entries(properties));
  return { ...now, properties: { ...properties, [name]: altered(pick, inner as Schema) } };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
