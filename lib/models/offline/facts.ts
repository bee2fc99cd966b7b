/** One thing as readable facts: its values as a list, the lists inside it as small tables. */
import { formatField, heading, isAmount } from './format';
import { isIdName, isRow, labelOf, own, type Row } from './rows';
import { sumsOf } from './sums';
import { closest } from './synonyms';
import { tableOf } from './table';
import { splitName, stem } from './words';

const MOST_FACTS = 14;
const MOST_INNER_ROWS = 30;
const UNTOLD = /^(id|success|created|changed|message|currency|created_?at|updated_?at)$/i;

/** @param asked stems of the request: lists that it speaks of come first */
export function factsOf(thing: Row, asked: readonly string[]): string {
  const label = labelOf(thing);
  const facts = Object.entries(thing).filter(
    ([name, value]) =>
      (isTold(name, value) && String(value) !== label) || (value === null && isAskedFor(name, asked)),
  );
  const lines = facts
    .slice(0, MOST_FACTS)
    .map(([name, value]) => `- ${heading(name)}: ${formatField(name, value, thing)}`);
  const lists = Object.entries(thing).filter((entry): entry is [string, Row[]] => isListOfRows(entry[1]));
  const hasDetail = lists.some(([name]) => !isTotals(name));
  const tables = lists
    .filter(([name]) => !hasDetail || !isTotals(name))
    .sort(([one], [other]) => relevance(other, asked) - relevance(one, asked))
    .map(([name, rows]) => listOf(name, rows, thing, asked));
  return [lines.join('\n'), ...tables].filter((part) => part !== '').join('\n\n');
}

/** "What is the phone number of X?": that there is none is an answer. */
function isAskedFor(name: string, asked: readonly string[]): boolean {
  return splitName(name).some((word) => asked.includes(stem(word)));
}

function isTold(name: string, value: unknown): boolean {
  if (
    UNTOLD.test(name) ||
    isIdName(name) ||
    value === null ||
    value === false ||
    value === '' ||
    value === undefined
  )
    return false;
  return !isListOfRows(value) && !(Array.isArray(value) && value.length === 0) && !isRow(value);
}

function isListOfRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

const isTotals = (name: string) => /totals?$/i.test(name);

function relevance(name: string, asked: readonly string[]): number {
  // The request's first word, its verb, says most: "forecast spending" is about the forecast.
  const [first = ''] = asked;
  const words = splitName(name).map(stem);
  return Math.max(0, ...words.map((word) => closest(word, asked))) + (words.includes(first) ? 1 : 0);
}

function listOf(name: string, rows: Row[], thing: Row, asked: readonly string[]): string {
  const currency = own(thing, 'currency');
  // The lines of an invoice are in the invoice's currency.
  const priced =
    currency === undefined
      ? rows
      : rows.map((row) => (Object.values(row).some(isAmount) ? { ...row, currency } : row));
  const { text, left } = tableOf(priced, asked, MOST_INNER_ROWS);
  const sums = sumsOf(priced).map(({ name: column, sum }) => `${heading(column)} ${sum}`);
  const notes = [
    left > 0 ? `${left} more not shown.` : '',
    sums.length > 0 && currency === undefined ? `Sum: ${sums.join('; ')}.` : '',
  ].filter(Boolean);
  return [`**${heading(name)}**`, text, notes.join(' ')].filter(Boolean).join('\n\n');
}

/** The counts in a thing that say what belongs to it: "2 orders, 1 draft invoice". */
export function belongingsOf(thing: Row): string[] {
  return Object.entries(thing).flatMap(([name, value]) => {
    const count = Array.isArray(value) ? value.length : value;
    const words = splitName(name);
    const isCount =
      typeof count === 'number' && Number.isInteger(count) && count > 0 && /[^su]s$/.test(words.at(-1) ?? '');
    return isCount ? [countedWords(count, words)] : [];
  });
}

function countedWords(count: number, words: readonly string[]): string {
  const noun = words.join(' ');
  return `${count} ${count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`;
}
