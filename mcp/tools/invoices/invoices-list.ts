/** Invoices, newest first, or those with a due date in order of it. */
import { z } from 'zod';
import { type InvoiceOrder, listInvoices } from '@/db/queries/invoices';
import { defineListTool } from '@/mcp/define-list-tool';
import { dateField, textField } from '@/mcp/fields';
import { customerId } from '@/mcp/id-fields';
import { invoiceOutput, toInvoice } from '@/mcp/output';

const row = z.strictObject({
  ...invoiceOutput.shape,
  daysLate: z.int().describe('Days past the due date when unpaid, else 0'),
});

interface DueFilter {
  overdue?: boolean | undefined;
  dueAfter?: string | undefined;
  dueBefore?: string | undefined;
}

/** Requests by due date get the oldest debt first. */
function orderOf({ overdue, dueAfter, dueBefore }: DueFilter): InvoiceOrder {
  return overdue || dueAfter !== undefined || dueBefore !== undefined ? 'due' : 'newest';
}

export const invoicesList = defineListTool({
  name: 'invoices_list',
  title: 'List invoices',
  description:
    'Lists invoices with customer, status, total, due date and days late; the newest first, or the oldest due date ' +
    'first when asked for overdue ones or by due date. Use it to find an invoice and the invoiceId, drafts, unpaid ' +
    '(open) or overdue (late) invoices, or the invoices of one customer.',
  scope: 'invoices.read',
  filter: {
    customerId: customerId.optional(),
    status: invoiceOutput.shape.status.optional().describe('Only invoices with this status, such as "draft"'),
    unpaid: z
      .boolean()
      .optional()
      .describe('true: only finalised or sent invoices not paid yet, such as true'),
    overdue: z.boolean().optional().describe('true: only unpaid invoices past their due date, such as true'),
    dueAfter: dateField('Only invoices due on this day or later, such as "2026-11-01"').optional(),
    dueBefore: dateField('Only invoices due on this day or earlier, such as "2026-11-30"').optional(),
    reference: textField('Part of the invoice reference, such as "INV-1182"').optional(),
    archived: z.boolean().optional().describe('true: only archived invoices, which are left out otherwise'),
  },
  row,
  position: z.tuple([z.iso.date(), z.string()]),
  positionOf: (invoice, filter) => {
    const issueDay = invoice.issuedAt ?? invoice.createdAt.slice(0, 10);
    return [orderOf(filter) === 'due' && invoice.dueDate ? invoice.dueDate : issueDay, invoice.id];
  },
  async read(filter, page, context) {
    const rows = await listInvoices(context, filter, orderOf(filter), page);
    return rows.map(({ invoice, customerName, daysLate }) => ({
      ...toInvoice(invoice, customerName),
      daysLate,
    }));
  },
});
