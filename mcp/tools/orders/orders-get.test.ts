import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('an order is found by id and by exact reference', async ({ office, client }) => {
  const { id: customerId } = await office.addCustomer({ name: 'Halden Optics' });
  const { id } = await office.addOrder(customerId, { reference: 'SO-2291', totalMinor: 5 });
  await office.addOrder(customerId, { reference: 'SO-22911' });
  const order = await client.call('orders_get', { orderId: id });
  expect(order).toMatchObject({ id, reference: 'SO-2291', customerName: 'Halden Optics', total: '0.05' });
  expect(await client.call('orders_get', { reference: 'SO-2291' })).toEqual(order);
});

test('exactly one of them is needed, and it has to be of the team', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  const foreign = await neighbour.addOrder((await neighbour.addCustomer()).id, { reference: 'SO-1' });
  expect(await client.fail('orders_get', {})).toMatch(/orderId.*reference/);
  expect(await client.fail('orders_get', { orderId: foreign.id })).toContain('orders_list');
  expect(await client.fail('orders_get', { reference: 'SO-1' })).toContain('orders_list');
});
