/** "Create an order for X over 1,200 EUR, reference SO-9000", "mark order SO-9000 as completed", "cancel order SO-9000". */
import { type Desk, KINDS, type Reading, rowOf, theOne } from '../desk';
import { findNumbers } from '../reading/amounts';
import { escapeText, formatValue } from '../saying/format';
import { destroy, lacking, nameIn, oneAtATime } from './doing';

const REFERENCE = /\bSO[-\s]?(\d{3,6})\b/gi;
const CREATE = /^(?:create|add|new|make|book|enter|place)\s+(?:an?\s+)?(?:new\s+)?order(s)?\b(.*)$/i;
const STATES: Record<string, string> = {
  open: 'open',
  'in progress': 'in_progress',
  'in-progress': 'in_progress',
  started: 'in_progress',
  start: 'in_progress',
  completed: 'completed',
  complete: 'completed',
  done: 'completed',
  finished: 'completed',
  finish: 'completed',
  delivered: 'completed',
};
const STATE = Object.keys(STATES)
  .sort((a, b) => b.length - a.length)
  .join('|');
const MARK = new RegExp(
  String.raw`^(?:(?:mark|set|put|move|change|update)\s+(?:the\s+)?(?:status\s+of\s+)?)?(?:order\s+)?#\s+(?:is\s+)?(?:now\s+)?(?:to\s+|as\s+|in\s+(?=progress))?(${STATE}|progress)$`,
  'i',
);
const START = /^(start|complete|finish)\s+(?:the\s+)?(?:order\s+)?#$/i;
const CANCEL = /^(?:cancel|delete|remove)\s+(?:the\s+)?(?:order\s+)?#$/i;

export function changeOrder(message: string, desk: Desk): Reading | undefined {
  const references = [...message.matchAll(REFERENCE)].map(([, digits]) => `SO-${digits}`);
  const [reference, ...others] = references;
  const create = CREATE.exec(message);
  if (create) return creation(create[1], create[2] ?? '', reference);
  const pattern = message.replace(REFERENCE, '#');
  if (/^(?:cancel|delete|remove)\b.*(?:\borders\b|#.*#)/i.test(pattern))
    return oneAtATime(
      'cancel an order',
      [...new Set(references)].map((one) => `cancel order ${one}`),
    );
  if (!reference || others.length > 0) return undefined;
  const [, state] = MARK.exec(pattern) ?? START.exec(pattern) ?? [];
  if (state) return setStatus(reference, STATES[state.toLowerCase()] ?? 'in_progress');
  return CANCEL.test(pattern) ? cancellation(reference, desk) : undefined;
}

function setStatus(reference: string, status: string): Reading {
  return {
    tools: ['orders_get', 'order_update_status'],
    does: 'set the status of an order',
    writes: true,
    *run() {
      const order = rowOf(yield { tool: 'orders_get', input: { reference } });
      const answer = rowOf(yield { tool: 'order_update_status', input: { orderId: order.id, status } });
      const row = rowOf(answer.order);
      const opening = answer.changed === false ? 'It was so already' : 'Done';
      return `${opening}: order **${formatValue(row.reference ?? reference)}** of ${formatValue(row.customerName ?? order.customerName)} is ${formatValue(row.status ?? status)}.`;
    },
  };
}

function cancellation(reference: string, desk: Desk): Reading {
  return {
    tools: ['orders_get', 'order_cancel'],
    does: 'cancel an order',
    writes: true,
    *run() {
      const order = rowOf(yield { tool: 'orders_get', input: { reference } });
      const what = `cancel order **${reference}** (of ${formatValue(order.customerName)}, ${formatValue(order.total, order)}, ${formatValue(order.status)})`;
      return yield* destroy(desk, 'order_cancel', { orderId: order.id }, what);
    },
  };
}

/** Customer, reference and total may come in any order; nothing else may be left. */
function creation(plural: string | undefined, rest: string, reference: string | undefined): Reading {
  const does = 'create an order';
  if (plural) return oneAtATime(does);
  const text = rest
    .replace(REFERENCE, ' ')
    .replace(/\b(?:with\s+)?(?:the\s+)?(?:reference|ref\.?|number|no\.?)\b\s*:?/gi, ' ');
  const [, said = ''] =
    /\b(?:for|of|from)\s+(?:customer\s+|client\s+)?((?:"[^"]+"|[^,;:"]+?))(?=\s*(?:[,;:]|\s(?:over|worth|at|for|total\w*|of)\s+[€$£]?\d|\s[€$£]?\d[\d.,]*\s*(?:eur|usd|gbp|€|\$|£|euros?)|$))/i.exec(
      text,
    ) ?? [];
  const name = nameIn(said);
  const left = text.replace(said, ' ');
  const [amount, ...more] = findNumbers(left);
  const unread = left.slice(0, amount?.start ?? 0) + left.slice(amount?.end ?? 0);
  const words = unread
    .replace(
      /\b(?:for|of|from|over|worth|at|total|totalling|customer|client|and|with|a|an|the|eur|usd|gbp)\b|[,;:.]/gi,
      ' ',
    )
    .trim();
  const wanted = [
    name ? '' : 'the customer',
    amount ? '' : 'the total',
    reference ? '' : 'its reference, such as SO-9000',
  ].filter((one) => one);
  if (words !== '' || more.length > 0)
    return {
      say: `Nothing was done yet: to ${does} I did not understand “${escapeText(words || rest.trim())}”. Say for example: “Create an order for Halden Optics over 1,200 EUR, reference SO-9000”.`,
    };
  if (!name || !amount || !reference) return lacking(does, wanted);
  return {
    tools: ['customers_list', 'order_create'],
    does,
    writes: true,
    *run() {
      const customer = yield* theOne(KINDS.customer, name, true);
      if (amount.currency && amount.currency !== customer.currency)
        return `Nothing was done: orders of ${formatValue(customer.name)} are in ${formatValue(customer.currency)}, not in ${amount.currency}.`;
      const input = { customerId: customer.id, reference, total: amount.decimal };
      const answer = rowOf(yield { tool: 'order_create', input });
      const row = rowOf(answer.order);
      const opening =
        answer.created === false
          ? 'That order is there already, nothing was created twice'
          : 'Done: created the order';
      return `${opening}: **${formatValue(row.reference)}** of ${formatValue(row.customerName)}, ${formatValue(row.total, row)}.`;
    },
  };
}
