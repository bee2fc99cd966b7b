/** Bounds against an independently written predicate, inside and outside, on generated values. */
import { describe, expect, it } from 'vitest';
import { type Bound, fits, grantSentence, keptBounds, possibleBounds, tooLargeToKeep } from './grant-bounds';

/** A small generator of our own, so that a failure can be reproduced. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Cents on both sides: the exact amounts. */
const cents = (text: string) => Math.round(Number(text) * 100);

function reference(bounds: readonly Bound[], input: Record<string, unknown>): boolean {
  for (const { argument, is, value } of bounds) {
    if (!Object.keys(input).includes(argument)) return false;
    const given = input[argument];
    if (typeof given !== typeof value) return false;
    if (is === 'equal') {
      if (given !== value) return false;
      continue;
    }
    const [left, right] =
      typeof value === 'string' ? [cents(String(given)), cents(value)] : [Number(given), Number(value)];
    if (Number.isNaN(left) || (is === 'most' && left > right) || (is === 'least' && left < right))
      return false;
  }
  return true;
}

/** The same for a grant given on a call: by what people believe they allow. */
function keptReference(
  bounds: readonly Bound[],
  first: Record<string, unknown>,
  input: Record<string, unknown>,
) {
  if (Object.keys(input).length !== Object.keys(first).length || !reference(bounds, input)) return false;
  return Object.entries(first).every(([name, was]) => {
    if (!Object.keys(input).includes(name)) return false;
    const given = input[name];
    const ofIt = bounds.filter(({ argument }) => argument === name);
    if (ofIt.length === 0) {
      const isOne = ['string', 'number', 'boolean'].includes(typeof was);
      return isOne ? typeof given === typeof was : JSON.stringify(given) === JSON.stringify(was);
    }
    const hasFloor = ofIt.some(({ is }) => is !== 'most');
    return hasFloor || Number(was) < 0 || Number(given) >= 0;
  });
}

describe('fits', () => {
  it('says what the reference says, for 20,000 generated grants and calls', () => {
    const next = seeded(7);
    const pick = <Value>(values: readonly Value[]) => values[next(values.length)] as Value;
    const amount = () =>
      `${next(3) === 0 ? '-' : ''}${next(20)}${pick(['', '.5', '.50', `.${10 + next(89)}`])}`;
    const values = [
      amount,
      () => next(10),
      () => pick(['a', 'b', '']),
      () => next(2) === 0,
      () => null,
      () => [1],
    ];
    const names = ['amount', 'customer', 'toString', '__proto__'];
    let inside = 0;
    let kept = 0;
    for (let round = 0; round < 20_000; round++) {
      const input = Object.fromEntries(names.filter(() => next(3) > 0).map((name) => [name, pick(values)()]));
      const possible = possibleBounds(input);
      const bounds = possible
        .filter(() => next(2) === 0)
        .map((one): Bound => {
          const is = pick(one.is);
          const other = typeof one.value === 'number' ? next(10) : amount();
          const value = is === 'equal' || next(2) === 0 ? one.value : other;
          return { argument: one.argument, is, value } as Bound;
        });
      const called = next(2) === 0 ? input : { ...input, [pick(names)]: pick(values)() };
      const said = fits(bounds, called);
      if (said !== reference(bounds, called)) throw new Error(JSON.stringify({ bounds, called, said }));
      inside += said ? 1 : 0;
      if (!fits(bounds, input)) continue;
      const isKept = fits(keptBounds(bounds, input), called);
      if (isKept !== keptReference(bounds, input, called))
        throw new Error(JSON.stringify({ bounds, input, called, isKept }));
      kept += isKept ? 1 : 0;
    }
    expect(inside).toBeGreaterThan(4_000);
    expect(inside).toBeLessThan(18_000);
    expect(kept).toBeGreaterThan(3_000);
    expect(kept).toBeLessThan(inside);
  });

  it('compares amounts exactly, and nothing of another type', () => {
    const most = (value: string | number): Bound[] => [{ argument: 'amount', is: 'most', value }];
    expect(fits(most('500.00'), { amount: '500' })).toBe(true);
    expect(fits(most('500.00'), { amount: '500.01' })).toBe(false);
    expect(fits(most('9007199254740993'), { amount: '9007199254740992.99' })).toBe(true);
    expect(fits(most('500'), { amount: 500 })).toBe(false);
    expect(fits(most('500'), { amount: '5e2' })).toBe(false);
    expect(fits(most(500), { amount: Number.NaN })).toBe(false);
    expect(fits(most(500), {})).toBe(false);
    expect(fits(most(500), null)).toBe(false);
    expect(fits([], null)).toBe(true);
  });

  it('takes nothing that the input only inherits', () => {
    expect(fits([{ argument: 'toString', is: 'equal', value: 'x' }], {})).toBe(false);
  });
});

describe('keptBounds', () => {
  const input = { amount: 5, lines: [{ part: 'a' }] };
  const kept = keptBounds([{ argument: 'amount', is: 'most', value: 9 }], input);

  it('keeps what nobody chose as it was', () => {
    expect(fits(kept, { amount: 9, lines: [{ part: 'a' }] })).toBe(true);
    expect(fits(kept, { amount: 9, lines: [{ part: 'b' }] })).toBe(false);
    expect(fits(kept, { amount: 9, lines: [{ part: 'a' }, { part: 'a' }] })).toBe(false);
    expect(fits(kept, { amount: 9, lines: [{ part: 'a' }], force: true })).toBe(false);
    expect(fits(kept, { amount: 9 })).toBe(false);
  });

  it('keeps what is free of the kind that it was', () => {
    const free = keptBounds([{ argument: 'amount', is: 'most', value: 500 }], {
      to: 'bob',
      amount: 5,
      now: true,
    });
    expect(fits(free, { to: 'eve', amount: 6, now: false })).toBe(true);
    for (const to of [['eve', 'bob'], { all: true }, 5, null])
      expect(fits(free, { to, amount: 6, now: false })).toBe(false);
    const sentence = grantSentence('Pay', free, { thisChat: true, times: null, until: null });
    expect(sentence).toContain('to may be any text and now may be true or false and nothing else is given');
  });

  it('lets at most so much be less than nothing only where the call at hand is, or a limit says so', () => {
    const most = (value: number | string, given: unknown, ...more: Bound[]) =>
      keptBounds([{ argument: 'a', is: 'most', value }, ...more], { a: given });
    expect(fits(most(500, 5), { a: -1 })).toBe(false);
    expect(fits(most('500.00', '5'), { a: '-999999999999' })).toBe(false);
    expect(fits(most('500.00', '0'), { a: '0.00' })).toBe(true);
    expect(fits(most(500, -5), { a: -1000 })).toBe(true);
    expect(fits(most(500, 5, { argument: 'a', is: 'least', value: -10 }), { a: -1 })).toBe(true);
    const sentence = grantSentence('Pay', most(500, 5), { thisChat: true, times: null, until: null });
    expect(sentence).toContain('a is at most 500 and a is at least 0 and');
  });

  it('is not kept of what is too large', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
    expect(tooLargeToKeep([], names(50))).toBeNull();
    expect(tooLargeToKeep([], names(51))).toContain('50 arguments');
    expect(tooLargeToKeep([], { lines: ['x'.repeat(20_000)] })).toContain('too long');
    expect(tooLargeToKeep([], { text: 'x'.repeat(20_000) })).toBeNull();
  });

  it('stands in the sentence', () => {
    const sentence = grantSentence('Order', kept, { thisChat: true, times: null, until: null });
    expect(sentence).toContain('lines is [{"part":"a"}] and nothing else is given');
    const free = keptBounds([], { a: 1, b: 'x' });
    const scope = { thisChat: false, times: null, until: null };
    expect(grantSentence('Pay', free, scope)).toBe(
      'Pay runs without asking in every chat, when a may be any number and b may be any text and nothing else is given.',
    );
    expect(grantSentence('Go', keptBounds([], {}), scope)).toContain(', when nothing is given.');
  });
});

describe('grantSentence', () => {
  it('names every bound and every limit', () => {
    const bounds: Bound[] = [
      { argument: 'amount', is: 'most', value: '500.00' },
      { argument: 'customerId', is: 'equal', value: 'cus_1' },
    ];
    const scope = { thisChat: true, times: 3, until: '2026-11-30T12:00:00.000Z' };
    const sentence = grantSentence('Create transaction', bounds, scope);
    for (const part of [
      'in this chat',
      '3 times',
      '2026-11-30 12:00 UTC',
      'at most "500.00"',
      'is "cus_1"',
    ]) {
      expect(sentence).toContain(part);
    }
  });
});
