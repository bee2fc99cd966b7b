/** "Compare spending by category, October and November", "travel costs in September", "spending forecast". */
import { type Desk, KINDS, type Plan, rowOf, theOne } from '../desk';
import { toCents } from '../reading/amounts';
import type { Request } from '../reading/read-request';
import { formatDay, formatValue, listed, money, type Row, tableOf } from '../saying/format';

/** The most months that the tool returns. */
const MOST_MONTHS = 12;

export function readSpending(request: Request, { now }: Desk): Plan | undefined {
  if (!request.has('topic', 'spending')) return undefined;
  request.take('topic', 'spending', 'categories');
  // In "did we spend", the verb does not ask for payments.
  request.take('topic', 'transactions');
  request.take('filter', 'out', 'expense');
  request.take('act', 'compare');
  request.take('bound', 'by', 'place');
  request.take('measure', 'total');
  const isForecast = request.take('measure', 'forecast').length > 0;
  const name = request.one('name')?.value;
  const stretches = request.take('stretch').map(({ stretch }) => stretch);
  if (request.left.length > 0) return undefined;
  const input: Record<string, unknown> = {};
  if (isForecast && stretches.length > 0) {
    const ahead = monthsAhead(request);
    if (ahead === undefined) return undefined;
    input.ahead = ahead;
  } else if (stretches.length > 0) {
    const months = [...new Set(stretches.flatMap((one) => monthsOf(one?.from, one?.to, now)))].sort();
    if (months.length === 0 || months.length > MOST_MONTHS) return undefined;
    input.months = months;
  }
  return {
    tools: ['forecast_spending'],
    does: 'show spending',
    *run() {
      const category = name === undefined ? undefined : (yield* theOne(KINDS.category, name)).name;
      const answer = rowOf(
        yield { tool: 'forecast_spending', input: { ...input, ...(category !== undefined && { category }) } },
      );
      return told(answer, isForecast, category === undefined ? undefined : String(category));
    },
  };
}

const monthsAhead = ({ text }: Request): number | undefined => {
  const [, count] = /\bnext\s+(?:(\d{1,2})\s+months|month)\b/i.exec(text) ?? [];
  return /\bnext\s+(?:\d{1,2}\s+)?months?\b/i.test(text) ? Number(count ?? 1) : undefined;
};

/** Whole months up to now; none if the stretch is not made of whole months. */
function monthsOf(from: string | undefined, to: string | undefined, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const last = to && to < today ? to : today;
  const isWhole =
    from?.endsWith('-01') && (to === undefined || new Date(Date.parse(to) + 86_400_000).getUTCDate() === 1);
  if (!from || !isWhole || from > today) return [];
  const months: string[] = [];
  for (
    let at = new Date(from);
    at.toISOString().slice(0, 10) <= last && months.length <= MOST_MONTHS;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    months.push(at.toISOString().slice(0, 7));
  return months;
}

function told(answer: Row, isForecast: boolean, category: string | undefined): string {
  const rows = (value: unknown) => (Array.isArray(value) ? value.map(rowOf) : []);
  const shown = rows(isForecast ? answer.forecast : answer.spending);
  const totals = rows(isForecast ? answer.forecastTotals : answer.totals);
  const what = `${isForecast ? 'Expected spending' : 'Spending'}${category ? ` on ${formatValue(category)}` : ''}`;
  if (shown.length === 0) return `There is no ${what.toLowerCase()} in that time.`;
  const months = Object.keys(shown[0] ?? {}).filter((name) => /^\d{4}-\d{2}$/.test(name));
  const sum = (row: Row) =>
    money(
      months.reduce((all, month) => all + (toCents(String(row[month] ?? '')) ?? 0n), 0n),
      String(row.currency),
    );
  const span =
    months.length > 1
      ? `from ${formatDay(months[0] ?? '')} to ${formatDay(months.at(-1) ?? '')}`
      : `in ${formatDay(months[0] ?? '')}`;
  const columns = [
    'category',
    ...months,
    ...(months.length > 1 && shown[0]?.change !== undefined ? ['change'] : []),
  ];
  const sums = totals.map((row) => ({ ...row, category: `Total ${String(row.currency)}` }));
  const ongoing =
    typeof answer.ongoing === 'string' && months.includes(answer.ongoing)
      ? ` ${formatDay(answer.ongoing)} is not over yet.`
      : '';
  return `**${what}** ${span}: ${listed(totals.map(sum))}.${ongoing}\n\n${tableOf([...shown, ...(category ? [] : sums)], columns)}`;
}
