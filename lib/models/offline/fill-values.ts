/** Arguments whose values have a known form: choices, yes or no, numbers, money, mail addresses. */
import { type FoundNumber, findNumbers } from './amounts';
import type { DraftCall } from './draft-call';
import { findItems, takesItems } from './line-items';
import type { Param } from './params';
import { closeness } from './synonyms';
import type { Token } from './tokens';
import { isSmallWord, splitName, stem } from './words';

/** Lists of things with a price, such as the lines of an invoice. */
export function fillItems(call: DraftCall, param: Param): void {
  if (param.kind !== 'list' || !takesItems(param)) return;
  const items = findItems(call.request.text, param);
  if (!items) return;
  call.args.set(param.name, items.values);
  call.crossedOut.add(items);
}

export function fillEmail(call: DraftCall, param: Param): void {
  const wanted = param.kind === 'list' ? param.items?.kind : param.kind;
  if (wanted !== 'email' && !(param.kind === 'list' && takesPeople(param))) return;
  const found = call.request.tokens.filter((token) => token.kind === 'email' && !call.crossedOut.has(token));
  const taken = param.kind === 'list' ? found : found.slice(0, 1);
  if (taken.length === 0) return;
  const values = taken.map((token) => token.text);
  call.args.set(param.name, param.kind === 'list' ? values : values[0]);
  for (const token of taken) call.crossedOut.add(token);
}

function takesPeople(param: Param): boolean {
  return param.words.some((word) => closeness(word, 'attend') > 0 || closeness(word, 'member') > 0);
}

/** One of the allowed values, when the text has its words; a synonym only where no value stands literally. */
export function fillChoice(call: DraftCall, param: Param): void {
  const choice = param.kind === 'list' ? param.items : param;
  if (choice?.kind !== 'choice' || call.args.has(param.name)) return;
  for (const enough of [1, 0.7]) {
    for (const option of choice.options) {
      // "in" and "out" are values only in so many words.
      if (isSmallWord(option) && !call.request.text.includes(`${param.name} ${option}`)) continue;
      const tokens = findWords(call, splitName(option).map(stem), enough);
      if (!tokens || isNegated(call, tokens[0])) continue;
      call.args.set(param.name, param.kind === 'list' ? [option] : option);
      for (const token of tokens) call.crossedOut.add(token);
      return;
    }
  }
}

/** True when the text has the words of the parameter's name, false when they are negated. */
export function fillBoolean(call: DraftCall, param: Param): void {
  if (param.kind !== 'boolean') return;
  const words = param.words.filter((word) => !/^(is|has|only|includ|with|show)$/.test(word));
  if (words.length === 0) return;
  const tokens = findWords(call, words, 0.7);
  if (!tokens) return;
  call.args.set(param.name, !isNegated(call, tokens[0]));
  for (const token of tokens) call.crossedOut.add(token);
}

/** The tokens, side by side and free, that say these words. */
function findWords(call: DraftCall, words: readonly string[], enough: number): Token[] | undefined {
  const { tokens } = call.request;
  for (let at = 0; at + words.length <= tokens.length; at += 1) {
    const part = tokens.slice(at, at + words.length);
    const fits = part.every(
      (token, index) =>
        token.kind !== 'mark' &&
        token.kind !== 'quote' &&
        !call.crossedOut.has(token) &&
        closeness(token.stem, words[index] ?? '') >= enough,
    );
    if (fits && part.length > 0) return part;
  }
  return undefined;
}

function isNegated(call: DraftCall, token: Token | undefined): boolean {
  const before = call.request.text.slice(Math.max(0, (token?.start ?? 0) - 14), token?.start ?? 0);
  return /\b(?:not|no|non|without|isn't|aren't|except)[\s-]+(?:yet |the )?$/i.test(before);
}

/** Numbers and money: each free number goes to the parameter that it fits best. */
export function fillNumbers(call: DraftCall, params: readonly Param[]): void {
  const wanted = params.filter((param) => takesNumber(param) && !call.args.has(param.name));
  const numbers = findNumbers(call.request.text).filter((number) => !call.crossedOut.has(number));
  const pairs = wanted.flatMap((param) =>
    numbers.map((number) => ({ param, number, fit: numberFit(call, param, number, wanted, numbers) })),
  );
  pairs.sort((one, other) => other.fit - one.fit);
  for (const { param, number, fit } of pairs) {
    if (fit < 1 || call.args.has(param.name) || call.crossedOut.has(number)) continue;
    call.args.set(param.name, numberFor(param, number));
    call.crossedOut.add(number);
  }
}

function takesNumber(param: Param): boolean {
  return param.kind === 'number' || param.kind === 'money' || (param.kind === 'id' && param.whole);
}

function numberFit(
  call: DraftCall,
  param: Param,
  number: FoundNumber,
  wanted: readonly Param[],
  numbers: readonly FoundNumber[],
): number {
  const { before, after } = neighbours(call, number);
  const names = (stems: string[]) =>
    stems.some((word) => param.words.some((name) => closeness(word, name) > 0));
  let fit = 0;
  if (isPercentage(param) !== number.percent) fit -= 3;
  else if (number.percent) fit += 3;
  if (number.currency) fit += param.kind === 'money' ? 3 : -3;
  if (names(after)) fit += 3;
  if (names(before)) fit += 2;
  if (
    /^(limit|max|count|top|first|size|per)$/.test(param.words[0] ?? '') &&
    /^(top|first|limit|last)$/.test(before[0] ?? '')
  )
    fit += 3;
  fit += boundFit(call, param, number) + directionFit(call, param, number);
  if (param.kind === 'id') fit += call.request.text[number.start - 1] === '#' ? 3 : 0;
  if (
    param.kind === 'money' &&
    call.request.text
      .slice(0, number.start)
      .trimEnd()
      .match(/\b(?:at|for|of|on|from|to)$/)
  )
    fit += 1;
  if (param.required && !number.percent && sameSort(wanted, param) === 1 && numbers.length > 0) fit += 1;
  if (param.whole && !Number.isInteger(number.value)) fit -= 4;
  if (param.maximum !== undefined && number.value > param.maximum) fit -= 4;
  if (param.minimum !== undefined && number.value < param.minimum) fit -= 4;
  return fit;
}

const AT_LEAST = /\b(?:over|above|more than|at least|greater than|from|minimum(?: of)?|min)\s*$/i;
const AT_MOST = /\b(?:under|below|less than|at most|up to|smaller than|maximum(?: of)?|max)\s*$/i;

/** "over 1000" goes to a minimum, "up to 500" to a maximum. */
function boundFit(call: DraftCall, param: Param, number: FoundNumber): number {
  const before = call.request.text.slice(Math.max(0, number.start - 16), number.start);
  const isLeast = param.words.some((word) => /^(min|minimum|least|abov|over)$/.test(word));
  const isMost = param.words.some((word) => /^(max|maximum|most|below|under)$/.test(word));
  if (!isLeast && !isMost) return 0;
  if (AT_LEAST.test(before)) return isLeast ? 3 : -3;
  return AT_MOST.test(before) ? (isMost ? 3 : -3) : -1;
}

/** "the next 3 months": a number of months, ahead. */
function directionFit(call: DraftCall, param: Param, number: FoundNumber): number {
  const { before, after } = neighbours(call, number);
  const unit = after.find((word) => /^(day|week|month|quarter|year)$/.test(word));
  if (unit === undefined || !/days?|weeks?|months?|quarters?|years?/i.test(param.description)) return 0;
  if (!param.about.includes(unit) && !param.words.includes(unit)) return -1;
  const says = `${param.words.join(' ')} ${param.description}`;
  const isAhead = /\b(?:ahead|next|future|coming|forecast)\b/i.test(says);
  const isBack = /\b(?:past|back|history|previous|ago|last)\b/i.test(says);
  const wantsAhead =
    /^(next|coming|ahead)$/.test(before[0] ?? '') ||
    (call.request.action === 'forecast' && !/^(last|past)$/.test(before[0] ?? ''));
  return 1 + (wantsAhead === isAhead ? 1 : 0) + (wantsAhead === isBack && isBack ? -3 : 0);
}

/** How many required parameters want such a number: with one only, a bare number is meant for it. */
function sameSort(wanted: readonly Param[], param: Param): number {
  return wanted.filter((other) => other.required && isPercentage(other) === isPercentage(param)).length;
}

function isPercentage(param: Param): boolean {
  return (
    /percent|%|\brate\b/i.test(param.description) || param.words.some((word) => /^(percent|rat)$/.test(word))
  );
}

function neighbours(call: DraftCall, number: FoundNumber): { before: string[]; after: string[] } {
  const { tokens } = call.request;
  const words = tokens.filter((token) => token.kind === 'word');
  const before = words.filter((token) => token.end <= number.start).slice(-2);
  const after = words.filter((token) => token.start >= number.end).slice(0, 1);
  return { before: before.map((token) => token.stem).reverse(), after: after.map((token) => token.stem) };
}

function numberFor(param: Param, number: FoundNumber): number | string {
  if (param.kind === 'money') return param.asText ? number.decimal : number.value;
  return param.asText ? String(number.value) : number.value;
}
