/** Orders, newest first. */
import { z } from 'zod';
import { listOrders } from '@/db/queries/orders';
import { defineListTool } from '@/mcp/define-list-tool';
import { textField } from '@/mcp/fields';
import { customerId } from '@/mcp/id-fields';
import { orderOutput, toOrder } from '@/mcp/output';

export const ordersList = defineListTool({
  name: 'orders_list',
  title: 'List orders',
  description:
    'Lists orders, the newest first: reference, customer, status, what was ordered, total. Use it to find an order ' +
    'and the orderId, or what a customer ordered, or which orders are open, in progress, completed or cancelled.',
  scope: 'orders.read',
  filter: {
    customerId: customerId.optional(),
    status: orderOutput.shape.status.optional().describe('Only orders with this status, such as "open"'),
    search: textField(
      'Part of the reference, the customer name or the description, such as "SO-2291" or "halden"',
    ).optional(),
  },
  row: orderOutput,
  position: z.tuple([z.iso.date(), z.string()]),
  positionOf: (order) => [order.orderedAt, order.id],
  async read(filter, page, context) {
    const rows = await listOrders(context, filter, page);
    return rows.map(({ order, customerName }) => toOrder(order, customerName));
  },
});
