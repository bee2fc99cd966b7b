/** Sends a finalised invoice by mail, after showing to whom. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { now } from '@/db/queries/change';
import { findCustomer } from '@/db/queries/customers-changes';
import { holdInvoice, setInvoice } from '@/db/queries/invoices-changes';
import { queueMail } from '@/db/queries/outbox-changes';
import { findTeamName } from '@/db/queries/team-changes';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { invoiceId } from '@/mcp/id-fields';
import { invoiceMail } from '@/mcp/mails';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, line } from '@/mcp/what-goes';

export const [invoiceSend, invoiceSendPreview] = defineDestructiveTool({
  name: 'invoice_send',
  title: 'Send invoice',
  description:
    'Sends the finalised invoice (bill) to the customer by e-mail, once. A draft is finalised first, with ' +
    'finalize_invoice.',
  scope: 'invoices.write',
  annotations: DESTRUCTIVE,
  input: z.strictObject({ invoiceId }),
  output: doneOutput.extend({ reference: z.string().describe('The invoice, such as "INV-1182"') }),
  async find(data, { invoiceId }) {
    const found = await holdInvoice(data, invoiceId);
    if (!found) throw notFound('invoice', invoiceId, 'invoices_list');
    const { reference, status, customerId } = found.invoice;
    if (status === 'draft') {
      throw new ToolError(`Invoice ${reference} is a draft. Finalise it first with finalize_invoice.`);
    }
    if (status !== 'finalised') throw new ToolError(`Invoice ${reference} is ${status} already.`);
    const customer = await findCustomer(data, customerId);
    if (!customer?.email) {
      throw new ToolError(
        `${found.customerName} has no e-mail address. Set one with customer_update, then send invoice ${reference}.`,
      );
    }
    return { ...found, recipient: customer.email };
  },
  async run({ recipient, ...found }, data) {
    const { id, reference } = found.invoice;
    await setInvoice(data, id, { status: 'sent', sentAt: now });
    // The mail commits with the status, and its id makes a second one impossible.
    const mail = invoiceMail(found, await findTeamName(data));
    await queueMail(data, { id: `invoice-${id}`, recipient, ...mail });
    const message = `Sent invoice ${reference} to ${found.customerName} at ${recipient}.`;
    return { success: true, message, reference };
  },
  preview: {
    title: 'Preview of sending an invoice',
    description: 'Says which invoice would be sent, and to whom.',
    lines: ({ invoice, customerName, recipient }) => [
      line('Invoice', invoice.reference, formatMoney(invoice.totalMinor, invoice.currency)),
      line('Customer', customerName),
      line('Mail to', recipient),
      line('Due', invoice.dueDate ?? 'no date'),
    ],
  },
});
