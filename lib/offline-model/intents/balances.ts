/** "How much is in our bank accounts?", "balance of the sterling account", "list bank accounts". */
import { folded, list, type Plan } from '../desk';
import type { Request } from '../reading/read-request';
import { type Row, sumOf, tableOf } from '../saying/format';
import { answerList } from '../saying/list-answer';

const ACCOUNTS = { noun: 'bank accounts', columns: ['name', 'bank', 'iban', 'currency', 'status'] };
const BALANCES = ['name', 'lastBookedAt', 'balance'];

export function readBalances(request: Request): Plan | undefined {
  const isIban = request.take('field', 'iban').length > 0;
  const isBalance = request.take('topic', 'balances').length + request.take('measure', 'total').length > 0;
  const isAccounts = request.take('topic', 'accounts').length > 0;
  if (
    !(isBalance || isAccounts || isIban) ||
    !(request.has('topic', 'balances') || request.has('topic', 'accounts') || isIban)
  )
    return undefined;
  const status = (['open'] as const).find((one) => request.one('filter', one));
  // Balances are today's; past ones are not known.
  const day = request.one('stretch')?.stretch;
  const isToday = !day || /^(?:today|right now)$/i.test(request.text.slice(day.start, day.end));
  const name = request.one('name')?.value;
  const isCounted = request.one('measure', 'count') !== undefined;
  if (request.left.length > 0 || !isToday) return undefined;
  const isList = isIban || isCounted || (!isBalance && name === undefined);
  const tool = isList ? 'bank_accounts_list' : 'bank_accounts_balances';
  return {
    tools: [tool],
    does: isList ? 'list bank accounts' : 'show balances',
    *run() {
      const listed = yield* list(tool, status ? { status } : {});
      const words = name ? folded(name).split(' ') : [];
      const rows = listed.rows.filter((row: Row) =>
        words.every((word) => folded(String(row.name)).split(' ').includes(word)),
      );
      if (name && rows.length === 0)
        return `I found no bank account called “${name.replace(/[^\p{L}\p{N} ]/gu, '')}”.`;
      if (isList) return answerList({ ...listed, rows }, ACCOUNTS, {}, name ? [name] : []);
      return `In ${rows.length === 1 ? 'this account' : `these ${rows.length} accounts`}: **${sumOf(rows, 'balance')}**.\n\n${tableOf(rows, BALANCES)}`;
    },
  };
}
