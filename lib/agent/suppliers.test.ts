import { describe, expect, it } from 'vitest';
import { suppliersOf } from './suppliers';

const call = (tool: string, input: unknown, result: unknown = null) => ({
  tool,
  input: JSON.stringify(input),
  result,
});
const found = (...calls: ReturnType<typeof call>[]) => Object.fromEntries(suppliersOf(calls));

describe('what supplies a call', () => {
  it('is an earlier result that holds its id, however deep either stands', () => {
    const list = call('customers_list', {}, { content: [{ text: '{"rows":[{"id":"cus_81"}]}' }] });
    const order = call('order_create', { of: { customerId: 'cus_81' } });
    expect(found(list, order)).toEqual({ customers_list: [], order_create: ['customers_list'] });
    expect(found(order, list)).toEqual({ customers_list: [], order_create: [] });
  });

  it('is not one that shares a day, a word, a number or nothing', () => {
    const list = call('a', {}, { at: '2026-11-20', name: 'Halden Optics 4000', count: 4000 });
    for (const value of ['2026-11-20', 'Halden', 'Halden Optics 4000', 4000, 'x1', true, null]) {
      expect(found(list, call('b', { value }))).toEqual({ a: [], b: [] });
    }
  });

  it('is no call of the same tool, and is named once', () => {
    const get = call('get', { id: 'cus_81' }, 'cus_81 cus_82');
    const calls = [
      get,
      call('get', { id: 'cus_82' }),
      call('drop', { id: 'cus_81' }),
      call('drop', { id: 'cus_82' }),
    ];
    expect(found(...calls)).toEqual({ get: [], drop: ['get'] });
  });
});
