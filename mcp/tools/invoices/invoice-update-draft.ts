/** Changes an invoice while it is a draft. */
import { z } from 'zod';
import { changeTeamData, lockTeam } from '@/db/queries/change';
import { holdInvoice, updateDraft } from '@/db/queries/invoices-changes';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { checkTotals, contentOf, draftInput, draftOutput, toDraft } from '@/mcp/draft';
import { invoiceId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';

export const invoiceUpdateDraft = defineTool({
  name: 'invoice_update_draft',
  title: 'Update draft invoice',
  description:
    'Updates a draft invoice: replaces the given fields and leaves the others as they are. Use it to correct or ' +
    'change lines, prices, quantities, due date, tax rate or note of an invoice that is not finalised yet; needs ' +
    'the invoiceId. Lines, when given, replace all lines.',
  scope: 'invoices.write',
  annotations: WRITE,
  undo: { when: '$result.changed' },
  input: z.strictObject({
    invoiceId,
    lines: draftInput.lines.optional(),
    dueDate: draftInput.dueDate.optional(),
    taxRate: draftInput.taxRate.optional(),
    note: draftInput.note.optional(),
  }),
  output: z.strictObject({
    changed: z.boolean().describe('False when everything stood like that already'),
    invoice: draftOutput,
  }),
  async run({ invoiceId, ...input }, context) {
    const given = contentOf(input);
    if (Object.keys(given).length === 0) {
      throw new ToolError('Nothing to change. Give at least one of lines, dueDate, taxRate, note.');
    }
    return changeTeamData(context, async (data) => {
      await lockTeam(data);
      const before = await holdInvoice(data, invoiceId);
      if (!before) throw notFound('invoice', invoiceId, 'invoices_list');
      const { reference, status, taxRate } = before.invoice;
      if (status !== 'draft') {
        throw new ToolError(`Invoice ${reference} is ${status}: only drafts can be changed.`);
      }
      checkTotals(given.lines ?? before.lines, given.taxRate ?? taxRate);
      const changed = await updateDraft(data, before, given);
      const after = changed ? await holdInvoice(data, invoiceId) : before;
      if (!after) throw new Error(`Invoice ${invoiceId} vanished although it was held.`);
      return { changed, invoice: toDraft(after) };
    });
  },
});
