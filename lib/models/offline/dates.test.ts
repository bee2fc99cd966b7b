import { describe, expect, it } from 'vitest';
import { findDates } from './dates';

/** A Wednesday. */
const now = new Date('2026-11-18T22:00:00Z');
const find = (text: string, lean: 'past' | 'future' = 'future') =>
  findDates(text, now, lean).map(({ from, to, bound }) => (bound ? [from, to, bound] : [from, to]));
const day = (date: string) => [[date, date]];

describe('a day', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    ['15 December', '2026-12-15'],
    ['December 15th, 2027', '2027-12-15'],
    ['the 3rd of March', '2027-03-03'],
    ['15.12.2026', '2026-12-15'],
    ['tomorrow', '2026-11-19'],
    ['next Friday', '2026-11-20'],
    ['Wednesday', '2026-11-25'],
    ['in 14 days', '2026-12-02'],
    ['in two weeks', '2026-12-02'],
    ['in a month', '2026-12-18'],
    ['3 days ago', '2026-11-15'],
    ['end of the month', '2026-11-30'],
    ['end of next month', '2026-12-31'],
  ])('%s', (text, date) => {
    expect(find(text)).toEqual(day(date));
  });

  it('without a year lies where it is looked for', () => {
    expect(find('1 December', 'past')).toEqual(day('2025-12-01'));
    expect(find('last Friday')).toEqual(day('2026-11-13'));
  });

  it('that no calendar has is none', () => {
    expect(find('2026-02-30')).toEqual([]);
    expect(find('on 31 June')).toEqual([]);
  });

  it('a month later is the last day of a shorter month', () => {
    const endOfJanuary = new Date('2027-01-31T00:00:00Z');
    expect(findDates('in a month', endOfJanuary, 'future')[0]?.from).toBe('2027-02-28');
  });
});

describe('a stretch of time', () => {
  it.each([
    ['last month', ['2026-10-01', '2026-10-31']],
    ['next week', ['2026-11-23', '2026-11-29']],
    ['the last 30 days', ['2026-10-19', '2026-11-18']],
    ['this year', ['2026-01-01', '2026-12-31']],
    ['Q3 2025', ['2025-07-01', '2025-09-30']],
    ['in 2024', ['2024-01-01', '2024-12-31']],
    ['from October', ['2026-10-01', '2026-10-31']],
    ['since October', ['2026-10-01', '2026-10-31', 'since']],
    ['before 2024-01-01', ['2024-01-01', '2024-01-01', 'before']],
    ['older than 3 years', ['2023-11-18', '2023-11-18', 'before']],
    ['until 15 May 2026', ['2026-05-15', '2026-05-15', 'until']],
  ])('%s', (text, expected) => {
    expect(find(text, 'past')).toEqual([expected]);
  });

  it('two of them are two', () => {
    expect(find('October and November', 'past')).toEqual([
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-30'],
    ]);
  });

  it('"may" and "march" in small letters are verbs', () => {
    expect(find('it may march on')).toEqual([]);
  });
});
