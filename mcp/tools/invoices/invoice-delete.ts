/** Deletes an invoice while it is a draft, and says beforehand which one that is. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { changeTeamData, type TeamData, viewTeamData } from '@/db/queries/change';
import { deleteInvoice, holdInvoice, type InvoiceWithLines } from '@/db/queries/invoices-changes';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { defineTool, previewOutput } from '@/mcp/define-tool';
import { invoiceId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, groupOf, line, linesOf } from '@/mcp/what-goes';

const input = z.strictObject({ invoiceId });

export const invoiceDelete = defineTool({
  name: 'invoice_delete',
  title: 'Delete draft invoice',
  description: 'Deletes the draft invoice with its lines. Finalised, sent and paid invoices are kept.',
  scope: 'invoices.write',
  annotations: DESTRUCTIVE,
  preview: 'invoice_delete_preview',
  input,
  output: doneOutput,
  async run({ invoiceId }, context) {
    return changeTeamData(context, async (data) => {
      const { invoice, customerName } = await deletable(data, invoiceId);
      await deleteInvoice(data, invoice.id);
      const total = formatMoney(invoice.totalMinor, invoice.currency);
      const message = `Deleted draft invoice ${invoice.reference} of ${customerName} (${total}).`;
      return { success: true, message };
    });
  },
});

export const invoiceDeletePreview = defineTool({
  name: 'invoice_delete_preview',
  title: 'Preview of deleting a draft invoice',
  description: 'Says which draft invoice would be deleted.',
  scope: 'invoices.write',
  annotations: READ_ONLY,
  companion: true,
  input,
  output: previewOutput,
  async run({ invoiceId }, context) {
    const { invoice, customerName, lines } = await viewTeamData(context, (data) =>
      deletable(data, invoiceId),
    );
    const things = lines.map((row) => ({
      name: `${row.quantity} x ${row.description}`,
      minor: row.amountMinor,
      currency: invoice.currency,
    }));
    return {
      lines: [
        line('Draft invoice', invoice.reference, formatMoney(invoice.totalMinor, invoice.currency)),
        line('Customer', customerName),
        ...linesOf(groupOf('line', 'lines', things)),
      ],
    };
  },
});

async function deletable(data: TeamData, invoiceId: string): Promise<InvoiceWithLines> {
  const found = await holdInvoice(data, invoiceId);
  if (!found) throw notFound('invoice', invoiceId, 'invoices_list');
  const { reference, status } = found.invoice;
  if (status !== 'draft') throw new ToolError(`Invoice ${reference} is ${status} and must be kept.`);
  return found;
}
