/**
 * Numbers and money into the parameters that take them. Each free number goes where it fits best; in what only
 * reads a weak sign is enough, but an optional value of a change must be spoken of.
 */
import { type FoundNumber, findNumbers } from './amounts';
import type { DraftCall } from './draft-call';
import type { Param } from './params';
import { closeness } from './synonyms';

/** A number that might go into a parameter, with what stands around it. */
interface Place {
  call: DraftCall;
  param: Param;
  number: FoundNumber;
  /** Stems of the two words before (the nearest first) and of the one after. */
  before: string[];
  after: string[];
  /** The text right before. */
  lead: string;
  /** How many required parameters want such a number. */
  rivals: number;
}

export function fillNumbers(call: DraftCall, params: readonly Param[]): void {
  const wanted = params.filter((param) => takesNumber(param) && !call.args.has(param.name));
  const numbers = findNumbers(call.request.text).filter((number) => !call.crossedOut.has(number));
  const fits = wanted.flatMap((param) =>
    numbers.map((number) => ({ param, number, fit: fitOf(placeOf(call, param, number, wanted)) })),
  );
  fits.sort((one, other) => other.fit - one.fit);
  for (const { param, number, fit } of fits) {
    const enough = call.tool.reads || param.required ? 1 : 2;
    if (fit < enough || call.args.has(param.name) || call.crossedOut.has(number)) continue;
    call.args.set(param.name, valueFor(param, number));
    call.crossedOut.add(number);
  }
}

function takesNumber(param: Param): boolean {
  return param.kind === 'number' || param.kind === 'money' || (param.kind === 'id' && param.whole);
}

function placeOf(call: DraftCall, param: Param, number: FoundNumber, wanted: readonly Param[]): Place {
  const { tokens, text } = call.request;
  const words = tokens.filter((token) => token.kind === 'word');
  const before = words.filter((token) => token.end <= number.start).slice(-2);
  const after = words.filter((token) => token.start >= number.end).slice(0, 1);
  return {
    call,
    param,
    number,
    before: before.map((token) => token.stem).reverse(),
    after: after.map((token) => token.stem),
    lead: text.slice(Math.max(0, number.start - 16), number.start).trimEnd(),
    rivals: wanted.filter((other) => other.required && isPercentage(other) === isPercentage(param)).length,
  };
}

const RULES: readonly ((place: Place) => number)[] = [
  sortFit,
  rangeFit,
  neighbourFit,
  mentionFit,
  limitFit,
  boundFit,
  directionFit,
  // The only place there is for it.
  ({ param, number, rivals }) => (param.required && !number.percent && rivals === 1 ? 1 : 0),
  // "#12".
  ({ param, number, call }) => (param.kind === 'id' && call.request.text[number.start - 1] === '#' ? 3 : 0),
];

function fitOf(place: Place): number {
  return RULES.reduce((sum, rule) => sum + rule(place), 0);
}

/** A percentage is a rate, a currency makes it money. */
function sortFit({ param, number }: Place): number {
  const money = number.currency ? (param.kind === 'money' ? 3 : -3) : 0;
  if (number.percent) return money + (isPercentage(param) ? 3 : -3);
  return money - (isPercentage(param) ? 1 : 0);
}

function isPercentage(param: Param): boolean {
  return (
    /percent|%|\brate\b/i.test(param.description) || param.words.some((word) => /^(percent|rat)$/.test(word))
  );
}

/** What the schema would refuse anyway. */
function rangeFit({ param, number }: Place): number {
  const tooBig = param.maximum !== undefined && number.value > param.maximum;
  const tooSmall = param.minimum !== undefined && number.value < param.minimum;
  return tooBig || tooSmall || (param.whole && !Number.isInteger(number.value)) ? -6 : 0;
}

function neighbourFit({ param, before, after }: Place): number {
  const names = (stems: string[]) =>
    stems.some((word) => param.words.some((name) => closeness(word, name) > 0));
  return (names(after) ? 3 : 0) + (names(before) ? 2 : 0);
}

const SAYS_LITTLE = /^(amount|total|valu|number|count|pric|min|max|new|sum)$/;

/** The parameter is spoken of somewhere; "to", "at" and their like then lead to its value. */
function mentionFit({ call, param, lead }: Place): number {
  const telling = param.words.filter((word) => !SAYS_LITTLE.test(word));
  const isMentioned = call.request.tokens.some(
    (token) => token.kind === 'word' && telling.includes(token.stem),
  );
  const isLedTo = /\b(?:at|for|of|on|from|to|is)$|[:=]$/i.test(lead);
  return (isMentioned ? 2 : 0) + (isLedTo && (isMentioned || param.kind === 'money') ? 1 : 0);
}

const LIMIT = /^(limit|max|count|top|first|size|per)$/;
const AT_THE_TOP = /^(top|first|limit|last|newest|latest|oldest|biggest|largest|smallest|most|recent)$/;

/** "the top 5", "the 3 newest". */
function limitFit({ param, before, after }: Place): number {
  const isAtTop = [before[0], after[0]].some((word) => AT_THE_TOP.test(word ?? ''));
  return LIMIT.test(param.words[0] ?? '') && isAtTop ? 3 : 0;
}

const AT_LEAST = /\b(?:over|above|more than|at least|greater than|from|minimum(?: of)?|min)$/i;
const AT_MOST = /\b(?:under|below|less than|at most|up to|smaller than|maximum(?: of)?|max)$/i;

/** "over 1000" goes to a minimum, "up to 500" to a maximum. */
function boundFit({ param, lead }: Place): number {
  const isLeast = param.words.some((word) => /^(min|minimum|least|abov|over)$/.test(word));
  const isMost = param.words.some((word) => /^(max|maximum|most|below|under)$/.test(word));
  if (!isLeast && !isMost) return 0;
  if (AT_LEAST.test(lead)) return isLeast ? 3 : -3;
  return AT_MOST.test(lead) ? (isMost ? 3 : -3) : -1;
}

/** "the next 3 months": a number of months, ahead. */
function directionFit({ call, param, before, after }: Place): number {
  const unit = after.find((word) => /^(day|week|month|quarter|year)$/.test(word));
  if (unit === undefined || !/days?|weeks?|months?|quarters?|years?/i.test(param.description)) return 0;
  if (!param.about.includes(unit) && !param.words.includes(unit)) return -1;
  const says = `${param.words.join(' ')} ${param.description}`;
  const isAhead = /\b(?:ahead|next|future|coming|forecast)\b/i.test(says);
  const isBack = /\b(?:past|back|history|previous|ago|last)\b/i.test(says);
  const [nearest = ''] = before;
  const isForecast = call.request.action === 'forecast' && !/^(last|past)$/.test(nearest);
  const wantsAhead = isForecast || /^(next|coming|ahead)$/.test(nearest);
  if (isAhead === isBack) return 1;
  return wantsAhead === isAhead ? 2 : -2;
}

function valueFor(param: Param, number: FoundNumber): number | string {
  if (!param.asText) return number.value;
  return param.kind === 'money' ? number.decimal : String(number.value);
}
