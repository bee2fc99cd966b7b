/** Drafts an invoice, once per reference or content. */
import { z } from 'zod';
import { changeTeamData, type TeamData } from '@/db/queries/change';
import { createDraft, holdInvoice, type InvoiceWithLines } from '@/db/queries/invoices-changes';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { checkTotals, contentOf, draftInput, draftOutput, toDraft } from '@/mcp/draft';
import { textField } from '@/mcp/fields';
import { customerId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';

export const invoiceCreateDraft = defineTool({
  name: 'invoice_create_draft',
  title: 'Create draft invoice',
  description:
    'Creates a draft invoice for a customer. Use it to write, prepare or make a new invoice or bill; needs the ' +
    'customerId and lines with description, quantity and unit price. It is not sent: finalize_invoice and ' +
    'invoice_send come later. When there is an invoice with that reference already, or without a reference a draft ' +
    'with the same customer, lines and due date, nothing changes and that one is answered with created: false.',
  scope: 'invoices.write',
  annotations: WRITE,
  undo: { when: '$result.created' },
  input: z.strictObject({
    customerId,
    lines: draftInput.lines,
    dueDate: draftInput.dueDate.optional(),
    reference: textField(
      'Your own reference, such as "2026-117"; a number like D-0148 by default',
      40,
    ).optional(),
    taxRate: draftInput.taxRate.optional(),
    note: draftInput.note.optional(),
  }),
  output: z.strictObject({ created: z.boolean(), invoice: draftOutput }),
  async run({ customerId, reference, ...input }, context) {
    const content = { lines: [], dueDate: null, taxRate: 0, note: '', ...contentOf(input) };
    checkTotals(content.lines, content.taxRate);
    return changeTeamData(context, async (data) => {
      const result = await createDraft(data, customerId, content, reference);
      if (!result) throw notFound('customer', customerId, 'customers_list');
      const { invoice, created } = result;
      if (invoice.customerId !== customerId) {
        throw new ToolError(
          `An invoice of another customer has the reference ${invoice.reference}. Choose another one.`,
        );
      }
      return { created, invoice: toDraft(await partsOf(data, invoice.id)) };
    });
  },
});

async function partsOf(data: TeamData, invoiceId: string): Promise<InvoiceWithLines> {
  const parts = await holdInvoice(data, invoiceId);
  if (!parts) throw new ToolError('The invoice was deleted at this very moment. Call again.');
  return parts;
}
