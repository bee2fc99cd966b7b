/**
 * Names, codes and free words go to the parameters they fit best: texts ("name", "search") take them as they
 * are, ids take what the thing is called, to be looked up. Each span and each parameter is used once.
 */
import type { DraftCall } from './draft-call';
import { matches, type Param } from './params';
import { joinSpans, type Span, spansOf } from './spans';
import { closeness, closest } from './synonyms';
import { stemsOf } from './words';

interface Pair {
  param: Param;
  span: Span;
  fit: number;
}

/** Below this a span stays unused rather than land in the wrong place. */
const ENOUGH = 2;

const NAME_WORDS = /^(nam|titl|subject|summary|label)$/;
const SEARCH_WORDS = /^(search|query|q|text|term|keyword|filter|contain|match|find)$/;
const CODE_WORDS = /^(referenc|ref|number|cod|key|slug|nr)$/;
/** Things that people call by a company's or a person's name. */
const PARTIES = 'customer supplier member user contact company employee assignee owner partner person'.split(
  ' ',
);

/** Where a preposition leads, in words of parameters. */
const LEADS: Record<string, string[]> = {
  from: ['counterparty', 'sender', 'sourc', 'supplier', 'payer'],
  to: ['recipient', 'receiver', 'destination', 'to', 'counterparty'],
  with: ['attende', 'participant', 'counterparty'],
  by: ['author', 'assigne', 'creator', 'counterparty'],
  in: ['location', 'plac', 'city', 'room', 'country', 'project', 'calendar'],
  at: ['location', 'plac', 'room', 'counterparty'],
  about: ['nam', 'subject', 'topic', 'titl', 'query', 'search', 'text'],
  on: ['subject', 'topic', 'query', 'category'],
  for: ['query', 'search', 'purpos', 'q', 'keyword'],
  as: ['status', 'rol', 'category', 'priority', 'titl', 'nam'],
};

/** Gives each span to the parameter that fits best. Required ones come first where two fit alike. */
export function fillNames(call: DraftCall, params: readonly Param[], spans: readonly Span[]): void {
  const pairs: Pair[] = [];
  for (const param of params) {
    if (call.args.has(param.name)) continue;
    for (const span of spans) pairs.push({ param, span, fit: fitOf(call, param, span) });
  }
  for (const pair of pairs) pair.fit = withTextFirst(pair, pairs);
  pairs.sort((one, other) => other.fit - one.fit);
  const used = new Set<Param>();
  for (const { param, span, fit } of pairs) {
    if (fit < ENOUGH || used.has(param) || call.crossedOut.has(span)) continue;
    used.add(param);
    give(call, param, wholeText(call, param, span));
  }
}

/** Where a text parameter takes the name as it is ("the exact name"), an optional id needs no lookup. */
function withTextFirst({ param, span, fit }: Pair, pairs: readonly Pair[]): number {
  const id = idParam(param);
  if (!id || param.required || isTheIdItself(id, span.text)) return fit;
  const texts = pairs.filter((other) => other.span === span && !idParam(other.param));
  const best = Math.max(-1, ...texts.map((other) => other.fit));
  return best >= ENOUGH ? Math.min(fit, best - 0.1) : fit;
}

/** A title that is not in quotes goes on over small words: "titled Login is broken on Safari". */
function wholeText(call: DraftCall, param: Param, span: Span): Span {
  const isProse = param.words.some((word) =>
    /^(titl|subject|summary|description|text|body|messag|comment|note?)$/.test(word),
  );
  if (!isProse || call.tool.reads || span.form === 'quote' || span.form === 'code') return span;
  const joined = joinSpans(spansOf(call), call.request.text);
  return joined.find((one) => one.start === span.start) ?? span;
}

function give(call: DraftCall, param: Param, span: Span): void {
  call.crossedOut.add(span);
  const id = idParam(param);
  if (!id) {
    call.args.set(param.name, param.kind === 'list' ? [span.text] : span.text);
  } else if (isTheIdItself(id, span.text)) {
    const value = id.whole ? Number(span.text.replace(/^#/, '')) : span.text.replace(/^#(?=\d)/, '');
    call.args.set(param.name, param.kind === 'list' ? [value] : value);
  } else {
    const thing = id.words.length > 0 ? id.words : call.tool.nouns;
    call.named.push({ param, thing, text: span.text, list: param.kind === 'list', pronoun: false });
  }
}

function idParam(param: Param): Param | undefined {
  if (param.kind === 'id') return param;
  return param.kind === 'list' && param.items?.kind === 'id' ? param.items : undefined;
}

/** An id can be passed on as it stands when it looks like the schema's own: by pattern, by example, by form. */
function isTheIdItself(param: Param, text: string): boolean {
  if (param.whole) return /^#?\d{1,15}$/.test(text);
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) return true;
  if (param.pattern && !/^\W*\.[*+]\W*$/.test(param.pattern))
    return /\d/.test(text) && matches(param.pattern, text);
  return hasShapeOfExample(param.description, text);
}

/** "such as INV-1182" and "INV-7": the same letters before the same mark. */
function hasShapeOfExample(description: string, text: string): boolean {
  const prefix = /^([A-Za-z]{1,10}[-_])\w*\d/.exec(text)?.[1];
  return (
    prefix !== undefined &&
    /\bsuch as\b|\be\.g\.|example|\blike\b/i.test(description) &&
    description.includes(prefix)
  );
}

function fitOf(call: DraftCall, param: Param, span: Span): number {
  const id = idParam(param);
  if (id) return idFit(call, id, span) + (param.required ? 1.5 : 0);
  return textFit(call, param, span) + (param.required ? 1 : 0);
}

function idFit(call: DraftCall, param: Param, span: Span): number {
  const thing = param.words.length > 0 ? param.words : call.tool.nouns;
  const isOwn = param.words.length === 0 || param.words.every((word) => closest(word, call.tool.nouns) > 0);
  let fit = span.form === 'words' ? 0 : 1;
  if (isSaidBeside(span, thing)) fit += 4;
  else if (
    isSaidBeside(
      span,
      call.tool.params.filter((other) => other !== param).flatMap((other) => other.words),
    )
  )
    fit -= 3;
  if (isTheIdItself(param, span.text)) fit += 3;
  // "Draft" in "delete the draft invoice": what all such things are, and the name of none.
  if (span.form === 'words' && stemsOf(span.text).every((word) => call.tool.summaryStems.includes(word)))
    fit -= 5;
  if (span.possessive) fit += 2;
  if (isOwn && span.lead === '') fit += 1.5;
  const isParty = thing.some((word) => PARTIES.some((party) => closeness(word, party) > 0));
  if (isParty && /^(for|of|from|to|with|by)$/.test(span.lead)) fit += span.form === 'words' ? 0.5 : 2;
  // "As Travel" says into what, never what it is done to.
  if (!isParty && !isOwn && /^(as|under|into|in|on)$/.test(span.lead)) fit += 1;
  if (!isParty && isOwn && /^(of|on|for|from|about|to)$/.test(span.lead)) fit += 1;
  return fit;
}

function isSaidBeside(span: Span, words: readonly string[]): boolean {
  return [span.nounBefore, span.nounAfter].some((noun) => noun !== '' && closest(noun, words) > 0);
}

function textFit(call: DraftCall, param: Param, span: Span): number {
  if (param.kind !== 'text' && !(param.kind === 'list' && param.items?.kind === 'text')) return -1;
  const isName = param.words.some((word) => NAME_WORDS.test(word));
  const isSearch = param.words.some((word) => SEARCH_WORDS.test(word));
  const isCode = param.words.some((word) => CODE_WORDS.test(word));
  let fit = 0;
  if (span.nounBefore !== '' && closest(span.nounBefore, param.words) === 1) fit += 4;
  if (span.lead === 'called' && isName) fit += 4;
  if (isSaidBeside(span, call.tool.nouns) && (isName || isSearch) && !isSaidOfMany(call, span)) fit += 2;
  if (span.lead !== '' && param.words.some((word) => LEADS[span.lead]?.includes(word))) fit += 2;
  if (span.form === 'code') fit += codeFit(param, span, isCode, isName, isSearch);
  else if (isName || isSearch) fit += span.form === 'words' ? 0.5 : 1.5;
  else if (isCode) fit -= 2;
  return fit + ownershipFit(call, param, span);
}

/** "Customers bought ...": what is said of many is no name. */
function isSaidOfMany(call: DraftCall, span: Span): boolean {
  const before = call.request.tokens.findLast((token) => token.end <= span.start);
  return span.form === 'words' && before !== undefined && /[^su]s$/i.test(before.text);
}

function codeFit(param: Param, span: Span, isCode: boolean, isName: boolean, isSearch: boolean): number {
  if (hasShapeOfExample(param.description, span.text)) return 3;
  if (isCode) return 2;
  return isSearch ? 1.5 : isName ? -1 : 0;
}

const SEARCHES = /^(find|search|look|query)$/;

/** A search asked for in so many words takes free words as well; "customer" takes a customer's name. */
function ownershipFit(call: DraftCall, param: Param, span: Span): number {
  let fit = 0;
  const isSearch = param.words.some((word) => SEARCH_WORDS.test(word));
  const wantsSearch =
    SEARCHES.test(call.request.verb?.stem ?? '') || (SEARCHES.test(call.tool.verb) && span.form !== 'words');
  if (isSearch && wantsSearch) fit += 1;
  // "Customers from Cork": where they are, and not what they are called.
  const isPlace = span.lead === 'from' && call.tool.nouns.some((noun) => closest(noun, PARTIES) > 0);
  if (span.form !== 'words' && !isPlace && /^(for|of|from|to|with|by|at)$/.test(span.lead)) {
    if (param.words.some((word) => PARTIES.some((party) => closeness(word, party) > 0))) fit += 2;
    else if (param.about.some((word) => PARTIES.some((party) => closeness(word, party) === 1))) fit += 0.5;
  }
  return fit;
}

/** "Send it": an id that is required and that nothing names is what was spoken of last. */
export function fillPronoun(call: DraftCall, params: readonly Param[]): void {
  if (!/\b(?:it|them|this|that|this one|that one|these|those|the same)\b/i.test(call.request.text)) return;
  const open = params.filter(
    (param) => param.required && idParam(param) && !call.named.some((named) => named.param === param),
  );
  const [param] = open.filter((one) => !call.args.has(one.name));
  const id = param && idParam(param);
  if (!param || !id) return;
  const thing = id.words.length > 0 ? id.words : call.tool.nouns;
  call.named.push({ param, thing, text: 'it', list: param.kind === 'list', pronoun: true });
}
