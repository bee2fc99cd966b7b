/** Turns a draft into a final invoice, after showing which one it is. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { lockTeam } from '@/db/queries/change';
import { isDraftNumber, nextReference } from '@/db/queries/invoice-numbers';
import { holdInvoice, setInvoice } from '@/db/queries/invoices-changes';
import { today } from '@/db/queries/today';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { invoiceId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, line } from '@/mcp/what-goes';

/** Days between finalising and the due date, if the draft has none. */
const DAYS_TO_PAY = 30;

export const [finalizeInvoice, finalizeInvoicePreview] = defineDestructiveTool({
  name: 'finalize_invoice',
  title: 'Finalise invoice',
  description:
    'Finalises (issues) the draft invoice: it gets its number and date and can no longer be changed or ' +
    'deleted.',
  scope: 'invoices.write',
  annotations: DESTRUCTIVE,
  input: z.strictObject({ invoiceId }),
  output: doneOutput.extend({ reference: z.string().describe('The number it has from now on') }),
  async find(data, { invoiceId }) {
    await lockTeam(data);
    const found = await holdInvoice(data, invoiceId);
    if (!found) throw notFound('invoice', invoiceId, 'invoices_list');
    const { reference, status } = found.invoice;
    if (status !== 'draft') throw new ToolError(`Invoice ${reference} is ${status} already.`);
    return found;
  },
  async run({ invoice }, data) {
    const reference = isDraftNumber(invoice.reference) ? await nextReference(data, 'INV') : invoice.reference;
    const dueDate = invoice.dueDate ?? (await today(data, { days: DAYS_TO_PAY }));
    const issuedAt = await today(data);
    await setInvoice(data, invoice.id, { status: 'finalised', reference, issuedAt, dueDate });
    const total = formatMoney(invoice.totalMinor, invoice.currency);
    const message = `Finalised ${invoice.reference} as ${reference}: ${total}, due ${dueDate}. It is not sent yet.`;
    return { success: true, message, reference };
  },
  preview: {
    title: 'Preview of finalising an invoice',
    description: 'Says which draft invoice would be finalised.',
    lines: ({ invoice, customerName }) => [
      line('Draft invoice', invoice.reference, formatMoney(invoice.totalMinor, invoice.currency)),
      line('Customer', customerName),
      line('Due', invoice.dueDate ?? `${DAYS_TO_PAY} days after finalising`),
    ],
  },
});
