/** Adds an order, once per reference. */
import { z } from 'zod';
import { parseMoney } from '@/db/money';
import { changeTeamData } from '@/db/queries/change';
import { keepCustomer } from '@/db/queries/customers-changes';
import { createOrder } from '@/db/queries/orders-changes';
import { today } from '@/db/queries/today';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { amountField, dateField, textField } from '@/mcp/fields';
import { customerId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { orderOutput, toOrder } from '@/mcp/output';
import { ToolError } from '@/mcp/result';

export const orderCreate = defineTool({
  name: 'order_create',
  title: 'Create order',
  description:
    'Creates an order of a customer, by its reference. Use it to enter or book a new order or purchase; needs the ' +
    'customerId, the total and a reference, which is required (ask for it, or choose one). When the customer has an ' +
    'order with that reference already, nothing changes and that order is answered with created: false.',
  scope: 'orders.write',
  annotations: WRITE,
  undo: { when: '$result.created' },
  input: z.strictObject({
    customerId,
    reference: textField('What people call the order, such as "SO-2291"; required, unique in the team', 40),
    total: amountField('The total of the order, in the currency of the customer, such as "1350.00"').refine(
      (total) => !total.startsWith('-'),
      'must not be negative',
    ),
    description: textField('What was ordered, such as "3 site visits"', 1000).optional(),
    orderedAt: dateField('Day of the order, such as "2026-11-30"; today by default').optional(),
  }),
  output: z.strictObject({ created: z.boolean(), order: orderOutput }),
  async run(input, context) {
    return changeTeamData(context, async (data) => {
      const customer = await keepCustomer(data, input.customerId);
      if (!customer) throw notFound('customer', input.customerId, 'customers_list');
      const result = await createOrder(data, {
        customerId: customer.id,
        reference: input.reference,
        description: input.description ?? '',
        totalMinor: parseMoney(input.total),
        currency: customer.currency,
        orderedAt: input.orderedAt ?? (await today(data)),
      });
      if (!result) throw new ToolError(`${input.reference} was deleted at this very moment. Call again.`);
      if (result.order.customerId !== customer.id) {
        throw new ToolError(
          `An order of another customer has the reference ${input.reference}. Choose another one.`,
        );
      }
      return { created: result.created, order: toOrder(result.order, customer.name) };
    });
  },
});
