/** Arguments whose values have a known form: lists of things, choices, yes or no, mail addresses. */
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
  const said = choice.options.find((option) => isSaidAs(call.request.text, option));
  if (said !== undefined) call.args.set(param.name, param.kind === 'list' ? [said] : said);
}

/** "as a member": the value, although a member is what the tool is about as well. */
function isSaidAs(text: string, option: string): boolean {
  const words = splitName(option).join('[ _-]');
  return words !== '' && new RegExp(`\\b(?:as|role|status|type)(?: an?| the|:)? ${words}\\b`, 'i').test(text);
}

/** True when the text has the words of the parameter's name, false when they are negated. */
export function fillBoolean(call: DraftCall, param: Param): void {
  if (param.kind !== 'boolean') return;
  const words = param.words.filter((word) => !/^(is|has|only|includ|with|show)$/.test(word));
  if (words.length === 0) return;
  const tokens = findWords(call, words, 0.7) ?? findLacking(call, words);
  if (!tokens) return;
  const isTrue = !isNegated(call, tokens[0]) || !findWords(call, words, 0.7);
  call.args.set(param.name, isTrue);
  for (const token of tokens) call.crossedOut.add(token);
}

/** "uncategorized" is said by "no category" as well: the same beginning, after a word of lacking. */
function findLacking(call: DraftCall, words: readonly string[]): Token[] | undefined {
  const base = /^un(\w{6})/.exec(words.length === 1 ? (words[0] ?? '') : '')?.[1];
  const token = call.request.tokens.find(
    (one) => base !== undefined && one.stem.startsWith(base) && isNegated(call, one),
  );
  return token && [token];
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
