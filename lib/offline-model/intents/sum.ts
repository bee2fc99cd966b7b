/** "Total of INV-2939 and INV-2970": the sum of several named invoices or orders. */
import { type Reading, rowOf } from '../desk';
import type { Request } from '../reading/read-request';
import { quoted, sumOf, tableOf } from '../saying/format';

const MOST = 10;
/** "Total of Halden Optics and Albany Dental Care": it does not say which of their figures. */
const OF_BOTH = /\b(?:total|sum)(?:\s+amount)?\s+(?:of|for)\s+(.+?)\s+(?:and|&|plus)\s+(.+?)[\s.?!]*$/i;

export function readSum(request: Request): Reading | undefined {
  if (!request.has('measure', 'total')) return undefined;
  const references = [
    ...new Set(request.parts.filter(({ kind }) => kind === 'reference').map(({ value }) => value)),
  ];
  if (references.length > 1) return sumOfAll(request, references);
  const [, one = '', other = ''] = OF_BOTH.exec(request.text) ?? [];
  const isTopic = request.parts.some(({ kind }) => kind === 'topic' || kind === 'filter');
  if (one === '' || isTopic || references.length > 0) return undefined;
  return {
    say: `Nothing was looked up: I add up no two things of which it is not said what of them. Is it what ${quoted(one)} and ${quoted(other)} owe us, their orders, or their invoices? Please ask for one at a time, such as “How much does Halden Optics owe us?” or “total of unpaid invoices of Halden Optics”; invoices and orders by their numbers I add up, such as “total of INV-2939 and INV-2970”.`,
  };
}

function sumOfAll(request: Request, references: readonly string[]): Reading | undefined {
  const areOrders = references.every((one) => one.startsWith('SO-'));
  const areInvoices = references.every((one) => !one.startsWith('SO-'));
  request.take('reference');
  request.take('measure', 'total');
  request.take('topic', 'orders', 'invoices');
  request.take('field', 'total');
  if (request.left.length > 0 || !(areOrders || areInvoices) || references.length > MOST) return undefined;
  const tool = areOrders ? 'orders_get' : 'invoices_get';
  const noun = areOrders ? 'orders' : 'invoices';
  return {
    tools: [tool],
    does: `add up ${noun}`,
    *run() {
      const rows = [];
      for (const reference of references) rows.push(rowOf(yield { tool, input: { reference } }));
      return `Total of these ${rows.length} ${noun}: **${sumOf(rows, 'total')}**.\n\n${tableOf(rows, ['reference', 'customerName', 'status', 'total'])}`;
    },
  };
}
