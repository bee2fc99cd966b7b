import { describe, expect, it } from 'vitest';
import { findNumbers, fromCents, toCents } from './amounts';

describe('findNumbers', () => {
  it.each([
    ['450', 450, '450.00', undefined],
    ['450.50', 450.5, '450.50', undefined],
    ['€450', 450, '450.00', 'EUR'],
    ['1,200', 1200, '1200.00', undefined],
    ['1,200.50 USD', 1200.5, '1200.50', 'USD'],
    ['1.200,50 €', 1200.5, '1200.50', 'EUR'],
    ['€1.200', 1200, '1200.00', 'EUR'],
    ['12,5', 12.5, '12.50', undefined],
    ['-120', -120, '-120.00', undefined],
    ['5k', 5000, '5000.00', undefined],
    ['three', 3, '3.00', undefined],
    ['450 euros', 450, '450.00', 'EUR'],
  ])('%s', (text, value, decimal, currency) => {
    const [found, ...others] = findNumbers(`for ${text} please`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ value, decimal, percent: false });
    expect(found?.currency).toBe(currency);
  });

  it('knows percentages, and where each number stands', () => {
    const text = 'Calculate 19% tax on 1200';
    const found = findNumbers(text);
    expect(found.map(({ value, percent }) => [value, percent])).toEqual([
      [19, true],
      [1200, false],
    ]);
    expect(text.slice(found[1]?.start, found[1]?.end)).toBe('1200');
  });

  it('takes codes, dates and phone numbers for none', () => {
    for (const text of ['INV-1182', '2026-11-30', 'cus_4f81', '+49401'])
      expect(findNumbers(text)).toEqual([]);
  });
});

describe('cents', () => {
  it('are exact both ways', () => {
    expect(toCents('0.29')).toBe(29n);
    expect(toCents('-1200.5')).toBe(-120050n);
    expect(toCents('1e3')).toBeUndefined();
    expect(fromCents(-123456789n)).toBe('-1,234,567.89');
    expect(fromCents(5n)).toBe('0.05');
  });
});
