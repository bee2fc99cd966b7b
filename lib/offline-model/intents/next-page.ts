/** "More", after a list of which not all was shown: its next page, or the rest of what was read whole. */
import { type Desk, type Plan, type Reading, rowOf, rowsOf } from '../desk';
import { withoutPoliteness } from '../reading/polite';
import { OWN_SERVER } from '../resolved-turn';
import { tableOf } from '../saying/format';
import { nextRows, PAGE } from '../saying/list-answer';
import { invoiceColumns } from './invoices';

const MORE =
  /^(?:(?:show|list|give)\s+(?:me\s+)?)?(?:more|the\s+next(?:\s+(?:page|ones))?|next(?:\s+(?:page|ones))?)$/i;
const TRANSACTIONS = ['bookedAt', 'counterparty', 'description', 'categoryName', 'amount'];
const COLUMNS: Record<string, (input: Record<string, unknown>) => readonly string[]> = {
  customers_list: () => ['name', 'city', 'country', 'status', 'email'],
  invoices_list: invoiceColumns,
  orders_list: () => ['reference', 'customerName', 'status', 'description', 'orderedAt', 'total'],
  transactions_list: () => TRANSACTIONS,
  transactions_search: () => TRANSACTIONS,
};

/** Reads an earlier message again. */
type Again = (message: string, desk: Desk) => object;

export function nextPage(message: string, desk: Desk, again: Again): Reading | undefined {
  if (!MORE.test(message)) return undefined;
  const { exchanges, turn } = desk;
  const whole = restOfWhole(desk, again);
  if (whole) return whole;
  const last = exchanges.at(-2)?.calls.at(-1);
  const tool =
    turn.tools.find(({ modelName, server }) => modelName === last?.tool && server === OWN_SERVER)?.name ?? '';
  const columnsOf = COLUMNS[tool];
  const meta = last?.outcome.kind === 'value' ? rowOf(rowOf(last.outcome.value).meta) : {};
  if (!last || !columnsOf || meta.hasNextPage !== true) return { say: 'There is nothing more to show.' };
  const input = { ...last.input, cursor: meta.cursor };
  const columns = columnsOf(last.input);
  return {
    tools: [tool],
    does: 'show more',
    *run() {
      const answer = yield { tool, input };
      const rows = rowsOf(answer);
      const isEnd = rowOf(rowOf(answer).meta).hasNextPage !== true;
      const known = columns.filter((name) => rows.some((row) => row[name] !== undefined));
      return nextRows(rows.length, isEnd, tableOf(rows, known));
    },
  };
}

/** A list that was read whole has no next page to ask for: it is read again, and what was shown is left out. */
function restOfWhole(desk: Desk, again: Again): Plan | undefined {
  const before = desk.exchanges.slice(0, -1);
  const at = before.findLastIndex(({ request }) => !MORE.test(withoutPoliteness(request)));
  const asked = before[at];
  if (!asked?.calls.some(({ input }) => input.limit !== undefined)) return undefined;
  const shown = PAGE * (before.length - at);
  const read = again(asked.request, { ...desk, exchanges: before.slice(0, at + 1), shown });
  return 'run' in read ? (read as Plan) : undefined;
}
