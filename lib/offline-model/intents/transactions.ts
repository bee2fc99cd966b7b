/** "Payments over 1,000", "How much did we pay Kavan Steel?", "money received last week", "uncategorised transactions". */
import { type Desk, list, type Plan } from '../desk';
import type { Request } from '../reading/read-request';
import { formatDay, type Row } from '../saying/format';
import { answerList, needsAll, type Wish, wishIn } from '../saying/list-answer';

const SHAPE = {
  noun: 'transactions',
  columns: ['bookedAt', 'counterparty', 'description', 'categoryName', 'amount'],
  amount: 'amount',
  day: 'bookedAt',
};

export function readTransactions(request: Request, desk: Desk): Plan | undefined {
  const isTopic = request.take('topic', 'transactions').length > 0;
  const hasName = request.has('name');
  const isMention = request.take('bound', 'mention').length > 0;
  if (
    !isTopic &&
    !(
      request.has('name') &&
      request.has('stretch') &&
      /\b(?:from|to)\b/i.test(request.text) &&
      !request.has('topic')
    )
  )
    return undefined;
  request.take('act', 'find');
  const direction = (['in', 'out'] as const).find((one) => request.one('filter', one));
  const isOpen = request.take('filter', 'uncategorized').length > 0;
  const stretch = request.one('stretch')?.stretch;
  const range = request.one('range')?.range;
  const text = request.one('name')?.value;
  const wish = wishIn(request, desk);
  if (request.left.length > 0 || (isMention && !text)) return undefined;
  const isSearch = hasName || range !== undefined;
  // The search has no filter for direction except by payee, and none for a missing category.
  if (isSearch && (isOpen || (direction && !hasName))) return undefined;
  const days = { ...(stretch?.from && { from: stretch.from }), ...(stretch?.to && { to: stretch.to }) };
  const amounts = {
    ...(range?.min && { minAmount: range.min }),
    ...(range?.max && { maxAmount: range.max }),
  };
  const input = isSearch
    ? { ...(text && { text }), ...amounts, ...days }
    : { ...(isOpen && { uncategorized: true }), ...(direction && { direction }), ...days };
  const tool = isSearch ? 'transactions_search' : 'transactions_list';
  const said = [text && `“${text}”`, direction && `money ${direction}`, isOpen && 'without a category'];
  const when = [
    stretch?.from && `from ${formatDay(stretch.from)}`,
    stretch?.to && `up to ${formatDay(stretch.to)}`,
  ];
  const much = [range?.min && `at least ${range.min}`, range?.max && `at most ${range.max}`];
  const which = [...said, ...when, ...much].filter((one) => typeof one === 'string');
  return listing(tool, input, wish, which, isSearch ? direction : undefined);
}

/** @param direction filtered out of the results afterwards: the search itself has no such filter */
function listing(
  tool: string,
  input: Record<string, unknown>,
  wish: Wish,
  which: readonly string[],
  direction: 'in' | 'out' | undefined,
): Plan {
  return {
    tools: [tool],
    does: 'list transactions',
    *run() {
      const found = yield* list(tool, input, needsAll(wish));
      const isWanted = ({ amount }: Row) => String(amount).startsWith('-') === (direction === 'out');
      const rows = direction ? found.rows.filter(isWanted) : found.rows;
      return answerList({ ...found, rows }, SHAPE, wish, which);
    },
  };
}
