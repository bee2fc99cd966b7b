/** Deletes a customer with everything that may be deleted along with it, after showing what that is. */
import { z } from 'zod';
import { type CustomerRemoval, holdCustomerRemoval, removeCustomer } from '@/db/queries/customers-changes';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { customerId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, type Group, groupOf, line, linesOf, phraseOf } from '@/mcp/what-goes';

export const [customerDelete, customerDeletePreview] = defineDestructiveTool({
  name: 'customer_delete',
  title: 'Delete customer',
  description:
    'Deletes the customer with its orders and draft invoices. Refused while it has finalised, sent or paid ' +
    'invoices.',
  scope: 'customers.write',
  annotations: DESTRUCTIVE,
  undo: {},
  input: z.strictObject({ customerId }),
  output: doneOutput,
  async find(data, { customerId }) {
    const removal = await holdCustomerRemoval(data, customerId);
    if (!removal) throw notFound('customer', customerId, 'customers_list');
    if (removal.kept.length > 0) {
      const kept = phraseOf(groupOf('invoice', 'invoices', removal.kept.map(asThing)));
      const are = removal.kept.length === 1 ? 'is no longer a draft' : 'are no longer drafts';
      throw new ToolError(
        `${removal.customer.name} cannot be deleted: ${kept} ${are} and must be kept. ` +
          'Set the customer inactive with customer_update instead.',
      );
    }
    return removal;
  },
  async run(removal, data) {
    await removeCustomer(data, removal);
    const gone = [removal.customer.name, ...groupsOf(removal).map(phraseOf)].filter(Boolean);
    return { success: true, message: `Deleted ${gone.join(', ')}.` };
  },
  preview: {
    title: 'Preview of deleting a customer',
    description: 'Says what deleting the customer would take along.',
    lines: (removal) => [line('Customer', removal.customer.name), ...groupsOf(removal).flatMap(linesOf)],
  },
});

function groupsOf(removal: CustomerRemoval): Group[] {
  return [
    groupOf('order', 'orders', removal.orders.map(asThing)),
    groupOf('draft invoice', 'draft invoices', removal.drafts.map(asThing)),
  ];
}

function asThing(row: { reference: string; totalMinor: number; currency: string }) {
  return { name: row.reference, minor: row.totalMinor, currency: row.currency };
}
