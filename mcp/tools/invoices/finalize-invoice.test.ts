import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { invoices } from '@/db/schema/company';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { finalizeInvoice, finalizeInvoicePreview } from './finalize-invoice';

const DAY = 24 * 3600 * 1000;

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(invoices).where(eq(invoices.id, id)))[0];

test('a draft gets its number, its date and 30 days to pay', async ({ office }) => {
  const customer = await office.addCustomer({ name: 'Halden Optics' });
  await office.addInvoice(customer.id, { reference: 'INV-1182', status: 'paid' });
  const draft = await office.addInvoice(customer.id, { reference: 'D-0147' });
  const { lines } = await office.run(finalizeInvoicePreview, { invoiceId: draft.id });
  expect(lines).toContainEqual({ label: 'Draft invoice', value: 'D-0147', amount: '1,350.00 EUR' });
  expect(lines).toContainEqual({ label: 'Customer', value: 'Halden Optics' });
  const answer = await office.run(finalizeInvoice, { invoiceId: draft.id });
  expect(answer).toMatchObject({ success: true, reference: 'INV-1183' });
  const row = await rowOf(office, draft.id);
  expect(row).toMatchObject({ status: 'finalised', reference: 'INV-1183', totalMinor: draft.totalMinor });
  expect(Date.parse(`${row?.dueDate}`) - Date.parse(`${row?.issuedAt}`)).toBe(30 * DAY);
});

test("a due date and a reference of the caller's own stay", async ({ office }) => {
  const customer = await office.addCustomer();
  const own = { reference: '2026-117', dueDate: '2027-01-31' };
  const draft = await office.addInvoice(customer.id, own);
  await office.run(finalizeInvoice, { invoiceId: draft.id });
  expect(await rowOf(office, draft.id)).toMatchObject({ ...own, status: 'finalised' });
});

test('several at the same time get different numbers, and one gets only one', async ({ office }) => {
  const customer = await office.addCustomer();
  const drafts = await Promise.all(
    Array.from({ length: 5 }, (_, index) => office.addInvoice(customer.id, { reference: `D-000${index}` })),
  );
  const twice = [...drafts, ...drafts];
  const outcomes = await Promise.allSettled(
    twice.map((draft) => office.run(finalizeInvoice, { invoiceId: draft.id })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const rows = await office.db.select().from(invoices).where(eq(invoices.teamId, office.teamId));
  const numbers = [1, 2, 3, 4, 5].map((number) => `INV-000${number}`);
  expect(rows.map(({ reference }) => reference).sort()).toEqual(numbers);
});

test.for(['finalised', 'sent', 'paid'] as const)(
  'an invoice that is %s is refused',
  async (status, { office }) => {
    const customer = await office.addCustomer();
    const invoice = await office.addInvoice(customer.id, { status });
    const before = await fingerprint(office.db);
    for (const tool of [finalizeInvoice, finalizeInvoicePreview]) {
      await expect(office.run(tool, { invoiceId: invoice.id })).rejects.toThrow(ToolError);
    }
    expect(await fingerprint(office.db)).toEqual(before);
  },
);

test("another team's draft does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const customer = await other.addCustomer();
  const foreign = await other.addInvoice(customer.id);
  for (const tool of [finalizeInvoice, finalizeInvoicePreview]) {
    await expect(office.run(tool, { invoiceId: foreign.id })).rejects.toThrow(ToolError);
  }
  expect(await rowOf(other, foreign.id)).toEqual(foreign);
});
