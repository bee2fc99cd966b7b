/** Cancels an order that is not completed, after showing which one it is. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { holdOrder, setOrderStatus } from '@/db/queries/orders-changes';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { orderId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, line } from '@/mcp/what-goes';

export const [orderCancel, orderCancelPreview] = defineDestructiveTool({
  name: 'order_cancel',
  title: 'Cancel order',
  description: 'Cancels the order while it is open or in progress.',
  scope: 'orders.write',
  annotations: DESTRUCTIVE,
  undo: {},
  input: z.strictObject({ orderId }),
  output: doneOutput,
  async find(data, { orderId }) {
    const found = await holdOrder(data, orderId);
    if (!found) throw notFound('order', orderId, 'orders_list');
    const { order } = found;
    if (order.status === 'cancelled') throw new ToolError(`Order ${order.reference} is cancelled already.`);
    if (order.status === 'completed') {
      throw new ToolError(`Order ${order.reference} is completed and can no longer be cancelled.`);
    }
    return found;
  },
  async run({ order, customerName }, data) {
    await setOrderStatus(data, order.id, 'cancelled');
    return { success: true, message: `Cancelled order ${order.reference} of ${customerName}.` };
  },
  preview: {
    title: 'Preview of cancelling an order',
    description: 'Says which order would be cancelled.',
    lines: ({ order, customerName }) => [
      line('Order', order.reference, formatMoney(order.totalMinor, order.currency)),
      line('Customer', customerName),
      line('Status', `${order.status.replace('_', ' ')}, becomes cancelled`),
    ],
  },
});
