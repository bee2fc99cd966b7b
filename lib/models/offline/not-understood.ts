/**
 * What of a request to change something has not been understood. Words that are dropped could belong to a value
 * or stand for a condition: then the call would do something else than what was asked.
 */
import type { DraftCall } from './draft-call';
import { isDated, mentionsWords } from './match-row';
import type { Row } from './rows';
import { type Span, spansOf } from './spans';
import { closest } from './synonyms';
import { CrossedOut, type Token } from './tokens';
import { isSmallWord } from './words';

const POLITE =
  /\b(?:(?:if|when|whenever|as soon as) (?:it(?:'s| is) |that(?:'s| is) )?(?:possible|you (?:can|could|may|have (?:the )?time|don't mind|want)|ok(?:ay)?|fine)|no (?:rush|hurry|problem))\b/gi;
const CONDITION =
  /\b(?:(?:but |and )?only (?:if|when|after|once|in case)|(?:but )?(?:if|unless|provided|providing|as long as|assuming|in case|whenever|when|whether|depending|otherwise|else)|(?:but )?(?:(?:do|does|is|are|was|has|have) )?(?:not|never)|(?:but )?(?:except|excluding|apart from|other than|rather than|instead of|without|no(?!\.? ?\d)|nor|neither|until)|(?:but )?[a-z]+n't)\b/gi;
/** A clause ends here. */
const CLAUSE_END = /[.;:!?\n]|$/;

/** The first condition or negation that no value has taken, with the clause that it opens: "only if it is paid". */
export function conditionIn(call: DraftCall): string | undefined {
  const { text, tokens } = call.request;
  const polite = politeIn(text);
  for (const match of text.matchAll(CONDITION)) {
    const place = placeOf(match);
    const isTaken =
      call.crossedOut.has(place) ||
      polite.has(place) ||
      tokens.some((token) => isValue(token) && token.start < place.end && place.start < token.end);
    if (isTaken) continue;
    const rest = text.slice(place.start);
    return rest.slice(0, CLAUSE_END.exec(rest)?.index).trim();
  }
  return undefined;
}

function politeIn(text: string): CrossedOut {
  return new CrossedOut([...text.matchAll(POLITE)].map(placeOf));
}

function placeOf(match: RegExpExecArray): { start: number; end: number } {
  return { start: match.index, end: match.index + match[0].length };
}

/** Quoted, or in the midst of a name: "Not" in "Why Not Ltd". */
function isValue(token: Token): boolean {
  return token.kind === 'quote' || (token.capital && token.start > 0);
}

/** Words that change nothing about what is asked. */
const FILLERS =
  /^(?:called|named|titled|entitled|labelled|labeled|plus|immediately|quickly|again|asap|today|thx|cheers|number|address|name|company|firm|business|detail|details|value|field|entry|record|sent|saying|says|reading|amounting|totalling|worth|amber)$/i;
/** Words of questions that only ask for an answer. */
const SHOWING =
  /^(?:overview|list|info|information|data|figures?|reports?|summary|table|exist|available|existing|current|currently|altogether|overall|total|sum|count|situation|wrote|written|write|issued|added|joined|placed|between|during|within|since|before|after|until|look|looks|see|know|mean)$/i;
/** Small words that say how many or which ones: no small matter where one thing is changed. */
const QUANTIFIERS = /^(?:all|every|each|both|everything|anything|other|another|different|or)$/i;

/**
 * The stretches of the request that nothing has understood, as they stand there.
 *
 * @param row what the call is aimed at: words that say what it is have been understood
 */
export function wordsNotUnderstood(call: DraftCall, row: Row | undefined): string[] {
  const { text, tokens } = call.request;
  const spans = spansOf(call).filter((span) => !(row && mentionsWords(row, span.text)));
  const polite = politeIn(text);
  const idle = new CrossedOut(call.idleDates.filter((date) => !(row && isDated(row, date))));
  const isOpen = (token: Token) => {
    if (polite.has(token)) return false;
    if (idle.has(token)) return true;
    if (call.crossedOut.has(token)) return false;
    const isQuantifier = QUANTIFIERS.test(token.text) && !token.capital && aimsAtOne(call);
    return isQuantifier || spans.some((span) => span.start <= token.start && token.end <= span.end);
  };
  const open = tokens.map(
    (token) => isOpen(token) && (idle.has(token) ? !/^today$/i.test(token.text) : !saysNothing(call, token)),
  );
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!open[at]) continue;
    const from = at;
    while (open[at + 1]) at += 1;
    found.push(text.slice(tokens[from]?.start, tokens[at]?.end));
  }
  return found;
}

/** "Customers in hamburg": words of a question that no filter took, and that may stand in the rows. */
export function isSoughtInRows(call: DraftCall, span: Span): boolean {
  if (!call.tool.reads || !/^(?:in|from|of|at|with|for|about|by|to)$/.test(span.lead)) return false;
  return isUnknown(call, span);
}

/** Words of a question that are no use for anything; an answer must not look as if it had heeded them. */
export function wordsIgnored(call: DraftCall): string[] {
  const spans = spansOf(call).filter(
    (span) =>
      span.form === 'words' &&
      !call.leftover.some((other) => other.start === span.start) &&
      isUnknown(call, span),
  );
  return spans.map((span) => span.text);
}

function isUnknown(call: DraftCall, span: Span): boolean {
  const tokens = call.request.tokens.filter((token) => span.start <= token.start && token.end <= span.end);
  return tokens.some(
    (token) =>
      !saysNothing(call, token) && !SHOWING.test(token.text) && !call.tool.aboutStems.includes(token.stem),
  );
}

/** "Send all overdue invoices", "create customers A and B": several at once, where a call does one. */
export function asksForSeveral(call: DraftCall): boolean {
  const { text, tokens } = call.request;
  const isKind = (token: Token | undefined) =>
    token !== undefined && closest(token.stem, call.tool.nouns) > 0;
  if (aimsAtOne(call)) {
    const at = tokens.findIndex((token) => /^(?:all|every|each|both)$/.test(token.text));
    return at >= 0 && tokens.slice(at + 1, at + 4).some(isKind);
  }
  const values = [...call.args.values()].filter((value) => typeof value === 'string' && / and /.test(value));
  return values.some((value) => {
    const start = text.indexOf(String(value));
    const before = tokens.findLast((token) => token.end <= start && token.kind === 'word');
    const isQuoted = tokens.some((token) => token.kind === 'quote' && token.text === value);
    return !isQuoted && isKind(before) && /[^su]s$/i.test(before?.text ?? '');
  });
}

function aimsAtOne(call: DraftCall): boolean {
  return call.tool.params.some((param) => param.kind === 'id' && param.required);
}

function saysNothing(call: DraftCall, token: Token): boolean {
  if (token.kind !== 'word' || token.capital) return false;
  if (FILLERS.test(token.text) || (isSmallWord(token.text) && !QUANTIFIERS.test(token.text))) return true;
  const { tool } = call;
  const filled = tool.params
    .filter((param) => call.args.has(param.name) || call.named.some((named) => named.param === param))
    .flatMap((param) => param.words);
  return (
    closest(token.stem, tool.nouns) > 0 ||
    tool.summaryStems.includes(token.stem) ||
    closest(token.stem, filled) > 0 ||
    // "per month" of a monthly budget.
    filled.some((word) => token.stem.length > 3 && word.startsWith(token.stem))
  );
}
