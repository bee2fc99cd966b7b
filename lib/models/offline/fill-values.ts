/** Arguments whose values have a known form: lists of things, choices, yes or no, mail addresses. */
import type { DraftCall } from './draft-call';
import { excludeValue, negationBefore } from './exclusions';
import { findItems, takesItems } from './line-items';
import type { Param } from './params';
import { closeness, closest } from './synonyms';
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
  // "From the old one to the new one".
  const led = found.find((token) => /\bto $/i.test(call.request.text.slice(0, token.start)));
  const taken = param.kind === 'list' ? found : led ? [led] : found.slice(0, 1);
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
  if (choice?.kind !== 'choice' || call.args.has(param.name) || asksWhether(call)) return;
  for (const enough of [1, 0.7]) {
    for (const option of choice.options) {
      // "in" and "out" are values only in so many words.
      if (isSmallWord(option) && !call.request.text.includes(`${param.name} ${option}`)) continue;
      const tokens = findWords(call, splitName(option).map(stem), enough);
      if (!tokens) continue;
      if (isNegated(call, tokens[0])) {
        if (call.tool.reads && enough === 1) withoutOption(call, param, choice, option, tokens);
        continue;
      }
      call.args.set(param.name, param.kind === 'list' ? [option] : option);
      for (const token of tokens) call.crossedOut.add(token);
      return;
    }
  }
  const described = choice.options.find((option) => findGloss(call, choice, option));
  if (described !== undefined) call.args.set(param.name, param.kind === 'list' ? [described] : described);
  if (described !== undefined) return;
  const said = choice.options.find((option) => isSaidAs(call.request.text, option));
  if (said !== undefined) call.args.set(param.name, param.kind === 'list' ? [said] : said);
}

/** "Is INV-1 paid?" asks about that one, and is no filter. */
function asksWhether({ tool, request }: DraftCall): boolean {
  const isOne = request.tokens.some((token) => token.kind === 'code');
  return tool.reads && isOne && /^(?:is|was|has|did|does)\b/i.test(request.text);
}

/** "What did we earn": the value that the schema describes as money received. Only for what reads. */
function findGloss(call: DraftCall, choice: Param, option: string): boolean {
  const glosses = Object.hasOwn(choice.glosses, option)
    ? (choice.glosses[option] ?? []).filter((word) => closest(word, call.tool.nouns) === 0)
    : [];
  const tokens = call.tool.reads
    ? glosses.map((word) => findWords(call, [word], 0.7)).find((found) => found && !isNegated(call, found[0]))
    : undefined;
  for (const token of tokens ?? []) call.crossedOut.add(token);
  return tokens !== undefined;
}

/** "Not closed": of two values the other one, of more every row that has another. */
function withoutOption(call: DraftCall, param: Param, choice: Param, option: string, tokens: Token[]): void {
  const [first] = tokens;
  const others = choice.options.filter((other) => other !== option);
  if (!first) return;
  if (others.length === 1) call.args.set(param.name, param.kind === 'list' ? others : others[0]);
  if (others.length > 1)
    excludeValue(call, param, option, { start: first.start, end: tokens.at(-1)?.end ?? first.end });
  for (const token of tokens) call.crossedOut.add(token);
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
  if (call.args.has(param.name) || asksWhether(call)) return;
  const tokens = findWords(call, words, 0.7) ?? findOpenMoney(call, words);
  if (!tokens) return;
  const [first] = tokens;
  const isTrue = !isNegated(call, first);
  // "true: only such": then false filters nothing, and the rows themselves must tell.
  if (!isTrue && first && call.tool.reads && /\bonly\b/i.test(param.description))
    excludeValue(call, param, true, first);
  else call.args.set(param.name, isTrue);
  for (const token of tokens) call.crossedOut.add(token);
}

/** "Open" said of money or invoices is "outstanding". */
function findOpenMoney(call: DraftCall, words: readonly string[]): Token[] | undefined {
  if (words.length !== 1 || closeness(words[0] ?? '', 'outstand') === 0) return undefined;
  const { tokens } = call.request;
  const open = tokens.find(
    (token, at) =>
      token.stem === 'open' &&
      !call.crossedOut.has(token) &&
      /^(?:amount|balanc|invoic|bill|debt|sum)$/.test(tokens[at + 1]?.stem ?? ''),
  );
  return open && [open];
}

/** "uncategorized" is said by "no category" as well, "unpaid" by "not paid": the same beginning, negated. */
export function fillLacking(call: DraftCall, param: Param): void {
  if (param.kind !== 'boolean' || param.words.length !== 1) return;
  const base = /^un(\w{4,6})/.exec(param.words[0] ?? '')?.[1];
  const token = call.request.tokens.find(
    (one) => base !== undefined && one.text.toLowerCase().startsWith(base) && isNegated(call, one),
  );
  if (!token) return;
  call.args.set(param.name, true);
  call.crossedOut.add({
    start: negationBefore(call.request.text, token.start) ?? token.start,
    end: token.end,
  });
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
  return token !== undefined && negationBefore(call.request.text, token.start) !== undefined;
}
