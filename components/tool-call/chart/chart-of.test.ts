import { describe, expect, it } from 'vitest';
import { type ResultTable, tableOf } from '../result/result-table';
import { type Chart, chartOf } from './chart-of';

const table = (rows: object[]) => tableOf(rows) as ResultTable;
const drawn = (rows: object[], wish = {}) => chartOf(table(rows), wish) as Chart;

const spending = ['Travel', 'Rent', 'Tools'].map((category, at) => ({
  category,
  currency: 'EUR',
  '2026-10': `${at + 1}00.10`,
  '2026-11': `${at + 2}00.20`,
}));
const payments = Array.from({ length: 6 }, (_, at) => ({
  id: `txn_00000${at}`,
  date: `2026-11-0${(at % 3) + 1}`,
  counterparty: 'Kavan',
  amount: '10.05',
  currency: at === 5 ? 'USD' : 'EUR',
}));
const accounts = [
  { name: 'Main', iban: 'IE29AIBK1', balance: '1200.00', currency: 'EUR' },
  { name: 'Savings', iban: 'IE29AIBK2', balance: '-80.00', currency: 'USD' },
];

describe('what a list is drawn as', () => {
  it('amounts by category: bars, a series for each month', () => {
    const chart = drawn(spending);
    expect(chart).toMatchObject({ kind: 'bar', categories: ['Travel', 'Rent', 'Tools'], by: 'Category' });
    expect(chart.series.map(({ name, words }) => [name, words[0]])).toEqual([
      ['Oct 2026, EUR', '100.10 EUR'],
      ['Nov 2026, EUR', '200.20 EUR'],
    ]);
  });

  it('what has happened over time: lines, summed by day, a line for each currency', () => {
    const chart = drawn(payments);
    expect(chart).toMatchObject({ kind: 'line', by: 'Date' });
    expect(chart.series.map(({ name }) => name)).toEqual(['EUR', 'USD']);
    expect(chart.currencies).toEqual(['EUR', 'USD']);
    expect(chart.series[0]?.words).toEqual(['20.10 EUR', '20.10 EUR', '10.05 EUR']);
    expect(chart.series[1]?.values).toEqual([null, null, 10.05]);
  });

  it('over more than a quarter: summed by month', () => {
    const year = Array.from({ length: 12 }, (_, at) => ({
      date: `2026-${String(at + 1).padStart(2, '0')}-15`,
      amount: '1.00',
      currency: 'EUR',
      counterparty: 'a',
    }));
    expect(drawn(year).categories).toHaveLength(12);
    expect(drawn(year).categories[0]).toBe('Jan 2026');
  });

  it('balances: tiles, with what is owed', () => {
    expect(drawn(accounts)).toMatchObject({ kind: 'tiles', categories: ['Main', 'Savings'] });
    expect(drawn(accounts).series.map(({ words }) => words)).toEqual([
      ['1,200.00 EUR', ''],
      ['', '-80.00 USD'],
    ]);
  });

  it('shares only of one currency, and of nothing below zero', () => {
    const one = spending.map(({ category, currency }) => ({ category, currency, amount: '10.00' }));
    expect(drawn(one, { kind: 'share' })).toMatchObject({ kind: 'share' });
    expect(chartOf(table(accounts), { kind: 'share' })).toBeNull();
    expect(
      chartOf(table([...one, { category: 'x', currency: 'USD', amount: '1.00' }]), { kind: 'share' }),
    ).toBeNull();
    expect(
      chartOf(table([...one, { category: 'x', currency: 'EUR', amount: '-1.00' }]), { kind: 'share' }),
    ).toBeNull();
  });

  it('nothing where there is no amount, and rates, prices and ids are none', () => {
    expect(chartOf(table([{ name: 'a', taxRate: 19, unitPrice: '1.00', year: 2026 }]))).toBeNull();
    expect(chartOf(table([{ name: 'a' }]))).toBeNull();
  });

  it('the columns that are wanted, or nothing where they are not there', () => {
    const rows = [
      { name: 'a', net: '1.00', gross: '2.00', currency: 'EUR' },
      { name: 'b', net: '3.00', gross: '4.00', currency: 'EUR' },
    ];
    expect(drawn(rows, { values: ['net'], label: 'name' }).series[0]?.words).toEqual([
      '1.00 EUR',
      '3.00 EUR',
    ]);
    expect(chartOf(table(rows), { values: ['nothing'] })).toBeNull();
    expect(chartOf(table(rows), { values: ['name'] })).toBeNull();
    expect(chartOf(table(rows), { label: '__proto__' })).toBeNull();
  });

  it('the largest of many, the others together; every cent is in it', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      name: `n${at}`,
      total: `${at}.01`,
      currency: 'EUR',
    }));
    const chart = drawn(many);
    expect([chart.categories.length, chart.others]).toEqual([12, 29]);
    const sum =
      chart.series[0]?.words.reduce((all, words) => all + Number(words.replace(/[^\d.]/g, '')), 0) ?? 0;
    expect(sum.toFixed(2)).toBe('780.40');
  });

  it('the same from the same, and whatever stands in it stays text', () => {
    const hostile = ['<script>', '__proto__', 'constructor', '\u202eevil'].map((name, at) => ({
      name,
      total: `${at}.00`,
      currency: 'EUR',
    }));
    expect(drawn(hostile)).toEqual(drawn(structuredClone(hostile)));
    expect(drawn(hostile).categories).toEqual(['<script>', '__proto__', 'constructor', '\u202eevil']);
  });
});
