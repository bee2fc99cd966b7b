/** "Which customers owe us money?", "customers in Hamburg", "show customer Halden Optics", "what is the phone of X". */
import { type Desk, folded, KINDS, list, type Plan, rowOf, theOne } from '../desk';
import type { Request } from '../reading/read-request';
import { detailsOf, formatValue, heading, type Row } from '../saying/format';
import { answerList, needsAll, wishIn } from '../saying/list-answer';

const STATES = ['active', 'inactive', 'archived'] as const;
const LIST = { noun: 'customers', columns: ['name', 'city', 'country', 'status', 'email'], day: 'createdAt' };
const OWING = {
  noun: 'customers',
  columns: ['name', 'openInvoices', 'daysLate', 'openAmount'],
  amount: 'openAmount',
};
const FIELDS = ['email', 'phone', 'city', 'country', 'taxId', 'status'] as const;
/** Refers to something said or shown before, which the rules cannot resolve: it is nobody's name. */
const POINTING = /^(?:sort|order|them|it|its|this|that|these|those|they|he|she|here|there|same|above)\b/i;
const COUNTS = ['orders', 'draftInvoices', 'openInvoices', 'paidInvoices'];

export function readCustomers(request: Request, desk: Desk): Plan | undefined {
  const isFinding = request.take('act', 'find').length > 0;
  const isTopic = request.take('topic', 'customers').length > 0;
  const isOwing = request.take('filter', 'owing').length > 0;
  const isPlace = request.has('bound', 'place');
  const isOne = /\b(?:customer|client)\b(?!s)/i.test(request.text) && !isOwing;
  const hasName = request.has('name');
  if (
    !(isTopic || isOwing || (isFinding && hasName)) ||
    (hasName && !isFinding && (isOwing || (isOne && !isPlace)))
  )
    return undefined;
  const status = STATES.find((one) => request.one('filter', one));
  const name = request.one('name');
  request.take('bound', 'by');
  const wish = wishIn(request, desk);
  request.take('field', 'total');
  if (request.left.length > 0 || (name && !isFinding && !isPlace) || (status && isOwing)) return undefined;
  const isRanked = wish.measure === 'largest' || wish.measure === 'smallest';
  // Customers can only be ranked by what they owe: nothing else is known of all of them.
  const owing = isOwing || ((isRanked || wish.measure === 'total') && /\bopen\b/i.test(request.text));
  if ((isRanked || wish.measure === 'total') && !owing) return undefined;
  const place = name && isPlace ? name.value : undefined;
  const input = {
    ...(status && { status }),
    ...(owing && { owing }),
    ...(name && !place && { name: name.value }),
  };
  return {
    tools: ['customers_list'],
    does: 'list customers',
    *run() {
      const listed = yield* list('customers_list', input, owing || place !== undefined || needsAll(wish));
      const rows = place ? listed.rows.filter((row) => isIn(row, place)) : listed.rows;
      const which = [
        ...(owing ? ['who owe us money'] : []),
        ...(status ? [status] : []),
        ...(name ? [place ? `in ${place}` : `“${name.value}”`] : []),
      ];
      const answer = answerList({ ...listed, rows }, owing ? OWING : LIST, wish, which);
      return owing && isRanked && severalCurrencies(rows) ? `${answer}\n\n${UNCONVERTED}` : answer;
    },
  };
}

const UNCONVERTED = 'Amounts in different currencies are compared as they are, not converted.';
const severalCurrencies = (rows: readonly Row[]) => new Set(rows.map(({ currency }) => currency)).size > 1;

const isIn = ({ city, country }: Row, place: string) =>
  [city, country].some((one) => folded(String(one)) === folded(place));

export function readCustomer(request: Request): Plan | undefined {
  request.take('topic', 'customers');
  request.take('filter', 'owing');
  request.take('measure', 'total');
  const fields = FIELDS.filter((field) => request.take('field', field).length > 0);
  const name = request.one('name');
  if (!name || POINTING.test(name.value) || request.left.length > 0) return undefined;
  const isOwing = request.has('filter', 'owing');
  return {
    tools: ['customers_list', 'customers_get'],
    does: 'look up a customer',
    *run() {
      const { id } = yield* theOne(KINDS.customer, name.value);
      const row = rowOf(yield { tool: 'customers_get', input: { customerId: id } });
      const owed = owes(row);
      const title = `**${formatValue(row.name)}**`;
      if (isOwing)
        return `${title} ${owed ? `owes us **${owed}** (open invoices: ${formatValue(row.openInvoices)})` : 'owes us nothing'}.`;
      if (fields.length > 0)
        return `${title}\n\n${fields.map((field) => `- ${heading(field)}: ${formatValue(row[field])}`).join('\n')}`;
      return `${title}\n\n${detailsOf(row, [...FIELDS, ...COUNTS])}\n- Open amount: ${owed || '–'}`;
    },
  };
}

function owes(row: Row): string {
  const amounts = Array.isArray(row.openAmounts) ? row.openAmounts.map(rowOf) : [];
  return amounts.map((one) => formatValue(one.amount ?? one.openAmount ?? one.total, one)).join(' and ');
}
