import { describe, expect, it } from 'vitest';
import { readRequest } from './read-request';
import { splitRequest } from './split-request';

const read = (text: string) => {
  const { manner, action } = readRequest(text, new Date());
  return [manner, action];
};

describe('readRequest', () => {
  it.each([
    ['Delete customer Halden Optics', 'order', 'delete'],
    ['please remove Paula from the team', 'order', 'delete'],
    ['Could you please get rid of invoice D-1?', 'order', 'delete'],
    ["I'd like you to cancel order SO-1", 'order', 'cancel'],
    ['Halden Optics should be deleted', 'order', 'delete'],
    ['Fleurs de Saison should be deleted', 'order', 'delete'],
    ['Make an invoice', 'order', 'create'],
    ['Invoice Halden Optics for 2 visits at 450', 'order', 'create'],
    ['Invoice INV-1182', 'question', 'read'],
    ['Draft an invoice for X', 'order', 'create'],
    ['Rename category A to B', 'order', 'update'],
    ['Which customers owe us money?', 'question', 'read'],
    ['overdue invoices', 'question', 'read'],
    ['Show deleted orders', 'question', 'read'],
    ['Was order SO-1 cancelled?', 'question', 'read'],
    ['How do I delete a customer?', 'about', 'delete'],
    ['What happens if I delete Halden Optics?', 'about', 'delete'],
    ['Should I cancel SO-1?', 'about', 'cancel'],
    ["Don't delete Halden Optics", 'negated', 'delete'],
    ['Please do not send the invoice', 'negated', 'send'],
  ])('%s', (text, manner, action) => {
    expect(read(text)).toEqual([manner, action]);
  });

  it('reads the beginning of a long message and says so', () => {
    expect(readRequest('show '.repeat(10_000), new Date()).cut).toBe(true);
    expect(readRequest('show orders', new Date()).cut).toBe(false);
  });
});

describe('splitRequest', () => {
  it('parts what is asked one after the other', () => {
    expect(splitRequest('Finalise invoice D-1 and then send it')).toEqual([
      'Finalise invoice D-1',
      'send it',
    ]);
    expect(splitRequest('Cancel SO-1 and delete D-2')).toEqual(['Cancel SO-1', 'delete D-2']);
    expect(splitRequest('Delete D-1; show open orders')).toEqual(['Delete D-1', 'show open orders']);
  });

  it('leaves together what is one request', () => {
    for (const text of [
      'Compare spending by category, October and November',
      'Create an invoice for A: 1 pen at 2 and paper at 3',
      'Delete customer "Show and then send"',
      'Find payments for books and records',
    ]) {
      expect(splitRequest(text)).toEqual([text]);
    }
  });
});
