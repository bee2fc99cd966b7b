/** Figures that people write for a limit, and those that the page shows them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { UsedView } from '@/lib/limits/usage-view';
import { figureIn } from './figure-in';
import { chartOf, figureWords, moneyWords, sumsBy, totalOf } from './usage-sums';

const inGerman = () => speak({ locale: 'de', messages: messagesOf('de') });
const inEnglish = () => speak({ locale: 'en', messages: messagesOf('en') });
beforeEach(inEnglish);
afterEach(inEnglish);

describe('a figure in a field', () => {
  it('is read as the reader writes it, thousands and all', () => {
    expect(figureIn('100,000', false)).toBe(100_000);
    expect(figureIn('1 000 000', false)).toBe(1_000_000);
    expect(figureIn('1,250.50', true)).toBe(1_250_500_000);
    expect(figureIn(' ', false)).toBeNull();
    inGerman();
    expect(figureIn('100.000', false)).toBe(100_000);
    expect(figureIn('1.250,50', true)).toBe(1_250_500_000);
  });

  it('is none where it could be another one: nobody is limited to 1 who was meant to have 1,500', () => {
    for (const words of ['1.500', '1,5', '15,00', 'abc', '-5', '1e3', '0x10', '9'.repeat(18)])
      expect([words, figureIn(words, false)]).toEqual([words, undefined]);
    for (const words of ['20,50', '1.', '.5', '$5'])
      expect([words, figureIn(words, true)]).toEqual([words, undefined]);
    inGerman();
    for (const words of ['1,500', '20.50'])
      expect([words, figureIn(words, false)]).toEqual([words, undefined]);
    expect(figureIn('20.50', true)).toBeUndefined();
  });

  it('is shown as the reader writes it, and less than a cent is not nothing', () => {
    expect([figureWords(226_474), moneyWords(1_240_000, 'USD')]).toEqual(['226,474', '1.24 USD']);
    expect(moneyWords(1_200, 'USD')).toBe('0.0012 USD');
    inGerman();
    expect([figureWords(226_474), moneyWords(1_240_000, 'USD')]).toEqual(['226.474', '1,24 USD']);
  });
});

const used = (day: string, read: number, currency: string | null = 'USD'): UsedView => ({
  ...{ day, userId: 'u1', name: 'Noor Haddad', model: 'm', requests: 1, read, written: 2, cost: 5, currency },
});

describe('what was used', () => {
  it('is drawn day by day: one without a request stands there with nothing', () => {
    const sums = sumsBy('day', [used('2026-11-04', 7), used('2026-11-01', 3)], 'gone');
    const { categories, series } = chartOf('day', sums, { read: 'Read', written: 'Written', by: 'Day' });
    expect(categories).toHaveLength(4);
    expect(series[0]?.values).toEqual([3, 0, 0, 7]);
  });

  it('is added up, each currency for itself; one line alone has no sum', () => {
    const rows = [used('2026-11-01', 3), used('2026-11-02', 4, 'EUR'), used('2026-11-03', 5, null)];
    expect(totalOf(sumsBy('day', rows, 'gone'), 'Total')).toMatchObject({
      ...{ label: 'Total', requests: 3, read: 12, written: 6 },
      cost: [
        ['USD', 5],
        ['EUR', 5],
      ],
    });
    expect(totalOf(sumsBy('model', rows, 'gone'), 'Total')).toBeNull();
  });
});
