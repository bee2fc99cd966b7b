import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('accounts come by name, without the token of their feed', async ({ office, client }) => {
  const savings = await office.addAccount({ name: 'Savings', status: 'closed', closedAt: new Date(0) });
  const main = await office.addAccount({ name: 'Operations', iban: 'IE1', feedToken: 'secret' });
  const { data } = await client.page('bank_accounts_list');
  expect(data).toEqual([
    {
      id: main.id,
      name: 'Operations',
      bank: 'First Bank',
      iban: 'IE1',
      currency: 'EUR',
      status: 'open',
      closedAt: null,
    },
    expect.objectContaining({ id: savings.id, status: 'closed', closedAt: '1970-01-01T00:00:00.000Z' }),
  ]);
  const open = await client.page('bank_accounts_list', { status: 'open' });
  expect(open.data.map(({ id }) => id)).toEqual([main.id]);
});

test('pages show every account of the team once, also of one name', async ({ office, client }) => {
  await (await Office.open(office.db)).addAccount();
  const accounts = await Promise.all(
    Array.from({ length: 7 }, (_, index) =>
      office.addAccount({ name: index < 5 ? 'Same' : `Other ${index}` }),
    ),
  );
  const rows = await client.everyRow('bank_accounts_list', { limit: 2 });
  expect(rows.map(({ id }) => id).sort()).toEqual(accounts.map(({ id }) => id).sort());
});
