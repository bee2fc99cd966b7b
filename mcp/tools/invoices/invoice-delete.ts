/** Deletes an invoice while it is a draft, after showing which one it is. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { deleteInvoice, holdInvoice } from '@/db/queries/invoices-changes';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { invoiceId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, groupOf, line, linesOf } from '@/mcp/what-goes';

export const [invoiceDelete, invoiceDeletePreview] = defineDestructiveTool({
  name: 'invoice_delete',
  title: 'Delete draft invoice',
  description: 'Deletes the draft invoice with its lines. Finalised, sent and paid invoices are kept.',
  scope: 'invoices.write',
  annotations: DESTRUCTIVE,
  undo: {},
  input: z.strictObject({ invoiceId }),
  output: doneOutput,
  async find(data, { invoiceId }) {
    const found = await holdInvoice(data, invoiceId);
    if (!found) throw notFound('invoice', invoiceId, 'invoices_list');
    const { reference, status } = found.invoice;
    if (status !== 'draft') throw new ToolError(`Invoice ${reference} is ${status} and must be kept.`);
    return found;
  },
  async run({ invoice, customerName }, data) {
    await deleteInvoice(data, invoice.id);
    const total = formatMoney(invoice.totalMinor, invoice.currency);
    const message = `Deleted draft invoice ${invoice.reference} of ${customerName} (${total}).`;
    return { success: true, message };
  },
  preview: {
    title: 'Preview of deleting a draft invoice',
    description: 'Says which draft invoice would be deleted.',
    lines({ invoice, customerName, lines }) {
      const things = lines.map((row) => ({
        name: `${row.quantity} x ${row.description}`,
        minor: row.amountMinor,
        currency: invoice.currency,
      }));
      return [
        line('Draft invoice', invoice.reference, formatMoney(invoice.totalMinor, invoice.currency)),
        line('Customer', customerName),
        ...linesOf(groupOf('line', 'lines', things)),
      ];
    },
  },
});
