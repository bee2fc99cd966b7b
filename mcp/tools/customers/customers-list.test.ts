import { describe, expect } from 'vitest';
import { today } from '@/db/queries/today';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('customers come by name, upper and lower case alike', async ({ office, client }) => {
  for (const name of ['beta', 'Alpha', 'Gamma', 'alpine']) await office.addCustomer({ name });
  const { data, meta } = await client.page('customers_list');
  expect(data.map(({ name }) => name)).toEqual(['Alpha', 'alpine', 'beta', 'Gamma']);
  expect(meta).toEqual({ cursor: null, hasNextPage: false, hasPreviousPage: false });
});

test('a row holds what may leave and nothing else', async ({ office, client }) => {
  const { id } = await office.addCustomer({ name: 'Halden Optics', taxId: 'DE1', internalNote: 'pays late' });
  const { data } = await client.page('customers_list');
  expect(data).toEqual([
    {
      id,
      name: 'Halden Optics',
      currency: 'EUR',
      status: 'active',
      email: `${id}@customer.test`,
      phone: null,
      taxId: 'DE1',
      city: null,
      country: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.any(String),
    },
  ]);
});

describe('the filter', () => {
  test('finds a part of the name, and takes % and _ as they are', async ({ office, client }) => {
    for (const name of ['Halden Optics', 'Haldane', '100% Halden', 'under_score', 'a\\b']) {
      await office.addCustomer({ name });
    }
    const namesWith = async (name: string) =>
      (await client.page('customers_list', { name })).data.map((row) => row.name);
    expect(await namesWith('HALDEN')).toEqual(['100% Halden', 'Halden Optics']);
    expect(await namesWith('%')).toEqual(['100% Halden']);
    expect(await namesWith('_')).toEqual(['under_score']);
    expect(await namesWith('\\')).toEqual(['a\\b']);
    expect(await namesWith("' or 1=1 --")).toEqual([]);
  });

  test('takes a status', async ({ office, client }) => {
    await office.addCustomer({ status: 'inactive', name: 'Inactive' });
    await office.addCustomer();
    const { data } = await client.page('customers_list', { status: 'inactive' });
    expect(data.map(({ name }) => name)).toEqual(['Inactive']);
  });
});

test('another team is not there', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  const foreign = await neighbour.addCustomer({ name: 'Foreign' });
  await neighbour.addInvoice(foreign.id, { status: 'sent', dueDate: '2026-01-01' });
  expect((await client.page('customers_list')).data).toEqual([]);
  expect((await client.page('customers_list', { owing: true })).data).toEqual([]);
});

test('pages show everybody once', async ({ office, client }) => {
  const names = Array.from(
    { length: 23 },
    (_, index) => `${index % 2 ? 'Customer' : 'customer'} ${index + 10}`,
  );
  for (const name of names) await office.addCustomer({ name });
  const rows = await client.everyRow('customers_list', { limit: 5 });
  expect(rows.map(({ name }) => name)).toEqual(
    names.sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
  );
});

describe('who owes us money', () => {
  test('are those with finalised or sent invoices, the largest sum first', async ({ office, client }) => {
    const [small, large, paid] = [
      await office.addCustomer(),
      await office.addCustomer(),
      await office.addCustomer(),
    ];
    const [late, soon] = [
      await today(office.context(), { days: -10 }),
      await today(office.context(), { days: 5 }),
    ];
    await office.addInvoice(small.id, { status: 'sent', totalMinor: 20_00, dueDate: soon });
    await office.addInvoice(large.id, { status: 'finalised', totalMinor: 1_000_00, dueDate: late });
    await office.addInvoice(large.id, { status: 'sent', totalMinor: 350_05, dueDate: soon });
    await office.addInvoice(large.id, { status: 'draft', totalMinor: 9_000_00, dueDate: late });
    await office.addInvoice(paid.id, { status: 'paid', totalMinor: 9_000_00, dueDate: late });

    const { data } = await client.page('customers_list', { owing: true });
    expect(data).toMatchObject([
      { id: large.id, openAmount: '1350.05', openInvoices: 2, oldestDueDate: late, daysLate: 10 },
      { id: small.id, openAmount: '20.00', openInvoices: 1, oldestDueDate: soon, daysLate: 0 },
    ]);
  });

  test('stand there once per currency', async ({ office, client }) => {
    const { id } = await office.addCustomer();
    await office.addInvoice(id, { status: 'sent', totalMinor: 10_00, currency: 'EUR' });
    await office.addInvoice(id, { status: 'sent', totalMinor: 20_00, currency: 'USD' });
    const { data } = await client.page('customers_list', { owing: true });
    expect(data).toMatchObject([
      { id, openAmount: '20.00', currency: 'USD', oldestDueDate: null, daysLate: 0 },
      { id, openAmount: '10.00', currency: 'EUR' },
    ]);
  });

  test('are all shown once, also when sums are equal', async ({ office, client }) => {
    const ids: string[] = [];
    for (let index = 0; index < 9; index++) {
      const { id } = await office.addCustomer();
      await office.addInvoice(id, { status: 'sent', totalMinor: (index % 3) * 100 });
      ids.push(id);
    }
    const rows = await client.everyRow('customers_list', { owing: true, limit: 2 });
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});
