/** Results read according to the tool's output schema. */
import { describe, expect, it } from 'vitest';
import { resultFields } from '@/lib/tools/result-fields';
import { recordCardOf } from '../record/record-of';
import { rowsFor } from '../table/table-view';
import { fieldsOf } from './fields';
import { tableOf } from './result-table';
import { resultBlocks, resultOf } from './tool-result';

const NOW = new Date('2026-11-20T13:00:00Z');
const STATUS = {
  oneOf: [
    { const: 'open', title: 'Not paid yet' },
    { const: 'paid', title: 'Paid' },
  ],
};
const INVOICE = {
  type: 'object',
  properties: {
    number: { type: 'string', title: 'Invoice' },
    due: { type: 'string', format: 'date', title: 'Payable by', description: 'Late from the day after' },
    page: { type: 'string', format: 'uri' },
    status: STATUS,
    total: { type: 'number', title: 'To pay' },
    customer: { type: 'object', properties: { name: { type: 'string', title: 'Client' } } },
  },
};
const row = (number: string, status: string) => ({
  number,
  status,
  due: '2026-09-14',
  page: 'https://shop.example/i1',
  total: 1234.5,
  currency: 'EUR',
  customer: { name: 'Bramwell' },
});
const LIST = resultFields({
  properties: { items: { type: 'array', items: INVOICE }, total: { title: 'Sum of all' } },
});

describe('a table', () => {
  const table = tableOf({ items: [row('INV-1', 'open'), row('INV-2', 'paid')] }, NOW, LIST);
  const column = (name: string) =>
    [...(table?.columns ?? []), ...(table?.others ?? [])].find(({ path }) => path.join('.') === name);
  const said = (name: string) => {
    const found = column(name);
    return found && table?.cell(0, found);
  };

  it('has the titles of the schema over its columns, and what they are for', () => {
    expect(column('number')?.label).toBe('Invoice');
    expect(column('customer.name')?.label).toBe('Client');
    expect(column('due')).toMatchObject({
      label: 'Payable by',
      about: 'Late from the day after',
      kind: 'date',
    });
    expect(column('page')).toMatchObject({ label: 'Page', kind: 'text' });
  });

  it('says what values mean, amounts with their currency, and finds rows by either', () => {
    expect(said('status')).toEqual({ text: 'Not paid yet', title: 'open' });
    expect(said('total')?.text).toBe('1,234.5 EUR');
    expect(said('page')?.text).toBe('https://shop.example/i1');
    const found = (filter: string) => table && rowsFor(table, { filter, sorting: null });
    expect([found('not paid'), found('open')]).toEqual([[0], [0]]);
  });

  it('tells columns apart that the schema calls the same, and takes no field of another place', () => {
    const twice = resultFields({ properties: { a: { title: 'Amount' }, b: { title: 'Amount' } } });
    expect(tableOf([{ a: 'x', b: 'y' }], NOW, twice)?.columns.map(({ label }) => label)).toEqual([
      'Amount (a)',
      'Amount (b)',
    ]);
    expect(column('total')?.label).toBe('To pay');
  });
});

it('lists beside other fields have those of their own place', () => {
  const result = resultOf(
    { total: 'two', lines: [row('INV-1', 'open'), row('INV-2', 'paid')] },
    resultFields({
      properties: { total: { title: 'In words' }, lines: { type: 'array', items: INVOICE } },
    }),
  );
  if (result.kind !== 'record') throw new Error(result.kind);
  expect(result.tables[0]?.table.columns.map(({ label }) => label)).toContain('Payable by');
});

it('a single thing has them on its card', () => {
  const card = recordCardOf(row('INV-1', 'odd'), NOW, resultFields(INVOICE));
  const said = Object.fromEntries(card?.fields.map(({ label, text }) => [label, text]) ?? []);
  expect(said).toMatchObject({ 'Payable by': '14 September', Client: 'Bramwell', Status: 'odd' });
  expect(card?.fields.find(({ label }) => label === 'Payable by')?.about).toBe('Late from the day after');
});

it('secrets stay secret, whatever the schema calls them or says they mean', () => {
  const fields = resultFields({
    properties: { apiKey: { title: 'Number', oneOf: [{ const: 'k-123456', title: 'shown' }] } },
  });
  const [block] = resultBlocks(
    { content: [], structuredContent: [{ apiKey: 'k-123456', name: 'x' }] },
    fields,
  );
  expect(JSON.stringify(block)).not.toContain('k-123456');
  const table = tableOf([{ apiKey: 'k-123456', name: 'x' }], NOW, fields);
  const key = table?.columns.find(({ path }) => path[0] === 'apiKey');
  expect(key && table?.cell(0, key).text).toBe('Secret, 8 characters');
});

it('calls of before, and calls that were meddled with, have none', () => {
  for (const toolMetadata of [undefined, null, {}, { fields: 'all' }, { fields: null }])
    expect(fieldsOf({ toolMetadata })).toEqual([]);
});
