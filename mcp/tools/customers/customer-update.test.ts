import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { customers } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { customerUpdate } from './customer-update';

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(customers).where(eq(customers.id, id)))[0];

test('sets what is given and leaves the rest', async ({ office }) => {
  const before = await office.addCustomer({ city: 'Hamburg' });
  const given = { customerId: before.id, email: 'new@halden.example', status: 'inactive' };
  const answer = await office.run(customerUpdate, given);
  expect(answer).toMatchObject({ changed: true, customer: { email: 'new@halden.example', city: 'Hamburg' } });
  const after = await rowOf(office, before.id);
  expect(after).toMatchObject({ email: 'new@halden.example', status: 'inactive', city: 'Hamburg' });
  expect(after?.updatedAt).not.toEqual(before.updatedAt);
});

test('the same values again write nothing, not even the time', async ({ office }) => {
  const { id } = await office.addCustomer();
  const given = { customerId: id, name: 'Halden Optics', phone: '+49 40 1' };
  await office.run(customerUpdate, given);
  const before = await rowOf(office, id);
  expect(await office.run(customerUpdate, given)).toMatchObject({ changed: false });
  expect(await rowOf(office, id)).toEqual(before);
});

test('a name that another customer has is refused', async ({ office }) => {
  await office.addCustomer({ name: 'Halden Optics' });
  const before = await office.addCustomer();
  const renaming = office.run(customerUpdate, { customerId: before.id, name: 'halden optics' });
  await expect(renaming).rejects.toThrow(ToolError);
  expect(await rowOf(office, before.id)).toEqual(before);
});

test("another team's customer does not exist, and nothing given is refused", async ({ office }) => {
  const other = await Office.open(office.db);
  const foreign = await other.addCustomer();
  const update = (given: object) => office.run(customerUpdate, { customerId: foreign.id, ...given });
  await expect(update({ city: 'Bonn' })).rejects.toThrow(ToolError);
  await expect(update({})).rejects.toThrow(ToolError);
  expect(await rowOf(office, foreign.id)).toEqual(foreign);
});

test('nobody is archived by an update: that would be no additive change', () => {
  expect(customerUpdate.input.safeParse({ customerId: 'cus_1', status: 'archived' }).success).toBe(false);
});
