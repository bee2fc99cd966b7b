/** One invoice with its lines. */
import { z } from 'zod';
import { findInvoice } from '@/db/queries/invoices';
import { READ_ONLY } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { textField } from '@/mcp/fields';
import { invoiceId } from '@/mcp/id-fields';
import { onlyKey } from '@/mcp/lookup';
import { notFound } from '@/mcp/not-found';
import { invoiceLineOutput, invoiceOutput, toInvoice, toInvoiceLine } from '@/mcp/output';

export const invoicesGet = defineTool({
  name: 'invoices_get',
  title: 'Get an invoice',
  description:
    'Shows one invoice in full with its lines: customer, status, quantities and prices, tax, total, due date, days ' +
    'late. Give the invoiceId or the exact reference.',
  scope: 'invoices.read',
  annotations: READ_ONLY,
  input: z.strictObject({
    invoiceId: invoiceId.optional(),
    reference: textField('Instead of the id: the exact invoice reference, such as "INV-1182"').optional(),
  }),
  output: z.strictObject({
    ...invoiceOutput.shape,
    daysLate: z.int().describe('Days past the due date when unpaid, else 0'),
    lines: z.array(invoiceLineOutput),
  }),
  async run({ invoiceId, reference }, context) {
    const key = onlyKey({ invoiceId, reference });
    const found = await findInvoice(
      context,
      key.by === 'reference' ? { reference: key.value } : { id: key.value },
    );
    if (!found) throw notFound('invoice', key.value, 'invoices_list', key.by);
    const { invoice, customerName, daysLate, lines } = found;
    return { ...toInvoice(invoice, customerName), daysLate, lines: lines.map(toInvoiceLine) };
  },
});
