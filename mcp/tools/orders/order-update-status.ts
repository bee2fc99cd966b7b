/** Changes the status of an order. */
import { z } from 'zod';
import { changeTeamData } from '@/db/queries/change';
import { holdOrder, setOrderStatus } from '@/db/queries/orders-changes';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { orderId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { orderOutput, toOrder } from '@/mcp/output';
import { ToolError } from '@/mcp/result';

export const orderUpdateStatus = defineTool({
  name: 'order_update_status',
  title: 'Update order status',
  description:
    'Updates the status of an order: open, in_progress or completed. Use it to start an order, or to mark it as ' +
    'done, finished or delivered; needs the orderId. A completed or cancelled order stays as it is. To cancel an ' +
    'order use order_cancel.',
  scope: 'orders.write',
  annotations: WRITE,
  undo: { when: '$result.changed' },
  input: z.strictObject({
    orderId,
    status: z.enum(['open', 'in_progress', 'completed']).describe('New status, such as "completed"'),
  }),
  output: z.strictObject({
    changed: z.boolean().describe('False when the order had that status already'),
    order: orderOutput,
  }),
  async run({ orderId, status }, context) {
    return changeTeamData(context, async (data) => {
      const found = await holdOrder(data, orderId);
      if (!found) throw notFound('order', orderId, 'orders_list');
      const { order: before, customerName } = found;
      const changed = before.status !== status;
      if (changed && (before.status === 'completed' || before.status === 'cancelled')) {
        throw new ToolError(`Order ${before.reference} is ${before.status} and stays so.`);
      }
      const order = changed ? await setOrderStatus(data, orderId, status) : before;
      return { changed, order: toOrder(order, customerName) };
    });
  },
});
