/** Months side by side, said in a sentence: what they come to; of two, how much more or less the later one is. */
import { fromCents, toCents } from './amounts';
import { currencyOf, heading, isAmount } from './format';
import { isRow, own, type Row } from './rows';
import { monthTotals } from './sums';

const MONTH = /^\d{4}-\d{2}$/;

/** @param now what "today" is: a month that is not over is called so */
export function comparisonIn(value: Row, now: Date): string {
  for (const [name, list] of Object.entries(value)) {
    if (!Array.isArray(list) || list.length === 0 || !list.every(isRow)) continue;
    const months = [...new Set(list.flatMap((row) => Object.keys(row)))]
      .filter((key) => MONTH.test(key))
      .sort();
    const [first, last] = [months[0], months.at(-1)];
    if (first === undefined || last === undefined || months.length < 2) continue;
    const totals = list.length > 1 ? monthTotals(list, 'label') : list;
    const isPair = months.length === 2;
    const told = totals
      .map((row) => (isPair ? compare(row, first, last) : sumOf(row, months)))
      .filter((one) => one !== '');
    const isOngoing = now.toISOString().slice(0, 7) === last;
    const ongoing = isOngoing ? ` ${heading(last)} is not over yet.` : '';
    const span = isPair ? `in ${heading(last)}` : `from ${heading(first)} to ${heading(last)}`;
    return told.length > 0 ? `**${heading(name)}** ${span}: ${told.join('; ')}.${ongoing}` : '';
  }
  return '';
}

/** "143.00 EUR, 80.00 EUR less than in Oct 2026 (-36 %)". */
function compare(row: Row, first: string, last: string): string {
  const [before, after] = [centsOf(own(row, first)), centsOf(own(row, last))];
  if (before === 0n && after === 0n) return '';
  if (before === after) return `${money(after, row)}, the same as in ${heading(first)}`;
  const change = after - before;
  const size = money(change < 0n ? -change : change, row);
  const percent =
    before > 0n ? ` (${change > 0n ? '+' : ''}${Math.round((Number(change) / Number(before)) * 100)} %)` : '';
  return `${money(after, row)}, ${size} ${change > 0n ? 'more' : 'less'} than in ${heading(first)}${percent}`;
}

function sumOf(row: Row, months: readonly string[]): string {
  const cents = months.reduce((sum, month) => sum + centsOf(own(row, month)), 0n);
  return cents === 0n ? '' : money(cents, row);
}

function money(cents: bigint, row: Row): string {
  const currency = currencyOf(row);
  return `${fromCents(cents)}${currency && ` ${currency}`}`;
}

function centsOf(value: unknown): bigint {
  return (isAmount(value) ? toCents(value) : undefined) ?? 0n;
}
