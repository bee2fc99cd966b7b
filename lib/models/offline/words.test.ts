import { describe, expect, it } from 'vitest';
import { closeness } from './synonyms';
import { counted, plural, singular, splitName, stem, stemsOf } from './words';

describe('stem', () => {
  it.each([
    ['owing', 'owe', 'owes', 'owed'],
    ['invoice', 'invoices', 'invoiced'],
    ['category', 'categories'],
    ['finalise', 'finalised', 'finalizes', 'finalizing'],
    ['cancel', 'cancelled', 'cancelling', 'cancels'],
    ['delete', 'deleting', 'deleted'],
    ['person', 'people'],
    ['address', 'addresses'],
    ['archive', 'archived'],
    ["Paula's", 'paula'],
  ])('unites %s with its forms', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it('keeps apart what is not the same', () => {
    expect(stem('status')).not.toBe(stem('state'));
    expect(stem('order')).not.toBe(stem('ore'));
  });
});

describe('names and texts', () => {
  it('splits names of every spelling', () => {
    expect(splitName('invoice_create_draft')).toEqual(['invoice', 'create', 'draft']);
    expect(splitName('listCalendarEvents')).toEqual(['list', 'calendar', 'events']);
    expect(splitName('get-HTTPServer')).toEqual(['get', 'http', 'server']);
    expect(splitName('__proto__')).toEqual(['proto']);
  });

  it('reads the words that mean something, each once', () => {
    expect(stemsOf('Lists the customers; a customer is listed once.')).toEqual([
      stem('list'),
      'customer',
      'onc',
    ]);
  });

  it('counts in words', () => {
    expect(counted(1, 'draft invoices')).toBe('1 draft invoice');
    expect(counted(2000, 'category')).toBe('2,000 categories');
    expect([plural('status'), singular('people'), plural('box')]).toEqual(['statuses', 'person', 'boxes']);
  });
});

describe('closeness', () => {
  it('knows words that stand for one another', () => {
    expect(closeness(stem('clients'), stem('customer'))).toBeGreaterThan(0);
    expect(closeness(stem('unpaid'), stem('owing'))).toBeGreaterThan(0);
    expect(closeness('invoic', 'invoic')).toBe(1);
    expect(closeness(stem('invoice'), stem('customer'))).toBe(0);
  });
});
