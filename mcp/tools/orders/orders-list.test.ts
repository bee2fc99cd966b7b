import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('orders come newest first, with the name of their customer', async ({ office, client }) => {
  const { id: customerId } = await office.addCustomer({ name: 'Halden Optics' });
  const old = await office.addOrder(customerId, { orderedAt: '2025-01-01' });
  const fresh = await office.addOrder(customerId, {
    orderedAt: '2026-02-03',
    reference: 'SO-1',
    description: 'Shelves',
  });
  const { data } = await client.page('orders_list');
  expect(data).toEqual([
    {
      id: fresh.id,
      reference: 'SO-1',
      customerId,
      customerName: 'Halden Optics',
      status: 'open',
      description: 'Shelves',
      total: '1350.00',
      currency: 'EUR',
      orderedAt: '2026-02-03',
      createdAt: fresh.createdAt.toISOString(),
      updatedAt: fresh.updatedAt.toISOString(),
    },
    expect.objectContaining({ id: old.id }),
  ]);
});

test('the filter takes a customer, a status, and a part of reference, description or customer', async ({
  office,
  client,
}) => {
  const halden = await office.addCustomer({ name: 'Halden Optics' });
  const marrow = await office.addCustomer({ name: 'Marrow & Pike' });
  const shelves = await office.addOrder(halden.id, { reference: 'SO-1', description: 'Shelves' });
  const survey = await office.addOrder(marrow.id, { reference: 'SO-22', status: 'completed' });
  const idsWith = async (args: Record<string, unknown>) =>
    (await client.page('orders_list', args)).data.map(({ id }) => id);
  expect(await idsWith({ customerId: halden.id })).toEqual([shelves.id]);
  expect(await idsWith({ status: 'completed' })).toEqual([survey.id]);
  expect(await idsWith({ search: 'so-22' })).toEqual([survey.id]);
  expect(await idsWith({ search: 'shelv' })).toEqual([shelves.id]);
  expect(await idsWith({ search: 'marrow' })).toEqual([survey.id]);
  expect(await idsWith({ search: 'marrow', status: 'open' })).toEqual([]);
});

test('pages show every order of the team once, also of one day', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  await neighbour.addOrder((await neighbour.addCustomer()).id);
  const { id } = await office.addCustomer();
  const orders = await Promise.all(
    Array.from({ length: 17 }, (_, index) =>
      office.addOrder(id, { orderedAt: `2026-03-0${(index % 3) + 1}` }),
    ),
  );
  const rows = await client.everyRow('orders_list', { limit: 4 });
  expect(rows.map((row) => row.id).sort()).toEqual(orders.map((order) => order.id).sort());
  const days = rows.map(({ orderedAt }) => String(orderedAt));
  expect(days).toEqual([...days].sort().reverse());
});
