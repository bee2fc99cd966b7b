/**
 * What is left of a request once everything with a known form has been crossed out: names, codes and free
 * words, each with what stands around it ("for X", "customer X", "the X account", "X's").
 */
import type { CrossedOut, Token } from './tokens';
import { isSmallWord } from './words';

export interface Span {
  text: string;
  start: number;
  end: number;
  /** The small word before it: "for", "to"; "called" and its like count as such. */
  lead: string;
  /** Stems of the words right before and right after it that say what it is. */
  nounBefore: string;
  nounAfter: string;
  form: 'quote' | 'code' | 'name' | 'words';
  possessive: boolean;
}

const NAMED = /^(called|named|titled|entitled|labelled|labeled)$/i;
/** Small words that may stand inside a name: "Bank of Ireland", "Alder and Finch". */
const INSIDE_NAME = /^(of|and|the|de|van|der|den|von|la|le|du|for|in|on|to|&)$/i;
/** What somebody does stands behind the name, and ends it. */
const DOES = /^(?:owes?|owed|pays?|paid|buys?|bought|ordered|sent|joins?|joined|costs?|earned)$/;
/** Words that say "with this in it". */
const MENTIONING = /^(?:mentioning|containing|including|matching|regarding|concerning)$/i;
/** Words of time that stand behind a name and are no part of it. */
const NO_NAME = /^(?:today|tomorrow|yesterday|tonight|immediately|asap|please|because)$/;
const PREPOSITION = /^(for|of|from|to|in|on|at|by|with|as|into|onto|about|per|via|under)$/i;

/** What is still free of a call's request. */
export function spansOf(call: {
  request: { text: string; tokens: readonly Token[] };
  crossedOut: CrossedOut;
}): Span[] {
  return findSpans(call.request.text, call.request.tokens, call.crossedOut);
}

/** The spans of a text in order. Tokens that are crossed out, punctuation and small words part them. */
export function findSpans(text: string, tokens: readonly Token[], crossedOut: CrossedOut): Span[] {
  const spans: Span[] = [];
  let at = 0;
  while (at < tokens.length) {
    const length = spanLength(tokens, at, crossedOut);
    if (length > 0) spans.push(makeSpan(text, tokens, at, at + length));
    at += Math.max(1, length);
  }
  return spans;
}

function isFree(token: Token | undefined, crossedOut: CrossedOut): token is Token {
  if (!token || token.kind === 'mark' || crossedOut.has(token)) return false;
  if (token.kind !== 'word') return true;
  if (NO_NAME.test(token.text) || (MENTIONING.test(token.text) && !token.capital)) return false;
  return !NAMED.test(token.text) && !(isSmallWord(token.text) && !isPartOfName(token));
}

/** "The" in "The Crown", "A" in "A Plus Ltd", but never "I". */
function isPartOfName(token: Token): boolean {
  return token.capital && token.text !== 'I' && /^\p{Lu}(?:\p{Ll}|$)/u.test(token.text);
}

function spanLength(tokens: readonly Token[], from: number, crossedOut: CrossedOut): number {
  const first = tokens[from];
  if (!isFree(first, crossedOut) || (first.kind === 'word' && isSmallWord(first.text) && from === 0))
    return 0;
  if (first.kind !== 'word') return 1;
  let length = 1;
  for (;;) {
    const next = tokens[from + length];
    if (tokens[from + length - 1]?.possessive && !(first.capital && next?.kind === 'word' && next.capital))
      break;
    if (next && !next.capital && DOES.test(next.text)) break;
    if (isFree(next, crossedOut) && next.kind === 'word' && (first.capital || !next.capital)) length += 1;
    else if (isFree(next, crossedOut) && next.kind === 'number' && first.capital) length += 1;
    else if (joinsNames(tokens, from + length, first, crossedOut)) length += 2;
    else break;
  }
  return length;
}

const COMPANY_FORM = /^(?:inc|ltd|llc|llp|plc|gmbh|ag|kg|bv|sarl|srl|sl|lda|co)$/i;

/** "of" in "Bank of Ireland", "&" in "salt & pepper", the comma in "Pike, Inc.": what joins two words of a name. */
function joinsNames(tokens: readonly Token[], at: number, first: Token, crossedOut: CrossedOut): boolean {
  const joint = tokens[at];
  const next = tokens[at + 1];
  if (!joint || !isFree(next, crossedOut) || next.kind !== 'word') return false;
  if (joint.text === ',') return first.capital && COMPANY_FORM.test(next.text);
  if (/^[&+/]$/.test(joint.text)) return first.capital === next.capital;
  // "Alpha Ltd and Beta Ltd" are two.
  if (/^and$/i.test(joint.text) && COMPANY_FORM.test(tokens[at - 1]?.text ?? '')) return false;
  return first.capital && next.capital && /^(of|and|de|van|der|den|von|la|le|du)$/i.test(joint.text);
}

function makeSpan(text: string, tokens: readonly Token[], from: number, to: number): Span {
  const part = tokens.slice(from, to);
  const first = part[0] as Token;
  const last = part.at(-1) as Token;
  const { lead, nounBefore } = readBefore(tokens, from);
  const after = tokens[to];
  return {
    text: first.kind === 'quote' ? first.text : withoutPossessive(text.slice(first.start, last.end), after),
    start: first.start,
    end: last.end,
    lead,
    nounBefore,
    nounAfter: after?.kind === 'word' && !isSmallWord(after.text) ? after.stem : '',
    form: formOf(first),
    possessive: last.possessive,
  };
}

/** "Kim's" in "Kim's email" is Kim; with nothing of hers behind it, that is the name. */
function withoutPossessive(name: string, after: Token | undefined): string {
  const isOwner = after?.kind === 'word' && !isSmallWord(after.text);
  return name.replace(isOwner ? /['’]s?$/ : /['’]$/, '');
}

/** Looks back over "the", "a", "our" and a colon. */
function readBefore(tokens: readonly Token[], from: number): { lead: string; nounBefore: string } {
  let at = from - 1;
  // "in Berlin, Germany": the same place.
  if (tokens[at]?.text === ',' && /^in$/i.test(tokens[at - 2]?.text ?? '')) at -= 2;
  while (at >= 0 && /^(the|a|an|our|my|your|all|any|:|=|-|id|is|number|nr|no)$/i.test(tokens[at]?.text ?? ''))
    at -= 1;
  const before = tokens[at];
  if (before?.kind !== 'word') return { lead: '', nounBefore: '' };
  if (NAMED.test(before.text)) {
    const noun = tokens[at - 1];
    return { lead: 'called', nounBefore: noun?.kind === 'word' && !isSmallWord(noun.text) ? noun.stem : '' };
  }
  if (MENTIONING.test(before.text)) return { lead: 'about', nounBefore: '' };
  if (PREPOSITION.test(before.text)) return { lead: before.text.toLowerCase(), nounBefore: '' };
  return { lead: '', nounBefore: isSmallWord(before.text) ? '' : before.stem };
}

function formOf(token: Token): Span['form'] {
  if (token.kind === 'quote') return 'quote';
  if (token.kind === 'word') return token.capital ? 'name' : 'words';
  return 'code';
}

/**
 * Spans with nothing but small words between them as one, for values that are free text ("Login is broken on
 * Safari"). `text` is cut out of the request as it stands there.
 */
export function joinSpans(spans: readonly Span[], text: string): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const between = last ? text.slice(last.end, span.start) : '';
    const words = between.trim().split(/\s+/).filter(Boolean);
    if (last && words.every((word) => isSmallWord(word) || INSIDE_NAME.test(word))) {
      joined[joined.length - 1] = {
        ...last,
        end: span.end,
        text: text.slice(last.start, span.end),
        form: 'words',
      };
    } else {
      joined.push(span);
    }
  }
  return joined;
}
