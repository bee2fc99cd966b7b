/** What a text in a step's arguments may refer to, and that nothing else can be reached by it. */
import { describe, expect, it } from 'vitest';
import {
  asFarAsKnown,
  fill,
  fillKnown,
  holdsDoubled,
  isReference,
  readReference,
  referencesIn,
  UNKNOWN,
  valueAt,
} from './references';

describe('a reference', () => {
  it.each([
    ['$1.id', { step: 1, path: ['id'] }],
    ['$12.rows.0.name', { step: 12, path: ['rows', '0', 'name'] }],
    ['$1.a b', { step: 1, path: ['a b'] }],
    ['$1.__proto__', { step: 1, path: ['__proto__'] }],
  ])('is %s', (text, read) => {
    expect(readReference(text)).toEqual(read);
  });

  it.each([
    '$',
    '$1',
    '$1.',
    '$$1.id',
    '$x.id',
    ' $1.id',
    'id $1.id',
    '$-1.id',
    '$12345.id',
    '1.id',
    5,
    null,
    ['$1.id'],
  ])('is not %j', (value) => {
    expect(isReference(value)).toBe(false);
  });

  it('is found wherever it stands, with its place; keys are never one', () => {
    const found = referencesIn({ a: '$1.x', list: [{ b: '$2.y.z' }, 'c'], '$3.k': 'd' });
    expect(found).toEqual([
      { at: 'a', step: 1, path: ['x'] },
      { at: 'list[0].b', step: 2, path: ['y', 'z'] },
    ]);
  });
});

describe('what stands at a path', () => {
  const result = { id: 'a', list: [{ n: 1 }, 'two'], nothing: null, text: 'abc', deep: { id: 7 } };

  it.each([
    ['id', 'a'],
    ['list.0.n', 1],
    ['list.1', 'two'],
    ['nothing', null],
    ['deep', { id: 7 }],
  ])('is there at %s', (path, value) => {
    expect(valueAt(result, path.split('.'))).toEqual({ value });
  });

  it.each([
    ...['length', 'list.length', 'text.length', 'text.0', 'constructor', 'toString', 'list.constructor'],
    ...[
      '__proto__',
      '__proto__.polluted',
      'deep.__proto__',
      'list.-1',
      'list.01',
      'list.1e0',
      'list.2',
      'list.map',
    ],
    ...['id.x', 'nothing.x', 'hasOwnProperty', 'deep.constructor.name', 'list.0.n.toFixed', ''],
  ])('is nothing at %s', (path) => {
    expect(valueAt(result, path.split('.'))).toBeUndefined();
  });

  it('is nothing at a key of a prototype, even of one that says that it is its own', () => {
    const odd = JSON.parse('{"__proto__":{"id":1},"a":2}');
    expect(valueAt(odd, ['__proto__', 'id'])).toBeUndefined();
    expect(valueAt(Object.create({ id: 1 }), ['id'])).toBeUndefined();
    expect(valueAt(undefined, ['id'])).toBeUndefined();
    expect(valueAt({ a: undefined }, ['a'])).toBeUndefined();
  });
});

describe('filling arguments', () => {
  const results: Record<number, unknown> = { 1: { id: 'cus_1', lines: [{ n: 2 }] }, 2: 'text' };
  const resultOf = (step: number) => results[step];

  it('puts whole values in the place of whole texts, and takes one $ off what begins with two', () => {
    const given = {
      a: '$1.id',
      b: ['$1.lines', '$1.lines.0.n'],
      c: '$$1.id',
      d: '$$',
      e: '$5',
      f: 'x $1.id',
      g: 1,
    };
    expect(fill(given, resultOf)).toEqual({
      value: { a: 'cus_1', b: [[{ n: 2 }], 2], c: '$1.id', d: '$', e: '$5', f: 'x $1.id', g: 1 },
    });
  });

  it('never reads what it has filled in as a reference', () => {
    expect(fill({ a: '$1.id' }, () => ({ id: '$2.secret' }))).toEqual({ value: { a: '$2.secret' } });
  });

  it('fills in what is known, and writes it so that it names nothing', () => {
    const given = { a: '$1.made', b: ['$3.made', '$$7.x', 'x'], c: { d: '$1.all' } };
    const made = { made: '$3.made', all: { list: ['$$', '$5', '$01.50', 'plain', 4], $1: true } };
    const known = fillKnown(
      given,
      (step) => step < 3,
      () => made,
    );
    expect(known).toEqual({
      value: {
        a: '$$3.made',
        b: ['$3.made', '$$7.x', 'x'],
        c: { d: { list: ['$$$', '$$5', '$$01.50', 'plain', 4], $1: true } },
      },
    });
    // As if it had been filled in at once.
    const sent = fill('value' in known ? known.value : {}, () => ({ made: 'of step 3' }));
    expect(sent).toEqual({ value: { a: '$3.made', b: ['of step 3', '$7.x', 'x'], c: { d: made.all } } });
    const missing = fillKnown(
      given,
      (step) => step < 3,
      () => ({ made: 1 }),
    );
    expect(missing).toMatchObject({ missing: { at: 'c.d' } });
  });

  it('says what is missing', () => {
    expect(fill({ a: ['$1.nope'] }, resultOf)).toEqual({ missing: { at: 'a[0]', step: 1, path: ['nope'] } });
    expect(fill({ a: '$3.id' }, resultOf)).toHaveProperty('missing.step', 3);
    expect(fill({ a: '$2.length' }, resultOf)).toHaveProperty('missing');
  });

  it('as far as it is known leaves one mark, which no argument can be', () => {
    const known = asFarAsKnown({ a: '$1.id', b: {}, c: '$$2.x' });
    expect(known.a).toBe(UNKNOWN);
    expect(known.b).not.toBe(UNKNOWN);
    expect(known.c).toBe('$2.x');
  });
});

it.each([
  [{ a: [{ b: '$$1' }] }, true],
  [{ a: '$1.x', b: 'x$$', $$c: 1 }, false],
])('a text that is sent with one $ less is found in %j: %s', (value, found) => {
  expect(holdsDoubled(value)).toBe(found);
});
