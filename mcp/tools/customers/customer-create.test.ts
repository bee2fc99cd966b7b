import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { customers } from '@/db/schema/company';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { customerCreate } from './customer-create';

const rowsOf = (office: Office) =>
  office.db.select().from(customers).where(eq(customers.teamId, office.teamId));

test('adds a customer with what is known of him', async ({ office }) => {
  const known = { name: ' Halden Optics ', email: 'office@halden.example', taxId: 'DE1', city: 'Hamburg' };
  const answer = await office.run(customerCreate, known);
  const [row] = await rowsOf(office);
  expect(row).toMatchObject({ ...known, name: 'Halden Optics', currency: 'EUR', status: 'active' });
  expect(answer).toMatchObject({ created: true, customer: { id: row?.id, name: 'Halden Optics' } });
});

test('finds the one of that name, in upper or lower case, and changes nothing', async ({ office }) => {
  const existing = await office.addCustomer({ name: 'Halden Optics', city: 'Oslo' });
  const answer = await office.run(customerCreate, { name: 'HALDEN optics', city: 'Bergen' });
  expect(answer).toMatchObject({ created: false, customer: { id: existing.id, city: 'Oslo' } });
  expect(await rowsOf(office)).toEqual([existing]);
});

test('ten at the same time make one', async ({ office }) => {
  const spellings = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'Halden Optics' : 'HALDEN OPTICS'));
  const answers = await Promise.all(spellings.map((name) => office.run(customerCreate, { name })));
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(await rowsOf(office)).toHaveLength(1);
});

test('the same name in another team is another customer', async ({ office }) => {
  const other = await Office.open(office.db);
  await other.addCustomer({ name: 'Halden Optics' });
  expect(await office.run(customerCreate, { name: 'Halden Optics' })).toMatchObject({ created: true });
});
