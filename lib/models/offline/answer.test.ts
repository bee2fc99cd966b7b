import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { factsOf } from './facts';
import { escapeText, formatValue, heading } from './format';
import { matchRow } from './match-row';
import { readOutcome } from './read-outcome';
import { idIn, labelOf, pageOf } from './rows';
import { monthTotals, sumsOf } from './sums';
import { tableOf } from './table';

describe('values', () => {
  it('are shown as people read them', () => {
    const row = { currency: 'EUR' };
    expect(formatValue('-1350.00', row)).toBe('-1,350.00 EUR');
    expect(formatValue('2026-11-30', row)).toBe('30 Nov 2026');
    expect(formatValue('in_progress', row)).toBe('in progress');
    expect(formatValue(null, row)).toBe('–');
    expect([heading('openAmount'), heading('customer_name'), heading('2026-10')]).toEqual([
      'Open amount',
      'Customer',
      'Oct 2026',
    ]);
  });

  it('that look like markdown or HTML stay data', () => {
    const hostile = '![x](http://a.example) <img src=x> | `code` **b** _c_\n# d';
    const shown = escapeText(hostile, 200);
    expect(shown).not.toMatch(/(?<!\\)[[\]<>|`*!]/);
    expect(shown).not.toContain('\n');
    expect(escapeText('cus_4f81_a')).toBe('cus_4f81_a');
    expect([...escapeText('x'.repeat(500))]).toHaveLength(80);
  });
});

describe('lists', () => {
  const rows = [
    {
      id: 'c1',
      name: 'A|B',
      openAmount: '10.10',
      currency: 'EUR',
      status: 'active',
      createdAt: '2026-01-01T00:00:00Z',
    },
    {
      id: 'c2',
      name: 'C',
      openAmount: '0.20',
      currency: 'EUR',
      status: 'active',
      createdAt: '2026-01-02T00:00:00Z',
    },
    {
      id: 'c3',
      name: 'D',
      openAmount: '5.00',
      currency: 'USD',
      status: 'active',
      createdAt: '2026-01-03T00:00:00Z',
    },
  ];

  it('become tables of what matters: name first, figures right, no ids, nothing that is always the same', () => {
    const [head, align, first] = tableOf(rows, []).text.split('\n');
    expect(head).toBe('| Name | Open amount |');
    expect(align).toBe('| --- | ---: |');
    expect(first).toBe('| A\\|B | 10.10 EUR |');
  });

  it('say how many rows are left out', () => {
    expect(
      tableOf(
        Array.from({ length: 30 }, (_, index) => ({ name: `n${index}` })),
        [],
        25,
      ).left,
    ).toBe(5);
  });

  it('are summed per currency, in exact cents', () => {
    expect(sumsOf(rows)).toEqual([{ name: 'openAmount', sum: '10.30 EUR and 5.00 USD' }]);
    expect(sumsOf(rows.slice(0, 1))).toEqual([]);
    const months = [
      { category: 'A', currency: 'EUR', '2026-10': '1.00', '2026-11': '2.00' },
      { category: 'B', currency: 'EUR', '2026-10': '0.50', '2026-11': '0.00' },
    ];
    expect(monthTotals(months, 'category')).toEqual([
      { category: 'Total', currency: 'EUR', '2026-10': '1.50', '2026-11': '2.00' },
    ]);
  });

  it('are found wherever they lie, with what follows', () => {
    expect(pageOf([{ a: 1 }])?.rows).toHaveLength(1);
    expect(pageOf({ items: [{ a: 1 }], next_cursor: 'n' })).toMatchObject({ cursor: 'n' });
    expect(pageOf({ data: [], meta: { cursor: null, hasNextPage: false, total: 7 } })).toEqual({
      rows: [],
      total: 7,
    });
    expect(pageOf({ data: [], meta: { cursor: 'x', hasNextPage: false } })?.cursor).toBeUndefined();
    expect(pageOf({ reference: 'D-1', lines: [{ a: 1 }] })).toBeUndefined();
    expect(pageOf('text')).toBeUndefined();
  });
});

describe('one thing', () => {
  it('is told by its facts, its lists as tables', () => {
    const text = factsOf(
      {
        id: 'i',
        reference: 'D-1',
        taxRate: 19,
        archived: false,
        lines: [{ description: 'x', amount: '1.00' }],
      },
      [],
    );
    expect(text).toContain('- Tax rate: 19 %');
    expect(text).toContain('**Lines**');
    expect(text).not.toMatch(/Archived|- Id/);
  });

  it('is called by its name, never by its id or currency', () => {
    expect(labelOf({ id: 'x', currency: 'EUR', counterparty: 'Shop' })).toBe('Shop');
    expect(labelOf({ id: 'x', customerName: 'A', reference: 'R-1' })).toBe('R-1');
    expect(labelOf({ total: '1.00', at: '2026-10-01' })).toBeUndefined();
  });

  it('has an id for a parameter', () => {
    expect(idIn({ id: 'a', customerId: 'b' }, 'customerId')).toBe('b');
    expect(idIn({ id: 'a', name: 'n' }, 'userId')).toBe('a');
    expect(idIn({ key: 'WEB-1' }, 'issueKey')).toBe('WEB-1');
    expect(idIn({ name: 'n' }, 'constructor')).toBeUndefined();
  });
});

describe('matchRow', () => {
  const rows = ['Halden Optics', 'Halden Optical', 'Reserve savings'].map((name, id) => ({
    id,
    name,
    city: 'Hamburg',
  }));

  it('takes what is called so, else the only one that holds all words', () => {
    expect(matchRow(rows, 'halden optics')).toMatchObject({ kind: 'one', exact: true, row: { id: 0 } });
    expect(matchRow(rows, 'savings')).toMatchObject({ kind: 'one', exact: false, row: { id: 2 } });
  });

  it('guesses nothing', () => {
    expect(matchRow(rows, 'Halden')).toMatchObject({ kind: 'several' });
    expect(matchRow(rows, 'Halden Optiks')).toMatchObject({ kind: 'several' });
    expect(matchRow(rows, 'Hamburg')).toEqual({ kind: 'none' });
    expect(matchRow(rows, 'opt')).toEqual({ kind: 'none' });
  });
});

describe('readOutcome', () => {
  it('finds the value in every form that a result can have', () => {
    const value = { a: 1 };
    const text = JSON.stringify(value);
    const outputs: LanguageModelV4ToolResultOutput[] = [
      { type: 'text', value: text },
      { type: 'json', value },
      { type: 'content', value: [{ type: 'text', text }] },
      { type: 'json', value: { content: [{ type: 'text', text }] } },
      { type: 'json', value: { content: [], structuredContent: value } },
    ];
    for (const output of outputs) {
      expect(readOutcome(output)).toEqual({ kind: 'value', value });
    }
    expect(readOutcome({ type: 'text', value: '{broken' })).toEqual({ kind: 'value', value: '{broken' });
  });

  it('tells a refusal from a failure', () => {
    expect(readOutcome({ type: 'execution-denied', reason: 'no' })).toEqual({ kind: 'denied', reason: 'no' });
    expect(readOutcome({ type: 'error-text', value: 'Cancelled by Noor: wrong one' })).toMatchObject({
      kind: 'denied',
    });
    expect(readOutcome({ type: 'error-text', value: 'Order SO-1 is cancelled already.' })).toMatchObject({
      kind: 'error',
    });
    expect(readOutcome({ type: 'error-json', value: { error: { message: 'm' } } })).toEqual({
      kind: 'error',
      message: 'm',
    });
    expect(
      readOutcome({ type: 'json', value: { isError: true, content: [{ type: 'text', text: 't' }] } }),
    ).toMatchObject({
      kind: 'error',
    });
  });
});
