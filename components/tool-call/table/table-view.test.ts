import { describe, expect, it } from 'vitest';
import { type Column, type ResultTable, tableOf } from '../result/result-table';
import { dayOf, moneyWords } from './cell-words';
import { csvCell, csvOf, pastedOf } from './csv';
import { isPercentage, labelOf, labelsOf, pathLabel } from './labels';
import { dayNamed, safeName, stemOf } from './save-file';
import { rowsFor, sumsOf } from './table-view';

const NOW = new Date('2026-11-20T13:00:00Z');
const ROWS = [
  {
    reference: 'SO-2',
    customer: 'Éclair',
    due: '2026-10-02',
    total: '100.00',
    currency: 'EUR',
    unitPrice: '1.00',
  },
  {
    reference: 'SO-10',
    customer: '=cmd|x',
    due: '2026-09-30',
    total: '-20.50',
    currency: 'EUR',
    unitPrice: '1.00',
  },
  { reference: 'SO-1', customer: null, due: null, total: '7.25', currency: 'USD', unitPrice: '1.00' },
  { reference: 'SO-3', customer: 'Pike', due: '2026-11-01', total: null, currency: 'USD', unitPrice: '2.00' },
];
const table = tableOf(ROWS, NOW) as ResultTable;
const column = (name: string) =>
  [...table.columns, ...table.others].find(({ path }) => path[0] === name) as Column;
const references = (rows: number[]) => rows.map((row) => table.value(row, column('reference')));
const sortedBy = (name: string, descending = false) =>
  references(rowsFor(table, { filter: '', sorting: { column: column(name), descending } }));

describe('rows', () => {
  it('are ordered as people count and count days', () => {
    expect(sortedBy('reference')).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-10']);
    expect(sortedBy('due')).toEqual(['SO-10', 'SO-2', 'SO-3', 'SO-1']);
    expect(sortedBy('due', true)).toEqual(['SO-3', 'SO-2', 'SO-10', 'SO-1']);
  });

  it('are never ordered across currencies, and without a value come last', () => {
    expect(sortedBy('total', true)).toEqual(['SO-2', 'SO-10', 'SO-1', 'SO-3']);
    expect(sortedBy('total')).toEqual(['SO-10', 'SO-2', 'SO-1', 'SO-3']);
  });

  it.each([
    ['eclair', ['SO-2']],
    ['pike so-3', ['SO-3']],
    ['september', ['SO-10']],
    ['2026-09', ['SO-10']],
    ['usd', ['SO-1', 'SO-3']],
    ['nobody', []],
    ['', ['SO-2', 'SO-10', 'SO-1', 'SO-3']],
  ])('are found by what they show and hold: %s', (filter, found) => {
    expect(references(rowsFor(table, { filter, sorting: null }))).toEqual(found);
  });

  it('are added up exactly, a sum for each currency, prices of one piece never', () => {
    expect(sumsOf(table, column('total'), [0, 1, 2, 3])).toEqual(['79.50 EUR', '7.25 USD']);
    expect(sumsOf(table, column('unitPrice'), [0, 1])).toEqual([]);
    const many = Array.from({ length: 3 }, () => ({
      name: 'a',
      total: '9007199254740993.01',
      currency: 'EUR',
    }));
    const large = tableOf(many) as ResultTable;
    const total = large.columns.find(({ kind }) => kind === 'money') as Column;
    expect(sumsOf(large, total, [0, 1, 2])).toEqual(['27,021,597,764,222,979.03 EUR']);
  });

  it('of ten thousand are found and ordered in a moment', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      name: `Customer ${at}`,
      due: '2026-10-02',
      total: `${at}.00`,
      currency: 'EUR',
    }));
    const large = tableOf(many) as ResultTable;
    const sorting = { column: large.columns[0] as Column, descending: true };
    expect(rowsFor(large, { filter: '999', sorting })).toHaveLength(
      rowsFor(large, { filter: '999', sorting: null }).length,
    );
  });
});

it.each([
  ['months[0]', 'Months 1'],
  ['lines[1].unitPrice', 'Lines 2, Unit price'],
  ['customerId', 'Customer ID'],
  ['["odd name"].x', 'Odd name, X'],
  ['[2]', '3'],
  ['', ''],
])('what stands at %j is called %j', (path, label) => {
  expect(pathLabel(path)).toBe(label);
});

describe('a file for spreadsheets', () => {
  it('holds amounts and days as the tool gave them, and the currency beside', () => {
    const [head, first] = csvOf(table, [column('reference'), column('due'), column('total')], [1]).split(
      '\r\n',
    );
    expect(head).toBe('Reference,Due,Total,Currency');
    expect(first).toBe('SO-10,2026-09-30,-20.50,EUR');
  });

  it.each([
    ['=HYPERLINK("https://c.test";"x")', `"'=HYPERLINK(""https://c.test"";""x"")"`],
    ['+1+cmd|calc', "'+1+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\u200b=1', "'\u200b=1"],
    ['\t=1', `"'\t=1"`],
    ['-20.50', '-20.50'],
    ['a,b', '"a,b"'],
    ['say "x"\nand', '"say ""x""\nand"'],
    ['plain', 'plain'],
  ])('is no formula: %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('is none either where the rows are pasted, nor in a heading', () => {
    expect(pastedOf(table, [column('customer')], [1])).toBe("Customer\n'=cmd|x");
    const odd = tableOf([{ '=1+1': 'a' }]) as ResultTable;
    expect(csvOf(odd, odd.columns, [0])).toContain("'=1+1");
  });

  it('is pasted with the year of a day, and the currency beside its amount', () => {
    const columns = [column('reference'), column('due'), column('total')];
    expect(pastedOf(table, columns, [1])).toBe(
      'Reference\tDue\tTotal\tCurrency\nSO-10\t2026-09-30\t-20.50\tEUR',
    );
  });

  it('is called after what its rows are, and the day', () => {
    const day = new Date(2026, 10, 27);
    expect(
      ['invoices_list', 'listInvoices', 'get_customer', 'list', '../x'].map((tool) =>
        dayNamed(stemOf(tool), 'csv', day),
      ),
    ).toEqual([
      ...['invoices-2026-11-27.csv', 'invoices-2026-11-27.csv', 'customer-2026-11-27.csv'],
      ...['list-2026-11-27.csv', 'x-2026-11-27.csv'],
    ]);
  });

  it('never holds a secret', () => {
    const secret = tableOf([{ name: 'a', apiKey: '0123456789' }]) as ResultTable;
    const all = [...secret.columns, ...secret.others];
    expect(csvOf(secret, all, [0])).not.toContain('0123456789');
    expect(rowsFor(secret, { filter: '0123', sorting: null })).toEqual([]);
  });

  it('has a name that every system takes', () => {
    expect(safeName('../../etc/passwd.csv')).toBe('etc-passwd.csv');
    expect(safeName('\u202e.csv')).toBe('result.csv');
  });
});

describe('labels', () => {
  it('tell two of one name apart', () => {
    expect(labelOf(['customer', 'name'])).toBe('Customer');
    expect(labelsOf([['customerName'], ['customer', 'name'], ['due']])).toEqual([
      'Customer (customerName)',
      'Customer (customer.name)',
      'Due',
    ]);
  });

  it('know a percentage from a rate of exchange', () => {
    expect(['taxRate', 'vat_rate', 'percent'].every(isPercentage)).toBe(true);
    expect(['rate', 'exchangeRate'].some(isPercentage)).toBe(false);
  });
});

it('amounts and days are written as the reader’s language does', () => {
  expect(moneyWords('-1234567.50', 'EUR', 'de-DE')).toBe('-1.234.567,50 EUR');
  expect(dayOf('2025-09-14', NOW, 'de-DE')).toBe('14. September 2025');
  expect(dayOf('2026-09-14', NOW, 'en-GB')).toBe('14 September');
});
