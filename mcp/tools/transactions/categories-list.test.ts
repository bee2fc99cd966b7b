import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('categories come by name, with rate and budget', async ({ office, client }) => {
  const travel = await office.addCategory({ name: 'travel', taxRate: 1350, monthlyBudgetMinor: 2_400_00 });
  const sales = await office.addCategory({ name: 'Sales', kind: 'income', taxRate: 700 });
  const common = { currency: 'EUR' };
  expect((await client.page('categories_list')).data).toEqual([
    { id: sales.id, name: 'Sales', kind: 'income', taxRate: 7, monthlyBudget: null, ...common },
    { id: travel.id, name: 'travel', kind: 'expense', taxRate: 13.5, monthlyBudget: '2400.00', ...common },
  ]);
});

test('the filter takes a kind and a part of the name', async ({ office, client }) => {
  const travel = await office.addCategory({ name: 'Travel' });
  const sales = await office.addCategory({ name: 'Sales', kind: 'income' });
  const idsWith = async (args: Record<string, unknown>) =>
    (await client.page('categories_list', args)).data.map(({ id }) => id);
  expect(await idsWith({ kind: 'income' })).toEqual([sales.id]);
  expect(await idsWith({ name: 'RAV' })).toEqual([travel.id]);
});

test('pages show every category of the team once', async ({ office, client }) => {
  await (await Office.open(office.db)).addCategory();
  const categories = await Promise.all(Array.from({ length: 7 }, () => office.addCategory()));
  const rows = await client.everyRow('categories_list', { limit: 2 });
  expect(rows.map(({ id }) => id).sort()).toEqual(categories.map(({ id }) => id).sort());
});
