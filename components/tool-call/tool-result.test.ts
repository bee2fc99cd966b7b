import { describe, expect, it } from 'vitest';
import { moneyWords, type ResultTable, tableOf } from './result-table';
import { type ResultBlock, resultBlocks } from './tool-result';

const NOW = new Date('2026-11-20T13:00:00Z');

const invoices = {
  data: [
    {
      id: 'inv_4f81c02e',
      number: 'INV-1',
      customer: { name: 'Bramwell' },
      dueDate: '2026-09-14',
      total: '14820.00',
      currency: 'EUR',
      paid: false,
    },
    {
      id: 'inv_4f81c02f',
      number: 'INV-2',
      customer: { name: 'Pike' },
      dueDate: '2025-01-02',
      total: '8.40',
      currency: 'EUR',
      paid: null,
    },
  ],
  meta: { cursor: null, hasNextPage: true, hasPreviousPage: false },
};

function columnsOf(table: ResultTable | null) {
  return table?.columns.map(({ label, kind, place }) => [label, kind, place]);
}

describe('a list as a table', () => {
  it('begins with what the row is about, and ends with money and ids', () => {
    expect(columnsOf(tableOf(invoices, NOW))).toEqual([
      ['Number', 'text', 'first'],
      ['Customer name', 'text', 'below'],
      ['Due date', 'date', 'below'],
      ['Paid', 'text', 'below'],
      ['Total', 'money', 'last'],
      ['Id', 'id', 'below'],
    ]);
  });

  it('says money, days and yes or no as people do', () => {
    const table = tableOf(invoices, NOW);
    expect(table?.rows.map((row) => row.map((cell) => cell.text))).toEqual([
      ['INV-1', 'Bramwell', '14 September', 'no', '14,820.00 EUR', 'inv_4f81c02e'],
      ['INV-2', 'Pike', '2 January 2025', '', '8.40 EUR', 'inv_4f81c02f'],
    ]);
    expect(table).toMatchObject({ total: 2, more: true, columnsLeft: 0 });
  });

  it('keeps every digit of an amount', () => {
    expect(moneyWords('-1234567890123456789.05', 'EUR')).toBe('-1,234,567,890,123,456,789.05 EUR');
    expect(moneyWords('999.00', undefined)).toBe('999.00');
  });

  it('takes any list of flat objects, and nothing else', () => {
    expect(columnsOf(tableOf([{ a: 1 }, { b: 2 }]))).toEqual([
      ['A', 'number', 'first'],
      ['B', 'number', 'last'],
    ]);
    expect(tableOf({ accounts: [{ name: 'Main' }] })?.total).toBe(1);
    for (const none of [
      [],
      [1, 2],
      [{ a: [1] }],
      { data: [], meta: {} },
      { one: [{ a: 1 }], other: 2 },
      null,
    ]) {
      expect(tableOf(none)).toBeNull();
    }
  });

  it('says what it leaves out', () => {
    const row = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`column${index}`, index]));
    const table = tableOf(Array.from({ length: 1000 }, () => row));
    expect(table).toMatchObject({ total: 1000, columnsLeft: 3 });
    expect(table?.rows).toHaveLength(200);
  });

  it('leaves out no money while there is anything else to leave out', () => {
    const facts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`fact${index}`, 'a word']));
    const table = tableOf([{ ...facts, subtotal: '100.00', tax: '23.00', total: '123.00', currency: 'EUR' }]);
    expect(table?.columns.map(({ label }) => label).slice(-3)).toEqual(['Subtotal', 'Tax', 'Total']);
    expect(table?.columns.at(-1)?.place).toBe('last');
    expect(table).toMatchObject({ columnsLeft: 3 });
  });

  it('takes names of properties as plain data, and masks secrets', () => {
    const rows = JSON.parse('[{"__proto__": "x", "constructor": "y", "apiKey": "0123456789"}]');
    expect(tableOf(rows)?.rows[0]?.map((cell) => cell.text)).toContain('x');
    expect(tableOf(rows)?.rows[0]?.map((cell) => cell.text)).toContain('Secret, 10 characters');
  });
});

describe('a result', () => {
  /** Of an answer that is words alone. */
  const toolResult = (output: unknown) => {
    const blocks = resultBlocks(output);
    expect(blocks).toHaveLength(1);
    const [only] = blocks as [Extract<ResultBlock, { kind: 'words' }>];
    return only.result;
  };
  const content = (text: string) => [{ type: 'text', text }];

  it('is its structured content where there is one', () => {
    const result = toolResult({ content: content('ignored'), structuredContent: { success: true } });
    expect(result).toMatchObject({ kind: 'rows', rows: [{ path: 'success', value: { text: 'true' } }] });
    expect(toolResult({ content: [], structuredContent: invoices }).kind).toBe('table');
  });

  it('is JSON where the text is JSON, and text otherwise', () => {
    expect(toolResult({ content: content('[{"a": 1}]') }).kind).toBe('table');
    expect(toolResult({ content: content('{not json') })).toEqual({
      kind: 'text',
      text: '{not json',
      cutFrom: null,
    });
  });

  it('is an error when it says so', () => {
    expect(toolResult({ content: content('No such order.'), isError: true, structuredContent: {} })).toEqual({
      kind: 'error',
      text: 'No such order.',
    });
  });

  it('names what is not shown, and fetches nothing', () => {
    const result = toolResult({ content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] });
    expect(result).toMatchObject({ text: '[image, image/png, not shown]' });
  });

  it.each([{ data: [], meta: { hasNextPage: false } }, { accounts: [] }, []])(
    'is an empty list: %j',
    (none) => {
      expect(toolResult({ content: [], structuredContent: none })).toEqual({ kind: 'none' });
    },
  );

  it('is cut when it is very long, and says of how much', () => {
    expect(toolResult('x'.repeat(50_000))).toMatchObject({ kind: 'text', cutFrom: 50_000 });
  });

  it.each([undefined, null, '', { content: [] }])('is nothing: %j', (output) => {
    expect(toolResult(output)).toEqual({ kind: 'empty' });
  });
});
