import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { invoiceLines, invoices } from '@/db/schema/company';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { invoiceCreateDraft } from './invoice-create-draft';
import { invoiceDelete, invoiceDeletePreview } from './invoice-delete';

test('a draft goes with its lines, after the preview has named them', async ({ office }) => {
  const customer = await office.addCustomer({ name: 'Halden Optics' });
  const lines = [{ description: 'Site visit', quantity: 1.5, unitPrice: '450.00' }];
  const { invoice } = await office.run(invoiceCreateDraft, { customerId: customer.id, lines });
  const { id: invoiceId } = invoice as { id: string };
  const preview = await office.run(invoiceDeletePreview, { invoiceId });
  expect(preview.lines).toEqual([
    { label: 'Draft invoice', value: 'D-0001', amount: '675.00 EUR' },
    { label: 'Customer', value: 'Halden Optics' },
    { label: '1 line', value: '1.5 x Site visit', amount: '675.00 EUR' },
  ]);
  expect(await office.run(invoiceDelete, { invoiceId })).toMatchObject({ success: true });
  expect(await office.db.select().from(invoices).where(eq(invoices.id, invoiceId))).toEqual([]);
  expect(await office.db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId))).toEqual(
    [],
  );
});

test.for(['finalised', 'sent', 'paid'] as const)(
  'an invoice that is %s is kept',
  async (status, { office }) => {
    const customer = await office.addCustomer();
    const invoice = await office.addInvoice(customer.id, { status });
    const before = await fingerprint(office.db);
    for (const tool of [invoiceDelete, invoiceDeletePreview]) {
      await expect(office.run(tool, { invoiceId: invoice.id })).rejects.toThrow(ToolError);
    }
    expect(await fingerprint(office.db)).toEqual(before);
  },
);

test("another team's draft does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const customer = await other.addCustomer();
  const foreign = await other.addInvoice(customer.id);
  const before = await fingerprint(office.db);
  for (const tool of [invoiceDelete, invoiceDeletePreview]) {
    await expect(office.run(tool, { invoiceId: foreign.id })).rejects.toThrow(ToolError);
  }
  expect(await fingerprint(office.db)).toEqual(before);
});
