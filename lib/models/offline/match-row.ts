/** Which row a person means by a name or a number. One and clear, or none: nothing is guessed. */
import { isIdName, labelOf, type Row } from './rows';

export type Match =
  /** `exact`: it is called just so, and is not only the one that comes closest. */
  | { kind: 'one'; row: Row; exact: boolean }
  /** Several could be meant; none is certain. */
  | { kind: 'several'; rows: Row[] }
  | { kind: 'none' };

const MOST_CANDIDATES = 8;

/** Exactly called so (in any field, case aside); else the only one whose name holds all the words. */
export function matchRow(rows: readonly Row[], text: string): Match {
  const wanted = plain(text);
  const called = rows.filter((row) => plain(labelOf(row) ?? '') === wanted);
  const exact =
    called.length > 0 ? called : rows.filter((row) => namesIn(row).some((name) => plain(name) === wanted));
  if (exact.length > 0) return oneOf(exact, true);
  const words = wanted.split(' ').filter(Boolean);
  const holding = rows.filter((row) => {
    const own = plain(labelOf(row) ?? '').split(' ');
    return words.length > 0 && words.every((word) => own.includes(word));
  });
  if (holding.length > 0) return oneOf(holding, false);
  const near = rows.filter((row) => isNear(plain(labelOf(row) ?? ''), wanted));
  return near.length > 0 ? { kind: 'several', rows: near.slice(0, MOST_CANDIDATES) } : { kind: 'none' };
}

function oneOf(rows: Row[], exact: boolean): Match {
  const [row] = rows;
  return rows.length === 1 && row
    ? { kind: 'one', row, exact }
    : { kind: 'several', rows: rows.slice(0, MOST_CANDIDATES) };
}

const NAMING =
  /^(?:name|title|subject|summary|label|reference|number|key|code|slug|email|iban|login|username)$|Name$/i;

/** What may name the row, or whom it belongs to: "Hamburg" is a city of many and names none. */
function namesIn(row: Row): string[] {
  const fields = Object.entries(row).filter(([name, value]) => NAMING.test(name) && isShort(value));
  return fields.map(([, value]) => String(value));
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length < 120);
}

/** Whether a row says the text anywhere, such as an invoice its customer's name. */
export function mentions(row: Row, text: string): boolean {
  const wanted = plain(text);
  return Object.entries(row).some(
    ([name, value]) => typeof value === 'string' && !isIdName(name) && plain(value).includes(wanted),
  );
}

/** Whether a row says these very words anywhere: "active" is not said by "inactive". */
export function mentionsWords(row: Row, text: string): boolean {
  const wanted = ` ${plain(text.replaceAll('_', ' '))} `;
  return Object.entries(row).some(
    ([name, value]) =>
      typeof value === 'string' &&
      !isIdName(name) &&
      ` ${plain(value.replaceAll('_', ' '))} `.includes(wanted),
  );
}

/** Whether a row has a day that a date means. */
export function isDated(row: Row, { from, to }: { from: string; to: string }): boolean {
  return Object.entries(row).some(
    ([name, value]) =>
      typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}$/.test(value) &&
      !/^due/i.test(name) &&
      value >= from &&
      value <= to,
  );
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.+-]+/gu, ' ')
    .trim();
}

/** A slip of the finger: one or two letters apart, or a beginning. Only ever leads to a question. */
function isNear(name: string, wanted: string): boolean {
  if (name === '' || wanted.length < 4 || wanted.length > 60) return false;
  if (name.startsWith(wanted) || name.split(' ').some((word) => word.length > 3 && word.startsWith(wanted)))
    return true;
  return Math.abs(name.length - wanted.length) <= 2 && distance(name.slice(0, 60), wanted) <= 2;
}

/** Letters to change, add or drop to come from one to the other. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
