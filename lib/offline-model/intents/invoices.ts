/** "Show me overdue invoices", "unpaid invoices from X", "invoices due next week", "What is the total of invoice INV-2939?". */
import { type Desk, KINDS, list, type Plan, rowOf, theOne } from '../desk';
import { Request } from '../reading/read-request';
import { detailsOf, formatDay, formatValue, heading, tableOf } from '../saying/format';
import { answerList, needsAll, wishIn } from '../saying/list-answer';

const STATES = ['draft', 'finalised', 'sent', 'paid'] as const;
const SHAPE = { noun: 'invoices', amount: 'total', day: 'issuedAt' };
/** The day by which the list is ordered stands in it: overdue ones, and those due in a time, come by their due date. */
export const invoiceColumns = ({ overdue, dueAfter, dueBefore }: Record<string, unknown>): string[] => [
  ...['reference', 'customerName', 'status'],
  ...(overdue || dueAfter || dueBefore ? [] : ['issuedAt']),
  ...['dueDate', 'daysLate', 'total'],
];
const FIELDS = [
  'customerName',
  'status',
  'issuedAt',
  'dueDate',
  'daysLate',
  'paidAt',
  'subtotal',
  'taxRate',
  'tax',
  'total',
];

export function readInvoice(request: Request): Plan | undefined {
  const reference = request.one('reference');
  if (!reference || reference.value.startsWith('SO-')) return undefined;
  request.take('topic', 'invoices', 'customers');
  request.take('act', 'find');
  const asked = (['status', 'dueDate', 'total'] as const).filter(
    (field) => request.take('field', field).length > 0,
  );
  const isTotal = request.take('measure', 'total').length > 0 || asked.includes('total');
  const isState = request
    .take('filter', 'paid', 'sent', 'overdue', 'unpaid', 'draft', 'open')
    .some(({ value }) => value !== 'draft');
  if (request.left.length > 0) return undefined;
  return {
    tools: ['invoices_get'],
    does: 'look up an invoice',
    *run() {
      const row = rowOf(yield { tool: 'invoices_get', input: { reference: reference.value } });
      const title = `Invoice **${formatValue(row.reference)}** of ${formatValue(row.customerName)}`;
      if (isTotal) return `${title}: total **${formatValue(row.total, row)}** (${formatValue(row.status)}).`;
      if (asked.length > 0)
        return `${title}: ${asked.map((field) => `${heading(field).toLowerCase()} ${formatValue(row[field], row)}`).join(', ')}.`;
      if (isState)
        return `${title} is ${formatValue(row.status)}.\n\n${detailsOf(row, ['dueDate', 'daysLate', 'paidAt', 'total'])}`;
      const lines = (Array.isArray(row.lines) ? row.lines.map(rowOf) : []).map(
        (line): Record<string, unknown> => ({ ...line, currency: row.currency }),
      );
      return `${title}\n\n${detailsOf(row, FIELDS)}\n\n${tableOf(lines, ['description', 'quantity', 'unitPrice', 'amount'])}`;
    },
  };
}

export function readInvoices(given: Request, desk: Desk): Plan | undefined {
  const isStated =
    given.has('topic', 'invoices') || given.has('filter', 'overdue') || given.has('field', 'dueDate');
  if (!isStated || given.has('topic', 'customers')) return undefined;
  const request = Request.read(given.text, desk.now, false);
  request.take('topic', 'invoices');
  request.take('act', 'find');
  const isOverdue = request.take('filter', 'overdue').length > 0;
  const isUnpaid = request.take('filter', 'unpaid', 'open', 'owing').length > 0;
  const status = STATES.find((one) => request.one('filter', one));
  const isDue = request.take('field', 'dueDate').length > 0;
  // Only the due date can be searched by.
  const stretch = isDue ? request.one('stretch')?.stretch : undefined;
  const name = request.one('name');
  request.take('bound', 'by');
  const wish = wishIn(request, desk);
  request.take('field', 'total');
  if (
    request.left.length > 0 ||
    Number(isOverdue) + Number(isUnpaid) + Number(status !== undefined) > 1 ||
    (isDue && !stretch)
  )
    return undefined;
  const due = {
    ...(stretch?.from && { dueAfter: stretch.from }),
    ...(stretch?.to && { dueBefore: stretch.to }),
  };
  const filter = {
    ...(isOverdue && { overdue: true }),
    ...(isUnpaid && { unpaid: true }),
    ...(status && { status }),
    ...due,
  };
  return {
    tools: ['invoices_list'],
    does: 'list invoices',
    *run() {
      const customer = name && (yield* theOne(KINDS.customer, name.value));
      const input = { ...(customer && { customerId: customer.id }), ...filter };
      const listed = yield* list('invoices_list', input, needsAll(wish));
      const which = [
        isOverdue ? 'overdue' : '',
        isUnpaid ? 'unpaid' : '',
        status ?? '',
        customer ? `of ${customer.name}` : '',
        dueSaid(due),
      ];
      return answerList(
        listed,
        { ...SHAPE, columns: invoiceColumns(filter) },
        wish,
        which.filter((one) => one !== ''),
      );
    },
  };
}

function dueSaid({ dueAfter, dueBefore }: { dueAfter?: string; dueBefore?: string }): string {
  const said = [
    dueAfter && `from ${formatDay(dueAfter)}`,
    dueBefore && `up to ${formatDay(dueBefore)}`,
  ].filter(Boolean);
  return said.length > 0 ? `due ${said.join(' ')}` : '';
}
