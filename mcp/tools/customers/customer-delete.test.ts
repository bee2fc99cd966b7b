import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { customers, invoices, orders } from '@/db/schema/company';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '@/mcp/result';
import { meeting } from '@/mcp/testing/meeting';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { finalizeInvoice } from '../invoices/finalize-invoice';
import { customerDelete, customerDeletePreview } from './customer-delete';

async function halden(office: Office) {
  const customer = await office.addCustomer({ name: 'Halden Optics' });
  await office.addOrder(customer.id, { reference: 'SO-2291' });
  await office.addOrder(customer.id, { reference: 'SO-2304', totalMinor: 20_00 });
  const draft = await office.addInvoice(customer.id, { reference: 'D-0147' });
  return { customer, draft };
}

const all = (office: Office) =>
  Promise.all([
    office.db.select().from(customers).where(eq(customers.teamId, office.teamId)),
    office.db.select().from(orders).where(eq(orders.teamId, office.teamId)),
    office.db.select().from(invoices).where(eq(invoices.teamId, office.teamId)),
  ]);

test('the customer goes with orders and drafts, nobody else does', async ({ office }) => {
  const { customer } = await halden(office);
  const stays = await office.addCustomer();
  const order = await office.addOrder(stays.id);
  const invoice = await office.addInvoice(stays.id);
  const answer = await office.run(customerDelete, { customerId: customer.id });
  expect(answer).toMatchObject({ success: true });
  for (const name of ['Halden Optics', 'SO-2291', 'SO-2304', 'D-0147']) {
    expect(answer.message).toContain(name);
  }
  expect(await all(office)).toEqual([[stays], [order], [invoice]]);
});

test('the preview names one by one what would go', async ({ office }) => {
  const { customer } = await halden(office);
  const { lines } = await office.run(customerDeletePreview, { customerId: customer.id });
  expect(lines).toEqual([
    { label: 'Customer', value: 'Halden Optics' },
    { label: '2 orders', value: 'SO-2291', amount: '1,350.00 EUR' },
    { label: '', value: 'SO-2304', amount: '20.00 EUR' },
    { label: '1 draft invoice', value: 'D-0147', amount: '1,350.00 EUR' },
  ]);
});

describe.each(['finalised', 'sent', 'paid'] as const)('with a %s invoice', (status) => {
  test('the tool and its preview refuse in the same words', async ({ office }) => {
    const { customer } = await halden(office);
    await office.addInvoice(customer.id, { status });
    const before = await fingerprint(office.db);
    const deleting = office.run(customerDelete, { customerId: customer.id });
    const refusal = await deleting.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ToolError);
    const previewing = office.run(customerDeletePreview, { customerId: customer.id });
    await expect(previewing).rejects.toThrow(String((refusal as ToolError).message));
    expect(await fingerprint(office.db)).toEqual(before);
  });
});

test('of two at the same time one deletes and the other finds nobody', async ({ office }) => {
  const { customer } = await halden(office);
  const lock = sql`select 1 from customers where id = ${customer.id} for update`;
  const both = [1, 2].map(() => () => office.run(customerDelete, { customerId: customer.id }));
  const outcomes = await meeting(office.db, lock, both);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed).toHaveLength(1);
  expect(failed[0]?.reason).toBeInstanceOf(ToolError);
  expect(await all(office)).toEqual([[], [], []]);
});

test('a draft that is finalised meanwhile is either deleted or keeps its customer', async ({ office }) => {
  const { customer, draft } = await halden(office);
  const lock = sql`select 1 from invoices where id = ${draft.id} for update`;
  const [deleted, finalised] = await meeting(office.db, lock, [
    () => office.run(customerDelete, { customerId: customer.id }),
    () => office.run(finalizeInvoice, { invoiceId: draft.id }),
  ]);
  expect([deleted?.status, finalised?.status].sort()).toEqual(['fulfilled', 'rejected']);
  const rest = await office.db.select().from(invoices).where(eq(invoices.id, draft.id));
  expect(rest.map(({ status }) => status)).toEqual(finalised?.status === 'fulfilled' ? ['finalised'] : []);
});

test("another team's customer does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const { customer } = await halden(other);
  const before = await fingerprint(office.db);
  for (const tool of [customerDelete, customerDeletePreview]) {
    await expect(office.run(tool, { customerId: customer.id })).rejects.toThrow(ToolError);
  }
  expect(await fingerprint(office.db)).toEqual(before);
});
