import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orders } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { orderCreate } from './order-create';

const rowsOf = (office: Office) => office.db.select().from(orders).where(eq(orders.teamId, office.teamId));

const utcDay = () => new Date().toISOString().slice(0, 10);

test('adds an order in the currency of the customer, dated today', async ({ office }) => {
  const customer = await office.addCustomer({ currency: 'USD' });
  const asked = { customerId: customer.id, reference: 'SO-1', total: '1350.5', description: 'Visits' };
  const before = utcDay();
  const answer = await office.run(orderCreate, asked);
  const [row] = await rowsOf(office);
  expect(row).toMatchObject({ totalMinor: 1350_50, currency: 'USD', status: 'open' });
  expect([before, utcDay()]).toContain(row?.orderedAt);
  expect(answer).toMatchObject({
    created: true,
    order: { id: row?.id, total: '1350.50', customerName: customer.name },
  });
});

test('ten at the same time make one, and later ones change nothing', async ({ office }) => {
  const { id: customerId } = await office.addCustomer();
  const asked = { customerId, reference: 'SO-1', total: '10.00' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => office.run(orderCreate, asked)));
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  const existing = await rowsOf(office);
  expect(existing).toHaveLength(1);
  const again = await office.run(orderCreate, { ...asked, total: '99.00' });
  expect(again).toMatchObject({ created: false, order: { total: '10.00' } });
  expect(await rowsOf(office)).toEqual(existing);
});

test("a reference of another customer's order is refused", async ({ office }) => {
  const [one, other] = [await office.addCustomer(), await office.addCustomer()];
  const existing = await office.addOrder(one.id, { reference: 'SO-1' });
  const creating = office.run(orderCreate, { customerId: other.id, reference: 'SO-1', total: '1.00' });
  await expect(creating).rejects.toThrow(ToolError);
  expect(await rowsOf(office)).toEqual([existing]);
});

test("another team's customer does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const foreign = await other.addCustomer();
  const creating = office.run(orderCreate, { customerId: foreign.id, reference: 'SO-1', total: '1.00' });
  await expect(creating).rejects.toThrow(ToolError);
  expect(await rowsOf(other)).toEqual([]);
});

test.for([{ total: '-1.00' }, { reference: undefined }, { reference: '  ' }, { total: '1.005' }])(
  'refuses %o',
  (wrong) => {
    const asked = { customerId: 'cus_1', reference: 'SO-1', total: '1.00', ...wrong };
    expect(orderCreate.input.safeParse(asked).success).toBe(false);
  },
);
