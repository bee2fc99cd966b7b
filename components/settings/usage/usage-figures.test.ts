/** Figures that people write for a limit, and those that the page writes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { UsedView } from '@/lib/limits/usage-view';
import { figureIn, figureWritten } from './figure-in';
import { changed, filled, firstDraft, settled } from './limit-draft';
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

  it('is written so that it is read as itself', () => {
    const there = (figure: number, isMoney: boolean) => figureIn(figureWritten(figure, isMoney), isMoney);
    for (const say of [inEnglish, inGerman]) {
      say();
      for (const figure of [0, 7, 226_474, 12_500_000, 1_240_001, 999_999_999_999_999]) {
        expect([figure, there(figure, false), there(figure, true)]).toEqual([figure, figure, figure]);
      }
    }
  });

  it('is shown as the reader writes it, and less than a cent is not nothing', () => {
    expect([figureWords(226_474), moneyWords(1_240_000, 'USD')]).toEqual(['226,474', '1.24 USD']);
    expect(moneyWords(1_200, 'USD')).toBe('0.0012 USD');
    inGerman();
    expect([figureWords(226_474), moneyWords(1_240_000, 'USD')]).toEqual(['226.474', '1,24 USD']);
  });
});

const used = (day: string, read: number, currency: string | null = 'USD'): UsedView => ({
  day,
  userId: 'u1',
  name: 'Noor Haddad',
  model: 'm',
  requests: 1,
  read,
  written: 2,
  cost: 5,
  currency,
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
      label: 'Total',
      requests: 3,
      read: 12,
      written: 6,
      cost: [
        ['USD', 5],
        ['EUR', 5],
      ],
    });
    expect(totalOf(sumsBy('model', rows, 'gone'), 'Total')).toBeNull();
  });
});

describe('the form of a limit', () => {
  const currency = null;
  const limits = [
    { whose: 'each', what: 'tokens_day' as const, soft: 80_000, hard: 100_000, currency },
    { whose: 'team', what: 'money_month' as const, soft: null, hard: 20_500_000, currency: 'EUR' },
  ];

  it('begins with the figures that hold, so that setting one of them does not drop the other', () => {
    const first = firstDraft(limits, 'EUR');
    expect(first).toMatchObject({ whose: 'each', soft: '80,000', hard: '100,000' });
    const money = changed(limits, first, { ...first, whose: 'team', chosen: 'money_month' });
    expect(money).toMatchObject({ soft: '', hard: '20.5', currency: 'EUR' });
    expect(changed(limits, first, { ...first, soft: '90,000' })).toMatchObject({
      soft: '90,000',
      hard: '100,000',
    });
  });

  it('carries no figure over to whom it was not meant for, and keeps what somebody typed first', () => {
    const first = firstDraft(limits, 'EUR');
    expect(changed(limits, first, { ...first, whose: 'team' })).toMatchObject({ soft: '', hard: '' });
    const typed = changed(limits, first, { ...first, hard: '5' });
    expect(changed(limits, typed, { ...typed, whose: 'team' })).toMatchObject({ hard: '5' });
    // Even if another limit is in force there: its figures do not replace the typed ones.
    const team = changed(limits, typed, { ...typed, whose: 'team', chosen: 'money_month' });
    expect(team).toMatchObject({ hard: '5', soft: '' });
  });

  it('keeps nothing of a limit that holds no more, nor a warning that could not come before the end', () => {
    const first = firstDraft(limits, 'EUR');
    const typed = changed(limits, first, { ...first, hard: '50,000' });
    expect(typed).toMatchObject({ hard: '50,000', soft: '' });
    const set = settled({ ...typed, soft: '40,000' });
    expect(filled([], set)).toMatchObject({ soft: '', hard: '' });
    expect(filled([], typed)).toMatchObject({ hard: '50,000' });
  });
});
