/** What the amounts of rows add up to, per currency, in exact cents. */
import { fromCents, toCents } from './amounts';
import { currencyOf, isAmount } from './format';
import { listed } from './phrases';
import { own, type Row } from './rows';
import { splitName } from './words';

const SUMMED = /^(amount|total|balance|due|open|paid|cost|value|spent|net|gross|tax)$/;
const MONTH = /^\d{4}-\d{2}$/;

/** The column whose amounts add up to something, with its sum: "1,350.00 EUR and 80.00 USD". Months: none. */
export function sumsOf(rows: readonly Row[]): { name: string; sum: string }[] {
  if (rows.length < 2) return [];
  const summed = columnsIn(rows).filter(
    (name) => SUMMED.test(splitName(name).at(-1) ?? '') && !/^unit/i.test(name),
  );
  const total =
    summed.find((name) => /^(total|balance)$/i.test(name)) ??
    summed.find((name) => /amount|total|balance|due/i.test(name));
  const told = total === undefined ? summed.slice(0, 2) : [total];
  return told.map((name) => ({ name, sum: inWordsOf(sumOf(rows, name)) }));
}

/** Rows that sum up a table of months, one per currency; none for other tables. */
export function monthTotals(rows: readonly Row[], label: string): Row[] {
  const months = columnsIn(rows).filter((name) => MONTH.test(name));
  const changes = columnsIn(rows).filter((name) => /^(?:change|difference|delta)$/i.test(name));
  if (months.length === 0 || rows.length < 2) return [];
  const currencies = [...new Set(rows.map(currencyOf))];
  return currencies.map((currency) => {
    const sums = [...months, ...changes].map((month) => [
      month,
      decimal(sumOf(rows, month).get(currency) ?? 0n),
    ]);
    return Object.fromEntries([
      [label, currencies.length > 1 ? `Total ${currency}` : 'Total'],
      ['currency', currency],
      ...sums,
    ]);
  });
}

function columnsIn(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  return names.filter((name) => rows.some((row) => isAmount(own(row, name))));
}

function sumOf(rows: readonly Row[], name: string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const cents = toCents(String(own(row, name) ?? ''));
    if (cents === undefined) continue;
    const currency = currencyOf(row);
    sums.set(currency, (sums.get(currency) ?? 0n) + cents);
  }
  return sums;
}

function inWordsOf(sums: ReadonlyMap<string, bigint>): string {
  return listed([...sums].map(([currency, cents]) => `${fromCents(cents)}${currency && ` ${currency}`}`));
}

const decimal = (cents: bigint) => fromCents(cents).replaceAll(',', '');
