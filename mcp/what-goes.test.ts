import { expect, test } from 'vitest';
import { groupOf, linesOf, NAMED, phraseOf } from './what-goes';

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `SO-${index}`, minor: 100, currency: 'EUR' }));

test('one line a thing, the first with the count', () => {
  expect(linesOf(groupOf('order', 'orders', orders(2)))).toEqual([
    { label: '2 orders', value: 'SO-0', amount: '1.00 EUR' },
    { label: '', value: 'SO-1', amount: '1.00 EUR' },
  ]);
  expect(linesOf(groupOf('order', 'orders', []))).toEqual([]);
});

test('beyond ten the rest stands in one line with its sum, by currency', () => {
  const things = [...orders(NAMED + 1999), { name: 'SO-x', minor: 5, currency: 'USD' }];
  const lines = linesOf(groupOf('order', 'orders', things));
  expect(lines).toHaveLength(NAMED + 1);
  expect(lines[0]?.label).toBe('2,010 orders');
  expect(lines.at(-1)).toEqual({
    label: '',
    value: 'and 2,000 more, together',
    amount: '1,999.00 EUR + 0.05 USD',
  });
});

test('things without money have no amounts', () => {
  const customers = Array.from({ length: 12 }, (_, index) => ({ name: `Customer ${index}` }));
  const last = linesOf(groupOf('customer', 'customers', customers)).at(-1);
  expect(last).toEqual({ label: '', value: 'and 2 more' });
});

test('in a phrase: count, names and how many more', () => {
  expect(phraseOf(groupOf('order', 'orders', orders(1)))).toBe('1 order (SO-0)');
  expect(phraseOf(groupOf('order', 'orders', orders(12)))).toMatch(
    /^12 orders \(SO-0, .*SO-9, and 2 more\)$/,
  );
  expect(phraseOf(groupOf('order', 'orders', []))).toBe('');
});
