import { describe, expect } from 'vitest';
import { Office } from '../testing/office';
import { test } from '../testing/test';

describe('the tax', () => {
  test.for([
    [
      { amount: '1350.00', rate: 19 },
      { net: '1350.00', rate: 19, tax: '256.50', gross: '1606.50' },
    ],
    [
      { amount: '1606.50', rate: 19, amountIs: 'gross' },
      { net: '1350.00', rate: 19, tax: '256.50', gross: '1606.50' },
    ],
    [
      { amount: '0.03', rate: 13.5 },
      { net: '0.03', rate: 13.5, tax: '0.00', gross: '0.03' },
    ],
    [
      { amount: '100', rate: 0 },
      { net: '100.00', rate: 0, tax: '0.00', gross: '100.00' },
    ],
    [
      { amount: '-100', rate: 7.25 },
      { net: '-100.00', rate: 7.25, tax: '-7.25', gross: '-107.25' },
    ],
    [
      { amount: '-107.25', rate: 7.25, amountIs: 'gross' },
      { net: '-100.00', rate: 7.25, tax: '-7.25', gross: '-107.25' },
    ],
    [
      { amount: '0.10', rate: 19, amountIs: 'gross' },
      { net: '0.08', rate: 19, tax: '0.02', gross: '0.10' },
    ],
  ])('on %j', async ([args = {}, answer], { client }) => {
    expect(await client.call('calculate_tax', args)).toEqual(answer);
  });

  test('takes the rate of a category, by id or name', async ({ office, client }) => {
    const { id } = await office.addCategory({ name: 'Travel', taxRate: 1350 });
    const answer = { net: '200.00', rate: 13.5, tax: '27.00', gross: '227.00' };
    expect(await client.call('calculate_tax', { amount: '200', categoryId: id })).toEqual(answer);
    expect(await client.call('calculate_tax', { amount: '200', category: 'travel' })).toEqual(answer);
  });

  test.for([
    [{ amount: '100' }, 'rate'],
    [{ amount: '100', rate: 19, category: 'Travel' }, 'rate'],
    [{ amount: '100', rate: 101 }, 'rate'],
    [{ amount: '100', rate: 19.005 }, 'rate'],
    [{ amount: 'a hundred', rate: 19 }, 'amount'],
    [{ amount: '100000000000', rate: 19 }, 'large'],
    [{ amount: '100', category: 'Nothing' }, 'categories_list'],
  ] as const)('on %j is refused', async ([args, word], { client }) => {
    expect(await client.fail('calculate_tax', args)).toContain(word);
  });

  test("knows no other team's categories", async ({ office, client }) => {
    const { id } = await (await Office.open(office.db)).addCategory();
    expect(await client.fail('calculate_tax', { amount: '1', categoryId: id })).toContain('categories_list');
  });
});
