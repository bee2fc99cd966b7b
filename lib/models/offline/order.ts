/**
 * Orders that a request asks for ("the 5 biggest", "oldest first", "sorted by city"), and rows put into them: no
 * tool has to know how to sort.
 */
import { findNumbers, toCents } from './amounts';
import { findDates } from './dates';
import { isAmount, isDay, isInstant } from './format';
import type { Request } from './read-request';
import { own, type Row } from './rows';
import { closest } from './synonyms';
import { CrossedOut, type Stretch, type Token } from './tokens';
import type { OfferedTool } from './toolbox';
import { isSmallWord, splitName, stem, stemsOf } from './words';

export interface Order extends Stretch {
  /** The kind of value that it goes by; `any`: what the hint says. */
  by: 'amount' | 'date' | 'any';
  /** Stems of what the request names to sort by. */
  hint: string[];
  /** Not said: figures fall, everything else rises. */
  falling: boolean | undefined;
  /** Debts count as less than nothing ("lowest balance"); otherwise a big expense is a big amount. */
  signed: boolean;
  /** How many are asked for. */
  count?: number;
  /** As it was asked: "biggest". */
  said: string;
  /** "By open amount". */
  behind?: Stretch;
}

type Sense = Pick<Order, 'by' | 'falling' | 'signed'>;
const sense = (by: Order['by'], falling: boolean, signed = false): Sense => ({ by, falling, signed });

const SENSES: ReadonlyArray<readonly [RegExp, Sense]> = [
  [
    /^(?:top|best|biggest|largest|greatest|costliest|priciest|most (?:expensive|valuable))$/,
    sense('amount', true),
  ],
  [/^highest$/, sense('amount', true, true)],
  [/^(?:smallest|cheapest|least expensive)$/, sense('amount', false)],
  [/^lowest$/, sense('amount', false, true)],
  [/^(?:newest|latest|last|most recent)$/, sense('date', true)],
  [/^(?:oldest|earliest)$/, sense('date', false)],
  [/^(?:most|longest)$/, sense('any', true)],
  [/^(?:least|fewest)$/, sense('any', false)],
];
const SUPERLATIVE =
  /\b(?:top|best|biggest|largest|greatest|costliest|priciest|highest|smallest|cheapest|lowest|newest|latest|last|oldest|earliest|most (?:expensive|valuable|recent)|least expensive|most|longest|least|fewest)\b/gi;
const SORTED = /\b(?:(?:sort|sorted|order|ordered|rank|ranked) by|by) (?:the |their )?((?:[a-z]+ ?){1,3})/i;
const FALLING = /\b(?:descending|desc|(?:highest|largest|biggest|newest|latest|most) first)\b/i;
const RISING = /\b(?:ascending|asc|(?:lowest|smallest|oldest|earliest|least) first)\b/i;

/** The order that a request asks for. */
export function readOrder(request: Request, tool: OfferedTool): Order | undefined {
  const { text } = request;
  const taken = new CrossedOut([
    ...findDates(text, request.now, 'past'),
    ...request.tokens.filter((token) => token.kind === 'quote' || (token.capital && token.start > 0)),
  ]);
  const match = [...text.matchAll(SUPERLATIVE)].find((one) => !taken.has(placeOf(one)));
  const sorted = SORTED.exec(text);
  const isSorting = sorted !== null && (match !== undefined || !/^by/i.test(sorted[0]));
  const hint = isSorting ? stemsOf(sorted[1] ?? '').slice(0, 2) : [];
  if (!match) return hint.length > 0 && sorted ? sortedBy(text, placeOf(sorted), hint) : undefined;
  const said = match[0].toLowerCase();
  const found = SENSES.find(([pattern]) => pattern.test(said))?.[1];
  if (!found) return undefined;
  const place = placeOf(match);
  const count = countAt(request, place, tool);
  // "The last invoices" are the newest; "last" alone belongs to something else.
  if (said === 'last' && count === undefined && !isBeforeNoun(request, place, tool)) return undefined;
  const own = found.by === 'any' ? stemsBehind(request, place) : [];
  const end = count?.end ?? place.end;
  return {
    ...found,
    start: Math.min(place.start, count?.start ?? place.start),
    end: Math.max(end, place.end),
    hint: hint.length > 0 ? hint : own,
    said: hint.length > 0 && sorted ? `${said} ${sorted[0].trim()}` : said,
    ...(count && { count: count.value }),
    ...(isSorting && sorted && { behind: placeOf(sorted) }),
  };
}

function sortedBy(text: string, place: Stretch, hint: string[]): Order {
  const falling = FALLING.test(text) ? true : RISING.test(text) ? false : undefined;
  return {
    ...place,
    by: 'any',
    hint,
    falling,
    signed: true,
    said: text.slice(place.start, place.end).trim(),
  };
}

function placeOf(match: RegExpExecArray): Stretch {
  return { start: match.index, end: match.index + match[0].length };
}

/** "top 5", "5 biggest"; one where a single thing is asked for: "our biggest invoice". */
function countAt(
  request: Request,
  place: Stretch,
  tool: OfferedTool,
): (Stretch & { value: number }) | undefined {
  const { text } = request;
  const number = findNumbers(text).find((one) => {
    const between =
      one.start >= place.end ? text.slice(place.end, one.start) : text.slice(one.end, place.start);
    return Number.isInteger(one.value) && one.value > 0 && !one.currency && !one.percent && between === ' ';
  });
  if (number) return { start: number.start, end: number.end, value: number.value };
  const noun = nounsIn(request, tool).find((token) => token.start >= place.end) ?? nounsIn(request, tool)[0];
  const isOne = noun !== undefined && !/[^su]s$/i.test(noun.text) && !/people|staff/i.test(noun.text);
  return isOne ? { ...place, value: 1 } : undefined;
}

function nounsIn({ tokens }: Request, tool: OfferedTool): Token[] {
  return tokens.filter((token) => token.kind === 'word' && closest(token.stem, tool.nouns) > 0);
}

function isBeforeNoun(request: Request, place: Stretch, tool: OfferedTool): boolean {
  return nounsIn(request, tool).some((token) => token.start > place.end);
}

/** "The most open invoices": what there is most of. */
function stemsBehind({ tokens }: Request, place: Stretch): string[] {
  return tokens
    .filter((token) => token.start >= place.end && token.kind === 'word' && !isSmallWord(token.text))
    .slice(0, 2)
    .map((token) => token.stem);
}

/** The rows in that order, and the property that they were sorted by; nothing when no property tells. */
export function sortRows(rows: readonly Row[], order: Order): { rows: Row[]; column: string } | undefined {
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  const column = chooseColumn(rows, names, order);
  if (column === undefined) return undefined;
  const isFigure = rows.some((row) => isAmount(own(row, column)) || typeof own(row, column) === 'number');
  const falling = order.falling ?? isFigure;
  const signed = order.signed && rows.some((row) => Number(own(row, column)) > 0);
  const sorted = [...rows].sort((one, other) => {
    const [a, b] = [own(one, column), own(other, column)];
    if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
    return compare(a, b, signed) * (falling ? -1 : 1);
  });
  return { rows: sorted, column };
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

function compare(one: unknown, other: unknown, signed: boolean): number {
  const [a, b] = [figureOf(one, signed), figureOf(other, signed)];
  if (a !== undefined && b !== undefined) return a - b;
  return String(one).localeCompare(String(other), 'en');
}

function figureOf(value: unknown, signed: boolean): number | undefined {
  const figure = typeof value === 'number' ? value : isAmount(value) ? Number(toCents(value)) : undefined;
  return figure === undefined || signed ? figure : Math.abs(figure);
}

/** The property with the day that these words speak of ("paid"), else perhaps the usual one. */
export function dayColumn(
  rows: readonly Row[],
  stems: readonly string[],
  takesUsual: boolean,
): string | undefined {
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  const days = names.filter((name) => rows.some((row) => isDay(own(row, name)) || isInstant(own(row, name))));
  const spoken = days.find((name) =>
    splitName(name).some((word) => word !== 'at' && stems.includes(stem(word))),
  );
  const usual = DAYS.slice(0, -1).flatMap((pattern) => days.filter((name) => pattern.test(name)));
  return spoken ?? (takesUsual ? usual[0] : undefined);
}

const MONEY = [/^(?:total|gross)$/i, /open|owed|due|balance/i, /amount/i, /./];
const DAYS = [/^(?:issued|booked|ordered|started?|joined|date$)/i, /created/i, /./];

function chooseColumn(rows: readonly Row[], names: string[], order: Order): string | undefined {
  const isOf = (kind: Order['by'], name: string) =>
    rows.some((row) => !isNothing(own(row, name))) &&
    rows.every((row) => {
      const value = own(row, name);
      if (isNothing(value)) return true;
      if (kind === 'amount') return isAmount(value);
      if (kind === 'date') return isDay(value) || isInstant(value);
      return typeof value === 'string' || typeof value === 'number';
    });
  if (order.hint.length > 0) {
    const hits = (name: string) =>
      splitName(name).reduce((sum, word) => sum + closest(stem(word), order.hint), 0);
    const best = names
      .filter((name) => isOf('any', name) && hits(name) > 0)
      .sort((a, b) => hits(b) - hits(a))[0];
    if (best !== undefined || order.by !== 'any') return best;
  }
  const kind = order.by === 'date' ? 'date' : 'amount';
  const able = names.filter((name) => isOf(kind, name) && !/tax|sub_?total|net/i.test(name));
  const isWhole = (name: string) => rows.every((row) => !isNothing(own(row, name)));
  // "The most" alone means what something comes to, and not just any amount that a row has.
  const preferred = kind === 'date' ? DAYS : order.by === 'any' ? MONEY.slice(0, -1) : MONEY;
  const ranked = preferred.flatMap((pattern) => able.filter((name) => pattern.test(name)));
  return ranked.find(isWhole) ?? ranked[0];
}
