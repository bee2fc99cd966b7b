import { describe, expect, test } from 'vitest';
import { formatMoney, lineAmount, MAX_MINOR, parseMoney, taxOn, toDecimal } from './money';

/** Integers from the edges of the range and from everywhere between, of every magnitude. */
function* amounts(): Generator<number> {
  yield* [0, 1, 9, 10, 99, 100, 101, 99_999, MAX_MINOR - 1, MAX_MINOR];
  for (let round = 0; round < 5000; round++) yield Math.floor(10 ** (Math.random() * 13));
}

test('what is written is read back as the same amount', () => {
  for (const minor of amounts()) {
    expect(parseMoney(toDecimal(minor))).toBe(minor);
    if (minor > 0) expect(parseMoney(toDecimal(-minor))).toBe(-minor);
  }
});

test.each([
  ['450.00', 45_000],
  ['450', 45_000],
  ['450.5', 45_050],
  ['0.07', 7],
  ['-3.20', -320],
  ['0', 0],
  ['-0.00', 0],
  ['100000000000.00', MAX_MINOR],
])('%s is %i minor units', (text, minor) => {
  expect(parseMoney(text)).toBe(minor);
});

test.each([
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '1.005',
  '1.',
  '.5',
  '+1',
  '01',
  '1e3',
  '1,000.00',
  '0x10',
  '1_000',
  '--1',
  '-',
  'NaN',
  'Infinity',
  '12 EUR',
  '١٢',
  '1.0.0',
  '100000000000.01',
  '9'.repeat(40),
])('%j is refused', (text) => {
  expect(() => parseMoney(text)).toThrow(RangeError);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, MAX_MINOR + 1, -MAX_MINOR - 1])(
  '%d is no amount to write',
  (minor) => {
    expect(() => toDecimal(minor)).toThrow(RangeError);
  },
);

test.each([
  [0, '0.00 EUR'],
  [5, '0.05 EUR'],
  [99_999, '999.99 EUR'],
  [135_000, '1,350.00 EUR'],
  [-123_456_789, '-1,234,567.89 EUR'],
  [MAX_MINOR, '100,000,000,000.00 EUR'],
])('%i minor units are shown as %s', (minor, shown) => {
  expect(formatMoney(minor, 'EUR')).toBe(shown);
});

describe('arithmetic', () => {
  test.each([
    [3, 45_000, 135_000],
    [1.5, 333, 500],
    [0.005, 100, 1],
    [0.004, 100, 0],
    [1.005, 100, 101],
    [1.5, -333, -500],
    [999_999.999, 10_000_000, 9_999_999_990_000],
  ])('%d x %i = %i', (quantity, price, amount) => {
    expect(lineAmount(quantity, price)).toBe(amount);
  });

  test.each([
    [135_000, 1900, 25_650],
    [50, 1900, 10],
    [25, 200, 1],
    [24, 200, 0],
    [MAX_MINOR, 2550, 2_550_000_000_000],
  ])('tax on %i at %i basis points is %i', (subtotal, rate, tax) => {
    expect(taxOn(subtotal, rate)).toBe(tax);
  });

  test('whole quantities are exact at every size', () => {
    for (const price of amounts()) {
      const quantity = Math.max(1, Math.floor((Math.random() * MAX_MINOR) / (price + 1)) % 1000);
      expect(lineAmount(quantity, price)).toBe(quantity * price);
    }
  });
});
