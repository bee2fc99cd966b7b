/** A list in words: how many, which of them, the table, the sums. */
import type { Arranged } from './arrange';
import type { DraftCall } from './draft-call';
import { escapeText, heading } from './format';
import { comesSorted } from './pages';
import { rowsWord } from './phrases';
import type { Page } from './rows';
import { sumsOf } from './sums';
import { tableOf } from './table';
import { counted, splitName, stem } from './words';

/** Rows of one answer at most. */
export const MOST_ROWS = 25;

/** Then the sum is the answer, and the rows only show where it comes from. */
const ASKS_FOR_SUM = /\b(?:how much|total|sum|altogether|earn(?:ed)?)\b/i;

interface Shown {
  call: DraftCall;
  page: Page;
  arranged: Arranged;
  /** Stems of the request: columns that it speaks of are kept. */
  asked: readonly string[];
  /** The arguments in words. */
  filter: string;
  /** Rows that earlier answers have shown. */
  skip: number;
}

export function listAnswer({ call, page, arranged, asked, filter, skip }: Shown): string {
  const { rows, column } = arranged;
  const noun = escapeText(rowsWord(call.tool));
  if (rows.length === 0) return `I found no ${noun}${filter && ` (${filter})`}${searched(page, noun)}.`;
  const columns = column === undefined ? [] : splitName(column).map(stem);
  const part = rows.slice(skip, skip + MOST_ROWS);
  const { text } = tableOf(part, [...asked, ...columns], MOST_ROWS);
  const isAll = arranged.isWhole;
  const which = isCut(call, arranged) ? 'these' : isAll ? 'all' : 'only these';
  const sums = sumsOf(rows).map(({ name, sum }) => `${heading(name)} of ${which} ${rows.length}: **${sum}**`);
  const left = rows.length - skip - part.length;
  const sum = sums.length > 0 ? `${sums.join('; ')}.` : '';
  const asksForSum = ASKS_FOR_SUM.test(call.request.text);
  const closing = [
    asksForSum ? '' : sum,
    ...arranged.notes,
    left > 0 || (!isAll && !isCut(call, arranged)) ? 'Say “more” for the next ones.' : '',
  ].filter((one) => one !== '');
  const opening = openingOf(noun, { page, arranged, filter, skip, call });
  return [asksForSum ? sum : '', `${opening}:`, text, closing.join(' ')]
    .filter((one) => one !== '')
    .join('\n\n');
}

function isCut(call: DraftCall, { order }: Arranged): boolean {
  return order !== '' && call.order?.count !== undefined;
}

function searched({ rows, cursor }: Page, noun: string): string {
  return rows.length === 0
    ? ''
    : ` among ${cursor === undefined ? 'all' : 'the first'} ${counted(rows.length, noun)}`;
}

/** Which rows these are, of how many, by what order. */
function openingOf(
  noun: string,
  { page, arranged, filter, skip, call }: Pick<Shown, 'page' | 'arranged' | 'filter' | 'skip' | 'call'>,
): string {
  const { rows, of, order } = arranged;
  const isAll = arranged.isWhole;
  const known = isAll && rows.length === page.rows.length ? (page.total ?? of) : of;
  const told = [filter && ` (${filter})`, order && `, ${order}`].join('');
  const last = Math.min(rows.length, skip + MOST_ROWS);
  if (isCut(call, arranged)) {
    if (isAll) return `**${rows.length}** of ${counted(of, noun)}${told}`;
    const more = comesSorted(call) ? '' : `; there are more than the ${of} that I read`;
    return `**${counted(rows.length, noun)}**${told}${more}`;
  }
  const range = `**${skip + 1} to ${last}**`;
  if (isAll && skip === 0 && last === rows.length) return `**${counted(known, noun)}**${told}`;
  if (isAll && skip === 0) return `**${counted(known, noun)}**${told}; here are ${range}`;
  if (isAll) return `${capital(noun)} ${range} of ${known}${told}`;
  if (rows.length < page.rows.length) {
    const part = last - skip < rows.length ? `; here are ${range}` : '';
    return `**${counted(rows.length, noun)}**${told} among the first ${page.rows.length} that I read${part}`;
  }
  if (skip === 0 && last === rows.length)
    return `The first **${rows.length}** ${noun}${told}; there are more`;
  return `${capital(noun)} ${range} of the ${rows.length} that I read${told}; there are more`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
