/** Adds a customer, once per name. */
import { z } from 'zod';
import { changeTeamData } from '@/db/queries/change';
import { createCustomer } from '@/db/queries/customers-changes';
import { WRITE } from '@/mcp/annotations';
import { customerDetails } from '@/mcp/customer-fields';
import { defineTool } from '@/mcp/define-tool';
import { textField } from '@/mcp/fields';
import { customerOutput, toCustomer } from '@/mcp/output';
import { ToolError } from '@/mcp/result';

export const customerCreate = defineTool({
  name: 'customer_create',
  title: 'Create customer',
  description:
    'Creates a customer, by name. Use it to add a new client or company to the books; needs the name, everything ' +
    'else can follow. A name counts as the same in upper and lower case: when a customer has it already, nothing ' +
    'changes and that customer is answered with created: false (use customer_update to change details).',
  scope: 'customers.write',
  annotations: WRITE,
  undo: { when: '$result.created' },
  input: z.strictObject({
    name: textField('Name of the customer, such as "Halden Optics"'),
    ...customerDetails,
    currency: z
      .enum(['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN'])
      .optional()
      .describe('Currency of orders and invoices, such as "EUR", which is the default'),
  }),
  output: z.strictObject({ created: z.boolean(), customer: customerOutput }),
  async run(input, context) {
    return changeTeamData(context, async (data) => {
      const result = await createCustomer(data, input);
      if (!result) throw new ToolError(`${input.name} was deleted at this very moment. Call again.`);
      return { created: result.created, customer: toCustomer(result.customer) };
    });
  },
});
