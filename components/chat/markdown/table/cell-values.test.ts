/** The values of cells in an answer's table, in the various ways in which models write them. */
import { afterEach, expect, it, vi } from 'vitest';
import { exactly, keysOf, kindOf } from './cell-values';

const NOW = new Date('2026-11-20T13:00:00Z');
afterEach(() => vi.unstubAllGlobals());

it.each([
  [['1,350.00 EUR', '80.00 USD', '–'], 'money'],
  [['1.350,00 EUR', '-80,00 €'], 'money'],
  [['€ 1,200', '900 EUR'], 'money'],
  [['92', '1,204', '13.5 %', '30 days'], 'figure'],
  [['27 Aug 2026', '2026-11-30', '14 September, 14:02'], 'date'],
  [['27. August 2026', '3. März 2026'], 'date'],
  [['01.10.2026', '27.8.2026'], 'date'],
  [['INV-2744', 'cus_1'], 'reference'],
  [['Cycles Bonnard', '12'], 'text'],
  [['', '-'], 'text'],
])('%j are %s', (texts, kind) => {
  expect(kindOf(texts)).toBe(kind);
});

const values = (kind: Parameters<typeof exactly>[0], texts: string[]) =>
  exactly(kind, texts).map(({ text, unit }) => [text, unit].filter(Boolean).join(' '));

it('says amounts exactly, whichever mark stands before the cents', () => {
  expect(values('money', ['1,062.50 EUR', '−20.00 GBP', '12 EUR', '–'])).toEqual([
    ...['1062.50 EUR', '-20.00 GBP', '12 EUR', ''],
  ]);
  expect(values('money', ['1.062,50 EUR', '1.204 EUR'])).toEqual(['1062.50 EUR', '1204 EUR']);
  expect(values('figure', ['1,204', '3'])).toEqual(['1204', '3']);
  expect(values('figure', ['2.125', '0.500'])).toEqual(['2.125', '0.500']);
});

it('takes a point before three digits as the reader of the page would', () => {
  expect(values('figure', ['1.204', '900'])).toEqual(['1.204', '900']);
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  expect(values('figure', ['1.204', '900'])).toEqual(['1204', '900']);
  expect(values('figure', ['1,204', '900'])).toEqual(['1.204', '900']);
});

it('says days as spreadsheets read them, where their year is known', () => {
  const texts = [
    '27 Aug 2026',
    '3. März 2026',
    'Nov 2026',
    '01.10.2026',
    '14 September',
    '2 May 2026, 9:05',
    '9/30/2026',
  ];
  expect(values('date', texts)).toEqual([
    ...[
      '2026-08-27',
      '2026-03-03',
      '2026-11',
      '2026-10-01',
      '14 September',
      '2026-05-02 09:05',
      '2026-09-30',
    ],
  ]);
});

it('orders days by time, and amounts within their currency', () => {
  const days = keysOf('date', ['14 September', '2 Jan 2027', '2026-09-13'], NOW).map((key) =>
    Number(key?.value),
  );
  expect(days[2]).toBeLessThan(Number(days[0]));
  expect(days[0]).toBeLessThan(Number(days[1]));
  expect(keysOf('money', ['1,000.00 EUR', '–'])).toEqual([{ group: 'EUR', value: 1000 }, undefined]);
});
