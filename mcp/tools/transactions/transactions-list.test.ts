import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('transactions come newest first, with the names of account and category', async ({ office, client }) => {
  const account = await office.addAccount({ name: 'Operations', feedToken: 'secret' });
  const travel = await office.addCategory({ name: 'Travel' });
  const old = await office.addTransaction(account.id, { bookedAt: '2026-01-31' });
  const fresh = await office.addTransaction(account.id, {
    bookedAt: '2026-02-01',
    categoryId: travel.id,
    description: 'Tickets',
  });
  const { data } = await client.page('transactions_list');
  expect(data).toEqual([
    {
      id: fresh.id,
      bookedAt: '2026-02-01',
      amount: '-120.00',
      currency: 'EUR',
      counterparty: 'Rail',
      description: 'Tickets',
      accountId: account.id,
      accountName: 'Operations',
      categoryId: travel.id,
      categoryName: 'Travel',
      invoiceId: null,
      archived: false,
    },
    expect.objectContaining({ id: old.id, categoryId: null, categoryName: null }),
  ]);
});

test('the filter takes account, category, direction, dates and archived', async ({ office, client }) => {
  const [main, savings] = [await office.addAccount(), await office.addAccount({ name: 'Savings' })];
  const travel = await office.addCategory();
  const january = await office.addTransaction(main.id, { bookedAt: '2026-01-31', categoryId: travel.id });
  const february = await office.addTransaction(savings.id, { bookedAt: '2026-02-01', amountMinor: 5 });
  const archived = await office.addTransaction(main.id, { archived: true });
  const idsWith = async (args: Record<string, unknown>) =>
    (await client.page('transactions_list', args)).data.map(({ id }) => id);
  expect(await idsWith({})).toEqual([february.id, january.id]);
  expect(await idsWith({ accountId: savings.id })).toEqual([february.id]);
  expect(await idsWith({ categoryId: travel.id })).toEqual([january.id]);
  expect(await idsWith({ uncategorized: true })).toEqual([february.id]);
  expect(await idsWith({ direction: 'in' })).toEqual([february.id]);
  expect(await idsWith({ direction: 'out' })).toEqual([january.id]);
  expect(await idsWith({ from: '2026-02-01' })).toEqual([february.id]);
  expect(await idsWith({ to: '2026-01-31' })).toEqual([january.id]);
  expect(await idsWith({ archived: true })).toEqual([archived.id]);
});

test('pages show every transaction of the team once', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  await neighbour.addTransaction((await neighbour.addAccount()).id);
  const account = await office.addAccount();
  const ids: string[] = [];
  for (let index = 0; index < 17; index++) {
    ids.push((await office.addTransaction(account.id, { bookedAt: `2026-03-0${(index % 3) + 1}` })).id);
  }
  const rows = await client.everyRow('transactions_list', { limit: 4 });
  expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
});
