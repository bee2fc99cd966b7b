import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { invoiceLines, invoices } from '@/db/schema/company';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { invoiceCreateDraft } from './invoice-create-draft';
import { invoiceUpdateDraft } from './invoice-update-draft';

const visits = { description: 'Site visit', quantity: 3, unitPrice: '450.00' };

/** A draft as the tools make it. */
async function draft(office: Office, lines = [visits]): Promise<{ id: string; customerId: string }> {
  const customer = await office.addCustomer();
  const { invoice } = await office.run(invoiceCreateDraft, { customerId: customer.id, lines, note: 'Old' });
  return invoice as { id: string; customerId: string };
}

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(invoices).where(eq(invoices.id, id)))[0];

test('replaces what is given, and the sums follow', async ({ office }) => {
  const { id: invoiceId } = await draft(office);
  const lines = [
    { ...visits, quantity: 2 },
    { description: 'Travel', quantity: 1, unitPrice: '10.00' },
  ];
  const answer = await office.run(invoiceUpdateDraft, { invoiceId, lines, taxRate: 7.5 });
  expect(answer).toMatchObject({
    changed: true,
    invoice: { subtotal: '910.00', total: '978.25', note: 'Old' },
  });
  expect(await rowOf(office, invoiceId)).toMatchObject({ taxRate: 750, totalMinor: 978_25 });
  const rows = await office.db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, invoiceId))
    .orderBy(asc(invoiceLines.position));
  expect(rows.map(({ description, amountMinor }) => [description, amountMinor])).toEqual([
    ['Site visit', 900_00],
    ['Travel', 10_00],
  ]);
});

test('the same values again write nothing, not even the time', async ({ office }) => {
  const { id: invoiceId } = await draft(office);
  const given = { invoiceId, lines: [{ ...visits, quantity: 1.5 }], dueDate: '2027-01-31', note: '' };
  await office.run(invoiceUpdateDraft, given);
  const before = await fingerprint(office.db);
  expect(await office.run(invoiceUpdateDraft, given)).toMatchObject({ changed: false });
  expect(await fingerprint(office.db)).toEqual(before);
});

test('creating finds a draft by what it says now', async ({ office }) => {
  const { id: invoiceId, customerId } = await draft(office);
  const lines = [{ ...visits, quantity: 5 }];
  await office.run(invoiceUpdateDraft, { invoiceId, lines });
  const alike = await office.run(invoiceCreateDraft, { customerId, lines });
  expect(alike).toMatchObject({ created: false, invoice: { id: invoiceId } });
  const asBefore = await office.run(invoiceCreateDraft, { customerId, lines: [visits] });
  expect(asBefore).toMatchObject({ created: true });
});

test('two drafts may come to say the same', async ({ office }) => {
  const { id: first, customerId } = await draft(office);
  const lines = [{ ...visits, quantity: 5 }];
  const second = await office.run(invoiceCreateDraft, { customerId, lines });
  const { id: invoiceId } = second.invoice as { id: string };
  const answer = await office.run(invoiceUpdateDraft, { invoiceId, lines: [visits] });
  expect(answer).toMatchObject({ changed: true, invoice: { id: invoiceId, total: '1350.00' } });
  const again = await office.run(invoiceCreateDraft, { customerId, lines: [visits] });
  expect(again).toMatchObject({ created: false, invoice: { id: first } });
});

test.for(['finalised', 'sent', 'paid'] as const)(
  'an invoice that is %s stays',
  async (status, { office }) => {
    const { id: invoiceId } = await draft(office);
    await office.db.update(invoices).set({ status }).where(eq(invoices.id, invoiceId));
    const before = await fingerprint(office.db);
    const updating = office.run(invoiceUpdateDraft, { invoiceId, note: 'New' });
    await expect(updating).rejects.toThrow(ToolError);
    expect(await fingerprint(office.db)).toEqual(before);
  },
);

test("another team's draft does not exist, and nothing given is refused", async ({ office }) => {
  const other = await Office.open(office.db);
  const { id: invoiceId } = await draft(other);
  const before = await rowOf(other, invoiceId);
  await expect(office.run(invoiceUpdateDraft, { invoiceId, note: 'New' })).rejects.toThrow(ToolError);
  await expect(other.run(invoiceUpdateDraft, { invoiceId })).rejects.toThrow(ToolError);
  expect(await rowOf(other, invoiceId)).toEqual(before);
});
