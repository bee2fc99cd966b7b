import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orders } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { orderCancel, orderCancelPreview } from './order-cancel';

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(orders).where(eq(orders.id, id)))[0];

test.for(['open', 'in_progress'] as const)('an order that is %s is cancelled', async (status, { office }) => {
  const customer = await office.addCustomer({ name: 'Halden Optics' });
  const order = await office.addOrder(customer.id, { status, reference: 'SO-2291' });
  const { lines } = await office.run(orderCancelPreview, { orderId: order.id });
  expect(lines).toContainEqual({ label: 'Order', value: 'SO-2291', amount: '1,350.00 EUR' });
  expect(lines).toContainEqual({ label: 'Customer', value: 'Halden Optics' });
  expect(await office.run(orderCancel, { orderId: order.id })).toMatchObject({ success: true });
  expect(await rowOf(office, order.id)).toMatchObject({ status: 'cancelled' });
});

test.for(['completed', 'cancelled'] as const)(
  'an order that is %s is refused',
  async (status, { office }) => {
    const customer = await office.addCustomer();
    const before = await office.addOrder(customer.id, { status });
    for (const tool of [orderCancel, orderCancelPreview]) {
      await expect(office.run(tool, { orderId: before.id })).rejects.toThrow(ToolError);
    }
    expect(await rowOf(office, before.id)).toEqual(before);
  },
);

test("another team's order does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const customer = await other.addCustomer();
  const foreign = await other.addOrder(customer.id);
  for (const tool of [orderCancel, orderCancelPreview]) {
    await expect(office.run(tool, { orderId: foreign.id })).rejects.toThrow(ToolError);
  }
  expect(await rowOf(office, foreign.id)).toEqual(foreign);
});
