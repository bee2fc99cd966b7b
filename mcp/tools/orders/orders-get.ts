/** One order. */
import { z } from 'zod';
import { findOrder } from '@/db/queries/orders';
import { READ_ONLY } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { textField } from '@/mcp/fields';
import { orderId } from '@/mcp/id-fields';
import { onlyKey } from '@/mcp/lookup';
import { notFound } from '@/mcp/not-found';
import { orderOutput, toOrder } from '@/mcp/output';

export const ordersGet = defineTool({
  name: 'orders_get',
  title: 'Get an order',
  description:
    'Shows one order in full: customer, status, what was ordered, total, dates. Give the orderId or the exact ' +
    'reference.',
  scope: 'orders.read',
  annotations: READ_ONLY,
  input: z.strictObject({
    orderId: orderId.optional(),
    reference: textField('Instead of the id: the exact order reference, such as "SO-2291"').optional(),
  }),
  output: orderOutput,
  async run({ orderId, reference }, context) {
    const key = onlyKey({ orderId, reference });
    const found = await findOrder(
      context,
      key.by === 'reference' ? { reference: key.value } : { id: key.value },
    );
    if (!found) throw notFound('order', key.value, 'orders_list', key.by);
    return toOrder(found.order, found.customerName);
  },
});
