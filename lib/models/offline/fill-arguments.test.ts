import { describe, expect, it } from 'vitest';
import { inputOf } from './draft-call';
import { fillArguments } from './fill-arguments';
import { readRequest } from './read-request';
import {
  asFunctions,
  choice,
  day,
  listOf,
  moment,
  money,
  params,
  text,
  whole,
  yesNo,
} from './testing/fake-tools';
import { TODAY } from './testing/talk';
import { readToolbox } from './toolbox';

/** Fills one tool, beside a list that tells the ids of customers. */
function fill(name: string, properties: Record<string, object>, request: string) {
  const base = { description: '', risk: 'write' as const, run: () => null };
  const [tool] = readToolbox(
    asFunctions([
      { ...base, name, inputSchema: params(properties) },
      { ...base, name: 'customers_list', risk: 'read-only', inputSchema: params({ name: text() }) },
    ]),
  );
  if (!tool) throw new Error('no tool');
  const call = fillArguments(tool, readRequest(request, TODAY));
  return {
    input: inputOf(call.args),
    named: Object.fromEntries(call.named.map(({ param, text: name }) => [param.name, name])),
    missing: call.missing.map((param) => param.name),
    leftover: call.leftover.map((span) => span.text),
  };
}

const lines = listOf(
  params({ 'description!': text(), 'quantity!': { type: 'number' }, 'unitPrice!': money() }),
);

describe('values with a known form', () => {
  it('lists of things with prices', () => {
    const { input, named } = fill(
      'invoice_create',
      { 'customerId!': text(), 'lines!': lines, dueDate: day() },
      'Create an invoice for Halden Optics: 2 x lenses at €12.50, 1 frame at 80 and 3 hours of advice at 1,090 each, due in 14 days',
    );
    expect(named).toEqual({ customerId: 'Halden Optics' });
    expect(input).toEqual({
      lines: [
        { description: 'lenses', quantity: 2, unitPrice: '12.50' },
        { description: 'frame', quantity: 1, unitPrice: '80.00' },
        { description: 'hours of advice', quantity: 3, unitPrice: '1090.00' },
      ],
      dueDate: '2026-12-02',
    });
  });

  it('the same without a colon', () => {
    const { input } = fill(
      'invoice_create',
      { 'lines!': lines },
      'Make an invoice with 3 site visits at 450',
    );
    expect(input.lines).toEqual([{ description: 'site visits', quantity: 3, unitPrice: '450.00' }]);
  });

  it('numbers go where their neighbours say', () => {
    const tax = { 'amount!': money(), rate: { type: 'number', description: 'in percent' } };
    expect(fill('calculate_tax', tax, 'Calculate 19% tax on 1200').input).toEqual({
      amount: '1200.00',
      rate: 19,
    });
    const span = { past: whole('How many past months'), ahead: whole('Months ahead to forecast') };
    expect(fill('forecast_sales', span, 'Forecast sales for the next 3 months').input).toEqual({ ahead: 3 });
    expect(fill('forecast_sales', span, 'Show sales of the last 6 months').input).toEqual({ past: 6 });
    const range = { minAmount: money(), maxAmount: money() };
    expect(fill('payments_search', range, 'Find payments over 100 and under 500').input).toEqual({
      minAmount: '100.00',
      maxAmount: '500.00',
    });
    expect(fill('orders_list', { limit: whole() }, 'Show the top 5 orders').input).toEqual({ limit: 5 });
  });

  it('numbers of a change only where they are spoken of', () => {
    const schema = {
      'customerId!': text(),
      taxRate: { type: 'number', maximum: 100 },
      monthlyBudget: money(),
    };
    const of = (request: string) => fill('customer_update', schema, request).input;
    expect(of('Set the tax rate of customer Travel to 9')).toEqual({ taxRate: 9 });
    expect(of('Change the budget of customer Travel to 2,000')).toEqual({ monthlyBudget: '2000.00' });
    expect(of('Update customer Travel to 7')).toEqual({});
  });

  it('choices and flags, by their words, their synonyms and their negation', () => {
    const filter = { status: choice('open', 'in_progress', 'completed'), owing: yesNo(), archived: yesNo() };
    const of = (request: string) => fill('orders_list', filter, request).input;
    expect(of('List open orders')).toEqual({ status: 'open' });
    expect(of('Orders in progress')).toEqual({ status: 'in_progress' });
    expect(of('Which orders are done?')).toEqual({ status: 'completed' });
    expect(of('Who owes us?')).toEqual({ owing: true });
    expect(of('orders that are not archived')).toEqual({ archived: false });
    expect(of('List orders')).toEqual({});
  });

  it('days by what the parameter is for', () => {
    const range = { from: day(), to: day() };
    const of = (request: string) => fill('payments_list', range, request).input;
    expect(of('payments in October')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(of('payments since 1 March')).toEqual({ from: '2026-03-01' });
    expect(of('payments before 2024-01-01')).toEqual({ to: '2024-01-01' });
    expect(of('payments from 1 May to 15 May')).toEqual({ from: '2026-05-01', to: '2026-05-15' });
    expect(fill('records_archive', { 'before!': day() }, 'Archive records older than 2 years').input).toEqual(
      {
        before: '2024-11-18',
      },
    );
  });

  it('moments, with an end when one is wanted', () => {
    const { input } = fill(
      'event_create',
      { 'title!': text(), 'start!': moment(), 'end!': moment() },
      'Create event "Review" next Friday at 2:30 pm',
    );
    expect(input).toEqual({
      title: 'Review',
      start: '2026-11-20T14:30:00.000Z',
      end: '2026-11-20T15:30:00.000Z',
    });
  });

  it('groups of parameters', () => {
    const { input } = fill(
      'orders_list',
      { filter: params({ status: choice('open', 'done') }) },
      'List open orders',
    );
    expect(input).toEqual({ filter: { status: 'open' } });
  });
});

describe('names', () => {
  it('an id is looked up by name; one that is written out is taken as it is', () => {
    const schema = { 'customerId!': text('Customer id, such as "cus_9f2c41d07ab3"') };
    expect(fill('customer_delete', schema, 'delete customer halden optics').named).toEqual({
      customerId: 'halden optics',
    });
    expect(fill('customer_delete', schema, 'Delete customer cus_18147eca517a').input).toEqual({
      customerId: 'cus_18147eca517a',
    });
  });

  it('a change tells the thing from the new value', () => {
    const schema = { 'customerId!': text(), name: text(), email: text(), city: text(), taxId: text() };
    const of = (request: string) => {
      const { input, named } = fill('customer_update', schema, request);
      return [named.customerId, input];
    };
    expect(of('Rename customer Halden Optics to Halden Eyewear')).toEqual([
      'Halden Optics',
      { name: 'Halden Eyewear' },
    ]);
    expect(of("Update Halden Optics' email to x@y.example")).toEqual([
      'Halden Optics',
      { email: 'x@y.example' },
    ]);
    expect(of('Change the city of Halden Optics to Cork')).toEqual(['Halden Optics', { city: 'Cork' }]);
    expect(of('Set the tax id of Halden Optics to DE123456789')).toEqual([
      'Halden Optics',
      { taxId: 'DE123456789' },
    ]);
  });

  it('what is created has its name, and its details by their labels', () => {
    const schema = { 'name!': text(), email: text(), taxId: text(), city: text() };
    expect(
      fill(
        'customer_create',
        schema,
        'Add customer Acme GmbH with email a@b.example and tax id DE123456789 in Berlin',
      ).input,
    ).toEqual({ name: 'Acme GmbH', email: 'a@b.example', taxId: 'DE123456789', city: 'Berlin' });
  });

  it('free text after a colon stays as it was written', () => {
    const { input } = fill(
      'comment_add',
      { 'issueKey!': text('such as WEB-12'), 'text!': text() },
      'Add a comment to WEB-7: check again, it fails at 10:30',
    );
    expect(input).toEqual({ issueKey: 'WEB-7', text: 'check again, it fails at 10:30' });
  });

  it('says what is missing and what had no use', () => {
    expect(
      fill('customer_create', { 'name!': text(), 'role!': choice('a', 'b') }, 'Create customer Acme').missing,
    ).toEqual(['role']);
    expect(fill('orders_list', { status: choice('open') }, 'Show open orders from Hamburg').leftover).toEqual(
      ['Hamburg'],
    );
  });

  it('parameters called like parts of objects are plain data', () => {
    const schema = JSON.parse('{"__proto__": {"type": "string", "enum": ["open"]}}');
    const { input } = fill('orders_list', schema, 'List open orders');
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });
});
