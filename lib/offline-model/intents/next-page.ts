/** "More", after a list that was not read to its end. */
import { type Desk, type Plan, rowOf, rowsOf } from '../desk';
import { OWN_SERVER } from '../resolved-turn';
import { tableOf } from '../saying/format';

const MORE =
  /^(?:(?:show|list|give)\s+(?:me\s+)?)?(?:more|the\s+next(?:\s+(?:page|ones))?|next(?:\s+(?:page|ones))?)$/i;
const COLUMNS: Record<string, readonly string[]> = {
  customers_list: ['name', 'city', 'country', 'status', 'email'],
  invoices_list: ['reference', 'customerName', 'status', 'dueDate', 'total'],
  orders_list: ['reference', 'customerName', 'status', 'orderedAt', 'total'],
  transactions_list: ['bookedAt', 'counterparty', 'description', 'amount'],
  transactions_search: ['bookedAt', 'counterparty', 'description', 'amount'],
};

export function nextPage(message: string, { exchanges, turn }: Desk): Plan | { say: string } | undefined {
  if (!MORE.test(message)) return undefined;
  const last = exchanges.at(-2)?.calls.at(-1);
  const tool =
    turn.tools.find(({ modelName, server }) => modelName === last?.tool && server === OWN_SERVER)?.name ?? '';
  const columns = COLUMNS[tool];
  const meta = last?.outcome.kind === 'value' ? rowOf(rowOf(last.outcome.value).meta) : {};
  if (!last || !columns || meta.hasNextPage !== true) return { say: 'There is nothing more to show.' };
  const input = { ...last.input, cursor: meta.cursor };
  return {
    ...{ tools: [tool], does: 'show more' },
    *run() {
      const answer = yield { tool, input };
      const isEnd = rowOf(rowOf(answer).meta).hasNextPage !== true;
      return `The next **${rowsOf(answer).length}**${isEnd ? ', and the last' : '; there are more: say “more”'}.\n\n${tableOf(rowsOf(answer), columns)}`;
    },
  };
}
