/** "Which orders are still open?", "orders of Halden Optics", "status of SO-1590". */
import { type Desk, KINDS, list, type Plan, rowOf, theOne } from '../desk';
import type { Request } from '../reading/read-request';
import { detailsOf, formatValue, heading } from '../saying/format';
import { answerList, needsAll, wishIn } from '../saying/list-answer';

const STATES = ['open', 'in_progress', 'completed', 'cancelled'] as const;
const SHAPE = {
  noun: 'orders',
  columns: ['reference', 'customerName', 'status', 'description', 'orderedAt', 'total'],
  amount: 'total',
  day: 'orderedAt',
};
const FIELDS = ['customerName', 'status', 'description', 'orderedAt', 'total'];

export function readOrder(request: Request): Plan | undefined {
  const reference = request.one('reference');
  if (!reference?.value.startsWith('SO-')) return undefined;
  request.take('topic', 'orders', 'customers');
  request.take('act', 'find');
  const isTotal = request.take('measure', 'total').length + request.take('field', 'total').length > 0;
  const isState = request.take('field', 'status').length + request.take('filter', ...STATES).length > 0;
  if (request.left.length > 0) return undefined;
  return {
    tools: ['orders_get'],
    does: 'look up an order',
    *run() {
      const row = rowOf(yield { tool: 'orders_get', input: { reference: reference.value } });
      const title = `Order **${formatValue(row.reference)}** of ${formatValue(row.customerName)}`;
      if (isTotal) return `${title}: total **${formatValue(row.total, row)}** (${formatValue(row.status)}).`;
      if (isState) return `${title}: ${heading('status').toLowerCase()} ${formatValue(row.status)}.`;
      return `${title}\n\n${detailsOf(row, FIELDS)}`;
    },
  };
}

export function readOrders(request: Request, desk: Desk): Plan | undefined {
  if (request.take('topic', 'orders').length === 0) return undefined;
  request.take('act', 'find');
  const status = STATES.find((one) => request.one('filter', one));
  const name = request.one('name');
  const wish = wishIn(request, desk);
  request.take('field', 'total');
  if (request.left.length > 0) return undefined;
  return {
    tools: ['orders_list'],
    does: 'list orders',
    *run() {
      const customer = name && (yield* theOne(KINDS.customer, name.value));
      const input = { ...(customer && { customerId: customer.id }), ...(status && { status }) };
      const listed = yield* list('orders_list', input, needsAll(wish));
      const which = [status?.replace('_', ' ') ?? '', customer ? `of ${customer.name}` : ''].filter(
        (one) => one !== '',
      );
      return answerList(listed, SHAPE, wish, which);
    },
  };
}
