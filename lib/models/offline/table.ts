/** Rows as a readable markdown table: the columns that matter, what they are called first, figures to the right. */
import { formatField, heading, isAmount, isDay, isInstant } from './format';
import { isIdName, isRow, labelOf, own, type Row } from './rows';
import { monthTotals } from './sums';
import { splitName, stem } from './words';

const MOST_ROWS = 25;
/** A name and the months of a year. */
const MOST_COLUMNS = 14;
const USUAL_COLUMNS = 6;
/** Columns that matter less only fill up a small table. */
const FEW_COLUMNS = 4;
const MATTERS = 2.8;

export interface Table {
  /** Markdown. */
  text: string;
  /** Rows that the table leaves out. */
  left: number;
}

/** @param asked stems of the request: columns that it speaks of are kept */
export function tableOf(rows: readonly Row[], asked: readonly string[], most = MOST_ROWS): Table {
  const columns = chooseColumns(rows, asked);
  const shown = [...rows.slice(0, most), ...monthTotals(rows, columns[0] ?? '')];
  const isRight = (column: string) => rows.some((row) => isFigure(own(row, column)));
  const lines = [
    columns.map(heading),
    columns.map((column) => (isRight(column) ? '---:' : '---')),
    ...shown.map((row) => columns.map((column) => formatField(column, own(row, column), row))),
  ];
  const text = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return { text, left: Math.max(0, rows.length - most) };
}

function isFigure(value: unknown): boolean {
  return typeof value === 'number' || isAmount(value);
}

function chooseColumns(rows: readonly Row[], asked: readonly string[]): string[] {
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))].slice(0, 80);
  const label = labelColumn(rows);
  const isMonthly = names.filter((name) => /^\d{4}-\d{2}$/.test(name)).length > 2;
  const hasTotal = names.some((name) => /^(total|gross)$/i.test(name));
  const scored = names
    .filter((name) => !hasTotal || !/^(sub_?total|net|tax)$/i.test(name))
    .map((name, index) => ({ name, score: columnScore(name, rows, asked, name === label) - index * 0.03 }))
    .filter(({ score }) => score > 1)
    .sort((one, other) => other.score - one.score)
    .slice(0, isMonthly ? MOST_COLUMNS : USUAL_COLUMNS)
    .filter(({ score }, index) => score >= MATTERS || index < FEW_COLUMNS);
  const kept = new Set(scored.map(({ name }) => name));
  const others = names.filter((name) => kept.has(name) && name !== label);
  const isMoney = (name: string) => rows.some((row) => isAmount(own(row, name)));
  // Money stands last, where figures are compared; months keep their order among themselves.
  const ordered = [...others.filter((name) => !isMoney(name)), ...others.filter(isMoney)];
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
  if (/^https?:/.test(given[0] ?? '') || /mail|phone|iban|address/i.test(name)) return 2;
  return longest > 120 ? 1.2 : 3;
}
