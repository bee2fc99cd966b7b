import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('a balance is the opening one and everything booked since, archived or not', async ({
  office,
  client,
}) => {
  const main = await office.addAccount({ name: 'A', openingMinor: 1_000_00 });
  const empty = await office.addAccount({ name: 'B', currency: 'USD', openingMinor: -5 });
  await office.addTransaction(main.id, { amountMinor: -120_00, bookedAt: '2026-03-01' });
  await office.addTransaction(main.id, { amountMinor: 20_05, bookedAt: '2026-01-01', archived: true });
  expect((await client.page('bank_accounts_balances')).data).toEqual([
    {
      id: main.id,
      name: 'A',
      balance: '900.05',
      currency: 'EUR',
      status: 'open',
      lastBookedAt: '2026-03-01',
    },
    { id: empty.id, name: 'B', balance: '-0.05', currency: 'USD', status: 'open', lastBookedAt: null },
  ]);
});

test('one account, or those of a status, can be asked for', async ({ office, client }) => {
  const main = await office.addAccount({ name: 'A' });
  const closed = await office.addAccount({ name: 'B', status: 'closed' });
  const idsWith = async (args: Record<string, unknown>) =>
    (await client.page('bank_accounts_balances', args)).data.map(({ id }) => id);
  expect(await idsWith({ accountId: closed.id })).toEqual([closed.id]);
  expect(await idsWith({ status: 'open' })).toEqual([main.id]);
});

test('another team has none of them, and pages show each once', async ({ office, client }) => {
  const foreign = await (await Office.open(office.db)).addAccount();
  const accounts = await Promise.all(Array.from({ length: 5 }, () => office.addAccount()));
  const rows = await client.everyRow('bank_accounts_balances', { limit: 2 });
  expect(rows.map(({ id }) => id).sort()).toEqual(accounts.map(({ id }) => id).sort());
  expect((await client.page('bank_accounts_balances', { accountId: foreign.id })).data).toEqual([]);
});
