/** Changes the data of a customer. */
import { z } from 'zod';
import { isUniqueViolation } from '@/db/client';
import { changeTeamData } from '@/db/queries/change';
import { holdCustomer, updateCustomer } from '@/db/queries/customers-changes';
import { WRITE } from '@/mcp/annotations';
import { customerDetails } from '@/mcp/customer-fields';
import { defineTool } from '@/mcp/define-tool';
import { textField } from '@/mcp/fields';
import { customerId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { customerOutput, toCustomer } from '@/mcp/output';
import { ToolError } from '@/mcp/result';

export const customerUpdate = defineTool({
  name: 'customer_update',
  title: 'Update customer',
  description:
    'Updates a customer: sets the given details and leaves the others as they are. Use it to change or correct the ' +
    'name, e-mail address, phone, tax id, city or country, to rename a client, or to mark one active or inactive. ' +
    'Needs the customerId and at least one detail.',
  scope: 'customers.write',
  annotations: WRITE,
  undo: { when: '$result.changed' },
  input: z.strictObject({
    customerId,
    name: textField('New name, such as "Halden Optics"').optional(),
    ...customerDetails,
    status: z.enum(['active', 'inactive']).optional().describe('New status, such as "inactive"'),
  }),
  output: z.strictObject({
    changed: z.boolean().describe('False when everything stood like that already'),
    customer: customerOutput,
  }),
  async run({ customerId, ...given }, context) {
    if (Object.keys(given).length === 0) {
      throw new ToolError(
        'Nothing to change. Give at least one of name, email, phone, taxId, city, country, status.',
      );
    }
    try {
      return await changeTeamData(context, async (data) => {
        const before = await holdCustomer(data, customerId);
        if (!before) throw notFound('customer', customerId, 'customers_list');
        const { customer, changed } = await updateCustomer(data, before, given);
        return { changed, customer: toCustomer(customer) };
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ToolError(`Another customer is called ${given.name}. Choose another name.`);
    }
  },
});
