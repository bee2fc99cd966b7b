/** Rows as a readable markdown table: the columns that matter, amounts to the right, sums per currency. */
import { fromCents, toCents } from './amounts';
import { currencyOf, formatValue, heading, isAmount, isDay, isInstant } from './format';
import { isIdName, isRow, labelOf, own, type Row } from './rows';
import { splitName, stem } from './words';

const MOST_ROWS = 25;
const MOST_COLUMNS = 8;
const USUAL_COLUMNS = 6;

export interface Table {
  /** Markdown. */
  text: string;
  /** Rows that the table leaves out. */
  left: number;
}

/** @param asked stems of the request: columns that it speaks of are kept */
export function tableOf(rows: readonly Row[], asked: readonly string[], most = MOST_ROWS): Table {
  const columns = chooseColumns(rows, asked);
  const shown = rows.slice(0, most);
  const isRight = (column: string) => rows.some((row) => isFigure(own(row, column)));
  const lines = [
    columns.map(heading),
    columns.map((column) => (isRight(column) ? '---:' : '---')),
    ...shown.map((row) => columns.map((column) => formatValue(own(row, column), row))),
  ];
  const text = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return { text, left: rows.length - shown.length };
}

function isFigure(value: unknown): boolean {
  return typeof value === 'number' || isAmount(value);
}

function chooseColumns(rows: readonly Row[], asked: readonly string[]): string[] {
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))].slice(0, 80);
  const label = labelColumn(rows);
  const scored = names
    .map((name, index) => ({ name, score: columnScore(name, rows, asked, name === label) - index * 0.03 }))
    .filter(({ score }) => score > 1)
    .sort((one, other) => other.score - one.score);
  const amounts = scored.filter(({ name }) => /^\d{4}-\d{2}$/.test(name)).length;
  const kept = new Set(scored.slice(0, amounts > 2 ? MOST_COLUMNS : USUAL_COLUMNS).map(({ name }) => name));
  const ordered = names.filter((name) => kept.has(name) && name !== label);
  const columns = label !== undefined && kept.has(label) ? [label, ...ordered] : ordered;
  return columns.length > 0 ? columns : names.slice(0, USUAL_COLUMNS);
}

/** The property that holds what the rows are called. */
function labelColumn(rows: readonly Row[]): string | undefined {
  const [first] = rows;
  const label = first && labelOf(first);
  return (
    first && Object.keys(first).find((name) => label !== undefined && String(own(first, name)) === label)
  );
}

function columnScore(name: string, rows: readonly Row[], asked: readonly string[], isLabel: boolean): number {
  if (isLabel) return 20;
  const values = rows.map((row) => own(row, name));
  const given = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (given.length === 0 || isIdName(name) || name === 'id' || /^currency/i.test(name)) return 0;
  const words = splitName(name).map(stem);
  const isAskedFor = words.some((word) => asked.includes(word)) ? 2 : 0;
  const isConstant = rows.length > 1 && given.length === rows.length && new Set(given.map(String)).size === 1;
  if (isConstant && !given.some(isAmount)) return isAskedFor;
  return kindScore(name, given) + isAskedFor;
}

function kindScore(name: string, given: readonly unknown[]): number {
  if (given.every(isAmount)) return 7;
  if (/(created|updated|modified)_?at$/i.test(name)) return 0.5;
  if (given.every(isDay)) return 4.5;
  if (given.every(isInstant)) return 4;
  if (given.every((value) => typeof value === 'number')) return given.every((value) => value === 0) ? 0 : 4;
  if (given.every((value) => typeof value === 'boolean')) return given.includes(true) ? 2 : 0;
  if (given.every((value) => typeof value === 'string')) return textScore(name, given as string[]);
  return given.every((value) => isRow(value) || Array.isArray(value)) ? 1.2 : 1.5;
}

function textScore(name: string, given: readonly string[]): number {
  const longest = Math.max(...given.slice(0, 50).map((text) => text.length));
  if (/name$/i.test(name)) return 6;
  if (/status|state|role|priority|kind|type/i.test(name)) return 5;
  if (/^https?:/.test(given[0] ?? '')) return 2;
  return longest > 120 ? 1.2 : 3;
}

const SUMMED = /(^|_)(amount|total|balance|due|open|paid|cost|value|spent|net|gross|tax|\d{4}-\d{2})$/i;

/** The columns whose amounts add up to something, each with its sum per currency: "1,350.00 EUR and 80.00 USD". */
export function sumsOf(rows: readonly Row[]): { name: string; sum: string }[] {
  if (rows.length < 2) return [];
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  const summed = names.filter((name) => {
    const last = splitName(name).at(-1) ?? '';
    const isSum = SUMMED.test(name) || SUMMED.test(last);
    return isSum && rows.some((row) => isAmount(own(row, name))) && !/^(unit|rate)/i.test(name);
  });
  return mainSums(summed).map((name) => ({ name, sum: sumOf(rows, name) }));
}

/** Of a subtotal, a tax and a total only the total; months all of them. */
function mainSums(names: readonly string[]): string[] {
  const months = names.filter((name) => /^\d{4}-\d{2}$/.test(name));
  if (months.length > 0) return months;
  const total =
    names.find((name) => /^(total|balance)$/i.test(name)) ??
    names.find((name) => /amount|total|balance|due/i.test(name));
  return total ? [total] : names.slice(0, 2);
}

function sumOf(rows: readonly Row[], name: string): string {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const cents = toCents(String(own(row, name) ?? ''));
    if (cents === undefined) continue;
    const currency = currencyOf(row);
    sums.set(currency, (sums.get(currency) ?? 0n) + cents);
  }
  return [...sums]
    .map(([currency, cents]) => `${fromCents(cents)}${currency && ` ${currency}`}`)
    .join(' and ');
}
