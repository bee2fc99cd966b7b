/** Cancels an order that is not done yet, and says beforehand which one that is. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { changeTeamData, type TeamData, viewTeamData } from '@/db/queries/change';
import type { OrderRow } from '@/db/queries/orders';
import { holdOrder, setOrderStatus } from '@/db/queries/orders-changes';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { defineTool, previewOutput } from '@/mcp/define-tool';
import { orderId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { doneOutput, line } from '@/mcp/what-goes';

const input = z.strictObject({ orderId });

export const orderCancel = defineTool({
  name: 'order_cancel',
  title: 'Cancel order',
  description: 'Cancels the order for good, while it is open or in progress.',
  scope: 'orders.write',
  annotations: DESTRUCTIVE,
  preview: 'order_cancel_preview',
  input,
  output: doneOutput,
  async run({ orderId }, context) {
    return changeTeamData(context, async (data) => {
      const { order, customerName } = await cancellable(data, orderId);
      await setOrderStatus(data, order.id, 'cancelled');
      return { success: true, message: `Cancelled order ${order.reference} of ${customerName}.` };
    });
  },
});

export const orderCancelPreview = defineTool({
  name: 'order_cancel_preview',
  title: 'Preview of cancelling an order',
  description: 'Says which order would be cancelled.',
  scope: 'orders.write',
  annotations: READ_ONLY,
  companion: true,
  input,
  output: previewOutput,
  async run({ orderId }, context) {
    const { order, customerName } = await viewTeamData(context, (data) => cancellable(data, orderId));
    return {
      lines: [
        line('Order', order.reference, formatMoney(order.totalMinor, order.currency)),
        line('Customer', customerName),
        line('Status', `${order.status.replace('_', ' ')}, becomes cancelled`),
      ],
    };
  },
});

async function cancellable(data: TeamData, orderId: string): Promise<OrderRow> {
  const found = await holdOrder(data, orderId);
  if (!found) throw notFound('order', orderId, 'orders_list');
  const { order } = found;
  if (order.status === 'cancelled') throw new ToolError(`Order ${order.reference} is cancelled already.`);
  if (order.status === 'completed') {
    throw new ToolError(`Order ${order.reference} is completed and can no longer be cancelled.`);
  }
  return found;
}
