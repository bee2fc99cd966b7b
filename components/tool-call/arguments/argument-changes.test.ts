import { describe, expect, it } from 'vitest';
import { changesInLine, changesOf } from './argument-changes';

describe('what somebody changed', () => {
  it('is told field by field, what stands inside another too', () => {
    const before = { amount: 500, to: 'a', lines: [{ price: '1.00' }], old: true };
    const now = { amount: 300, to: 'a', lines: [{ price: '2.00' }], note: 'x' };
    expect(changesOf(before, now)).toEqual([
      { path: 'amount', was: '500', is: '300' },
      { path: 'lines[0].price', was: '1.00', is: '2.00' },
      { path: 'note', was: null, is: 'x' },
      { path: 'old', was: 'true', is: null },
    ]);
    expect(changesOf(now, now)).toEqual([]);
    expect(changesOf({}, { a: 1 })).toEqual([{ path: 'a', was: null, is: '1' }]);
  });

  it('never reads the same on both sides', () => {
    expect(changesOf({ a: 300 }, { a: '300' })).toEqual([{ path: 'a', was: '300', is: '"300"' }]);
    expect(changesOf({ password: 'one' }, { password: 'two' })).toEqual([
      { path: 'password', was: 'secret, 3 characters', is: 'another secret, 3 characters' },
    ]);
    expect(changesOf({ a: [] }, { a: 'Empty list' })).toEqual([
      { path: 'a', was: 'Empty list', is: '"Empty list"' },
    ]);
  });

  it('is short in a line', () => {
    const changes = changesOf({ a: 1, b: 2, c: 3, d: 4 }, { a: 'x'.repeat(100), b: 3, d: 5 });
    expect(changesInLine(changes)).toBe(
      `a was 1, is ${'x'.repeat(40)}…; b was 2, is 3; d was 4, is 5 and 1 more`,
    );
    expect(changesInLine(changesOf({ a: 'x' }, { a: 'x, is 5' }))).toBe('a was x, is “x, is 5”');
    expect(changesInLine(changesOf({ c: 3 }, {}))).toBe('c was 3, is left out');
  });
});
