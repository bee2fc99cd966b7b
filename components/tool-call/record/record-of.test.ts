import { describe, expect, it } from 'vitest';
import { recordCardOf } from './record-of';

const NOW = new Date('2026-11-20T13:00:00Z');
const INVOICE = {
  id: 'inv_4f81c02e',
  number: 'INV-2939',
  status: 'open',
  dueDate: '2026-09-14',
  total: '14820.00',
  currency: 'EUR',
  taxRate: 0,
  paidAt: null,
  customer: { id: 'cus_18147eca517a', name: 'Bramwell' },
  orderId: 'ord_1',
  lines: [{ description: 'Site visit', quantity: 3 }],
};

describe('a single thing', () => {
  it('has its name above its facts, in the words of a list', () => {
    const card = recordCardOf(INVOICE, NOW);
    expect(card?.title).toBe('INV-2939');
    const said = Object.fromEntries(card?.fields.map(({ label, text }) => [label, text]) ?? []);
    expect(said).toMatchObject({
      Status: 'open',
      'Due date': '14 September',
      Total: '14,820.00 EUR',
      'Tax rate': '0 %',
      Customer: 'Bramwell',
    });
    expect(Object.keys(said)).not.toContain('Paid at');
    expect(card?.others).toEqual({ lines: INVOICE.lines });
  });

  it('leads to what belongs to it, by name where it knows one, and never to itself', () => {
    const related = recordCardOf(INVOICE, NOW)?.fields.flatMap((field) => field.related ?? []);
    expect(related).toHaveLength(2);
    expect(related).toContainEqual({ noun: 'customer', name: 'Bramwell' });
    expect(related).toContainEqual({ noun: 'order', name: 'ord_1' });
    const taxed = recordCardOf({ name: 'Tidewater', taxId: 'IE7944035TH', city: 'Athlone' }, NOW);
    expect(taxed?.fields.map((field) => field.related)).toEqual([undefined, undefined]);
  });

  it('masks secrets, and takes names of properties as plain data', () => {
    const odd = JSON.parse('{"name": "x", "apiKey": "0123456789", "__proto__": "p", "constructor": "c"}');
    const said = recordCardOf(odd, NOW)?.fields.map(({ text }) => text);
    expect(said).toContain('Secret, 10 characters');
    expect(said).toContain('p');
    expect(said).not.toContain('0123456789');
  });

  it.each([[null], ['text'], [[1, 2]], [{ ok: true }], [{ a: { b: { c: 1 } } }]])(
    'is no card: %j',
    (value) => {
      expect(recordCardOf(value, NOW)).toBeNull();
    },
  );
});
