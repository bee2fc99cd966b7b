import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import type { ToolsClient } from '@/mcp/testing/tools-client';

const idsOf = async (client: ToolsClient, args: Record<string, unknown>) =>
  (await client.page('transactions_search', args)).data.map(({ id }) => id);

test('a text is found in counterparty and description', async ({ office, client }) => {
  const { id: account } = await office.addAccount();
  const rail = await office.addTransaction(account, { counterparty: 'Irish Rail', bookedAt: '2026-02-02' });
  const tickets = await office.addTransaction(account, { counterparty: 'Shop', description: 'railcard' });
  await office.addTransaction(account, { counterparty: 'Hosting' });
  expect(await idsOf(client, { text: 'RAIL' })).toEqual([tickets.id, rail.id]);
  expect(await idsOf(client, { text: 'rail', to: '2026-02-28' })).toEqual([rail.id]);
  expect(await idsOf(client, { text: '%' })).toEqual([]);
});

test('an amount is meant without its sign, both ends included', async ({ office, client }) => {
  const { id: account } = await office.addAccount();
  const add = async (amountMinor: number, day: number) =>
    (await office.addTransaction(account, { amountMinor, bookedAt: `2026-03-0${day}` })).id;
  const [paid, received, cent] = [await add(-100_00, 1), await add(250_50, 2), await add(-1, 3)];
  expect(await idsOf(client, { minAmount: '100' })).toEqual([received, paid]);
  expect(await idsOf(client, { minAmount: '100.01' })).toEqual([received]);
  expect(await idsOf(client, { maxAmount: '250.50' })).toEqual([cent, received, paid]);
  expect(await idsOf(client, { minAmount: '0.01', maxAmount: '100' })).toEqual([cent, paid]);
  expect(await idsOf(client, { minAmount: '100000000000.00' })).toEqual([]);
});

test.for(['1,000', '1.005', 'many', '100000000000.01', ''])(
  'the amount %j is refused',
  async (minAmount, { client }) => {
    expect(await client.fail('transactions_search', { minAmount })).toContain('minAmount');
  },
);

test('something to search for is needed', async ({ client }) => {
  expect(await client.fail('transactions_search', { from: '2026-01-01' })).toContain('transactions_list');
});

test('nothing of another team is found', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  await neighbour.addTransaction((await neighbour.addAccount()).id, { counterparty: 'Foreign' });
  expect(await idsOf(client, { text: 'Foreign' })).toEqual([]);
});
