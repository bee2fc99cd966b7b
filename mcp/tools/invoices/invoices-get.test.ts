import { expect } from 'vitest';
import { invoiceLines } from '@/db/schema/company';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

test('an invoice comes with its lines in order, by id and by reference', async ({ office, client }) => {
  const { id: customerId } = await office.addCustomer({ name: 'Halden Optics' });
  const { id: invoiceId } = await office.addInvoice(customerId, {
    reference: 'INV-1182',
    internalNote: 'pays late',
  });
  await office.db.insert(invoiceLines).values([
    { invoiceId, position: 2, description: 'Travel', quantity: 1.5, unitPriceMinor: 62, amountMinor: 93 },
    {
      invoiceId,
      position: 1,
      description: 'Site visit',
      quantity: 3,
      unitPriceMinor: 450_00,
      amountMinor: 1350_00,
    },
  ]);
  const invoice = await client.call('invoices_get', { invoiceId });
  expect(invoice).toMatchObject({ id: invoiceId, reference: 'INV-1182', customerName: 'Halden Optics' });
  expect(invoice.lines).toEqual([
    { position: 1, description: 'Site visit', quantity: 3, unitPrice: '450.00', amount: '1350.00' },
    { position: 2, description: 'Travel', quantity: 1.5, unitPrice: '0.62', amount: '0.93' },
  ]);
  expect(invoice).not.toHaveProperty('internalNote');
  expect(await client.call('invoices_get', { reference: 'INV-1182' })).toEqual(invoice);
});

test('an invoice too long to be shown is shortened, and says so', async ({ office, client }) => {
  const { id: invoiceId } = await office.addInvoice((await office.addCustomer()).id);
  await office.db.insert(invoiceLines).values(
    Array.from({ length: 900 }, (_, index) => ({
      invoiceId,
      position: index + 1,
      description: `Line ${index + 1}`,
      quantity: 1,
      unitPriceMinor: 1,
      amountMinor: 1,
    })),
  );
  const invoice = await client.call('invoices_get', { invoiceId });
  const shown = (invoice.lines as unknown[]).length;
  expect(shown).toBeGreaterThan(0);
  expect(invoice.truncated).toContain(`lines: ${900 - shown} of 900 left out`);
});

test('an invoice of another team is not there', async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  const foreign = await neighbour.addInvoice((await neighbour.addCustomer()).id, { reference: 'INV-1' });
  expect(await client.fail('invoices_get', { invoiceId: foreign.id })).toContain('invoices_list');
  expect(await client.fail('invoices_get', { reference: 'INV-1' })).toContain('invoices_list');
  expect(await client.fail('invoices_get', {})).toMatch(/invoiceId.*reference/);
});
