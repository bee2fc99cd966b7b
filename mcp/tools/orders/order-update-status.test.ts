import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orders } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { orderUpdateStatus } from './order-update-status';

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(orders).where(eq(orders.id, id)))[0];

async function orderThatIs(office: Office, status: 'open' | 'in_progress' | 'completed' | 'cancelled') {
  const customer = await office.addCustomer();
  return office.addOrder(customer.id, { status });
}

test.for([
  ['open', 'in_progress'],
  ['open', 'completed'],
  ['in_progress', 'open'],
  ['in_progress', 'completed'],
] as const)('from %s to %s', async ([from, to], { office }) => {
  const { id } = await orderThatIs(office, from);
  const answer = await office.run(orderUpdateStatus, { orderId: id, status: to });
  expect(answer).toMatchObject({ changed: true, order: { id, status: to } });
  expect(await rowOf(office, id)).toMatchObject({ status: to });
});

test('the same status again writes nothing', async ({ office }) => {
  const before = await orderThatIs(office, 'completed');
  const answer = await office.run(orderUpdateStatus, { orderId: before.id, status: 'completed' });
  expect(answer).toMatchObject({ changed: false });
  expect(await rowOf(office, before.id)).toEqual(before);
});

test.for(['completed', 'cancelled'] as const)('an order that is %s stays so', async (status, { office }) => {
  const before = await orderThatIs(office, status);
  const reopening = office.run(orderUpdateStatus, { orderId: before.id, status: 'open' });
  await expect(reopening).rejects.toThrow(ToolError);
  expect(await rowOf(office, before.id)).toEqual(before);
});

test('it cannot cancel: that is order_cancel, with its card', () => {
  expect(orderUpdateStatus.input.safeParse({ orderId: 'ord_1', status: 'cancelled' }).success).toBe(false);
});

test("another team's order does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const foreign = await orderThatIs(other, 'open');
  const updating = office.run(orderUpdateStatus, { orderId: foreign.id, status: 'completed' });
  await expect(updating).rejects.toThrow(ToolError);
  expect(await rowOf(office, foreign.id)).toEqual(foreign);
});
