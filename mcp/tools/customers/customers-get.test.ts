import { expect } from 'vitest';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('a customer is shown with how much there is of him', async ({ office, client }) => {
  const { id } = await office.addCustomer({ name: 'Halden Optics', internalNote: 'pays late' });
  await office.addOrder(id);
  await office.addOrder(id, { status: 'cancelled' });
  await office.addInvoice(id);
  await office.addInvoice(id, { status: 'sent', totalMinor: 100_00 });
  await office.addInvoice(id, { status: 'finalised', totalMinor: 20_50 });
  await office.addInvoice(id, { status: 'sent', totalMinor: 7_00, currency: 'USD' });
  await office.addInvoice(id, { status: 'paid' });
  const customer = await client.call('customers_get', { customerId: id });
  expect(customer).toMatchObject({ id, orders: 2, draftInvoices: 1, openInvoices: 3, paidInvoices: 1 });
  expect(customer.openAmounts).toHaveLength(2);
  expect(customer.openAmounts).toEqual(
    expect.arrayContaining([
      { amount: '120.50', currency: 'EUR' },
      { amount: '7.00', currency: 'USD' },
    ]),
  );
  expect(customer).not.toHaveProperty('internalNote');
});

test('the exact name does as well, in any case', async ({ office, client }) => {
  const { id } = await office.addCustomer({ name: 'Halden Optics' });
  await office.addCustomer({ name: 'Halden Optics Two' });
  expect(await client.call('customers_get', { name: ' halden OPTICS ' })).toMatchObject({ id, orders: 0 });
  expect(await client.fail('customers_get', { name: 'Halden' })).toContain('customers_list');
});

test('exactly one of id and name is needed', async ({ office, client }) => {
  const { id, name } = await office.addCustomer();
  for (const args of [{}, { customerId: id, name }]) {
    expect(await client.fail('customers_get', args)).toMatch(/customerId.*name/);
  }
});

test('a customer of another team is as unknown as none', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  const foreign = await neighbour.addCustomer({ name: 'Foreign' });
  const refusal = await client.fail('customers_get', { customerId: foreign.id });
  const unknown = await client.fail('customers_get', { customerId: 'cus_none' });
  expect(refusal.replace(foreign.id, 'cus_none')).toBe(unknown);
  await client.fail('customers_get', { name: 'Foreign' });
});
