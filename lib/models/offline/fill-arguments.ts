/**
 * A request into the arguments of one tool, by nothing but its schema: first what has a known form (lists of
 * things, dates, numbers, choices), then names, then free text. What was understood is crossed out as it goes.
 */
import { findDates } from './dates';
import type { DraftCall } from './draft-call';
import { fillDates, fillMoments, fillMonths } from './fill-dates';
import { fillNames, fillPronoun } from './fill-names';
import { fillBoolean, fillChoice, fillEmail, fillItems, fillNumbers } from './fill-values';
import type { Param } from './params';
import type { Request } from './read-request';
import { findSpans, joinSpans, type Span } from './spans';
import { closeness, closest } from './synonyms';
import { CrossedOut, type Stretch, type Token } from './tokens';
import type { OfferedTool } from './toolbox';

const FREE_TEXT =
  /^(titl|subject|summary|description|detail|text|body|messag|content|comment|not|reason|prompt|question|instruction|query)$/;
const NEW_VALUE = /^(to|as|into)$/;

export function fillArguments(tool: OfferedTool, request: Request): DraftCall {
  const call: DraftCall = {
    tool,
    request,
    args: new Map(),
    named: [],
    missing: [],
    crossedOut: new CrossedOut(request.verb ? [request.verb] : []),
    leftover: [],
    assumed: [],
  };
  const params = tool.params.filter((param) => param.kind !== 'cursor');
  crossOutNouns(call);
  const labels = findLabels(call, params);
  for (const param of params) fillItems(call, param);
  fillTail(call, params);
  for (const param of params) fillEmail(call, param);
  fillMoments(call, params);
  fillDates(call, params);
  fillNumbers(call, params);
  fillMonths(call, params);
  for (const param of params) fillChoice(call, param);
  for (const param of params) fillBoolean(call, param);
  fillNewValue(call, params, labels);
  fillNames(call, namable(call, params), spansOf(call));
  fillPronoun(call, params);
  fillFreeText(call, params);
  fillGroups(call, params);
  call.missing = params.filter(
    (param) =>
      param.required && !call.args.has(param.name) && !call.named.some((named) => named.param === param),
  );
  call.leftover = spansOf(call).filter((span) => span.form !== 'words');
  return call;
}

function spansOf(call: DraftCall): Span[] {
  return findSpans(call.request.text, call.request.tokens, call.crossedOut);
}

/** Words that only say what the tool is about; they still count as neighbours of names. */
function crossOutNouns(call: DraftCall): void {
  const dates = new CrossedOut(findDates(call.request.text, call.request.now, 'past'));
  const ids = call.tool.params.filter((param) => param.kind === 'id').flatMap((param) => param.words);
  for (const token of call.request.tokens) {
    const isNoun =
      token.kind === 'word' && (closest(token.stem, call.tool.nouns) > 0 || ids.includes(token.stem));
    if (isNoun && !isPartOfName(call, token) && !dates.has(token)) call.crossedOut.add(token);
  }
}

/** "Team" in "Northern Team Ltd": capital, with a capital right beside it. */
function isPartOfName(call: DraftCall, token: Token): boolean {
  if (!token.capital) return false;
  const { tokens, verb } = call.request;
  const at = tokens.indexOf(token);
  return [tokens[at - 1], tokens[at + 1]].some(
    (other) => other?.kind === 'word' && other.capital && other !== verb,
  );
}

interface Label extends Stretch {
  param: Param;
}

/** Where the text says a parameter's own name: "due date", "tax id", "email". */
function findLabels(call: DraftCall, params: readonly Param[]): Label[] {
  const { tokens, text, now } = call.request;
  const dates = new CrossedOut(findDates(text, now, 'past'));
  const labels: Label[] = [];
  for (const param of params) {
    if (param.kind === 'id' || param.kind === 'choice' || param.kind === 'boolean') continue;
    const words = labelWords(param);
    if (words.length === 0) continue;
    const at = tokens.findIndex((_token, index) => {
      const part = tokens.slice(index, index + words.length);
      return (
        part.length === words.length &&
        part.every(
          (one, place) => one.kind === 'word' && one.stem === words[place] && (!one.capital || index === 0),
        )
      );
    });
    const part = tokens.slice(at, at + words.length);
    const [first] = part;
    const last = part.at(-1);
    if (at < 0 || !first || !last || first === call.request.verb || dates.has(first)) continue;
    labels.push({ param, start: first.start, end: last.end });
  }
  // A longer label first: "due date" is not a "date".
  labels.sort((one, other) => other.end - other.start - (one.end - one.start));
  return labels.filter((label) => {
    if (label.param.words.length > 1 || !FREE_TEXT.test(label.param.words[0] ?? ''))
      call.crossedOut.add(label);
    return true;
  });
}

function labelWords(param: Param): string[] {
  return param.words.filter((word) => !/^(new|the)$/.test(word));
}

/** After a colon, when nothing else claimed it: free text, whatever it holds. */
function fillTail(call: DraftCall, params: readonly Param[]): void {
  const { text } = call.request;
  const colon = /:\s/.exec(text);
  if (!colon || call.crossedOut.has({ start: colon.index, end: text.length })) return;
  const targets = params.filter((param) => isFreeText(param) && !call.args.has(param.name));
  const target = targets.find((param) => param.required) ?? (call.tool.reads ? undefined : targets[0]);
  const value = text.slice(colon.index + 1).trim();
  if (!target || value === '') return;
  call.args.set(target.name, value);
  call.crossedOut.add({ start: colon.index, end: text.length });
}

function isFreeText(param: Param): boolean {
  return param.kind === 'text' && param.words.some((word) => FREE_TEXT.test(word));
}

/** Changing something: what stands after the last "to" or "as" is the new value, of what the text names, else of its name. */
function fillNewValue(call: DraftCall, params: readonly Param[], labels: readonly Label[]): void {
  if (call.tool.reads || !/^(update|categorize)$/.test(call.tool.actions[0] ?? '')) return;
  const last = spansOf(call)
    .filter((span) => NEW_VALUE.test(span.lead))
    .at(-1);
  if (!last) return;
  const texts = params.filter((param) => param.kind === 'text' && !call.args.has(param.name));
  const labelled = labels.map((label) => label.param).find((param) => texts.includes(param));
  const isRenaming = /^(renam|call|name)$/.test(call.request.verb?.stem ?? '');
  const named = texts.find((param) => param.words.some((word) => /^(nam|titl)$/.test(word)));
  const target = labelled ?? (isRenaming ? named : undefined);
  if (!target) return;
  const { text } = call.request;
  const value = last.form === 'quote' ? last.text : text.slice(last.start).replace(/[.!?\s]+$/, '');
  call.args.set(target.name, value);
  call.crossedOut.add({ start: last.start, end: text.length });
}

/** What a change is made to is named by its id: an unlabelled name is never taken for a new value. */
function namable(call: DraftCall, params: readonly Param[]): Param[] {
  const changes =
    !call.tool.reads && call.tool.actions[0] !== 'create' && params.some((param) => param.kind === 'id');
  return params.filter((param) => {
    if (call.args.has(param.name) || (isFreeText(param) && !param.required && !call.tool.reads)) return false;
    return (
      !changes ||
      param.kind !== 'text' ||
      !param.words.some((word) => /^(nam|titl)$/.test(word)) ||
      param.required
    );
  });
}

/** Free words that are left are the text a tool must have: "Login is broken on Safari". */
function fillFreeText(call: DraftCall, params: readonly Param[]): void {
  const { text } = call.request;
  const named = params.find((param) => call.args.get(param.name) !== undefined && isTitle(param));
  const required = params.filter(
    (param) => param.kind === 'text' && param.required && !call.args.has(param.name),
  );
  const target =
    required.find(isTitle) ??
    required.find(isFreeText) ??
    required.find((param) => !/^(referenc|cod|key)$/.test(param.words.at(-1) ?? ''));
  const joined = joinSpans(spansOf(call), text);
  const longest = joined.sort((one, other) => other.text.length - one.text.length)[0];
  if (!target || !longest || named === target) return;
  call.args.set(target.name, longest.text);
  call.crossedOut.add(longest);
}

function isTitle(param: Param): boolean {
  return param.words.some((word) => closeness(word, 'titl') > 0);
}

/** Parameters that are objects: their fields are filled like parameters of the tool. */
function fillGroups(call: DraftCall, params: readonly Param[]): void {
  for (const group of params) {
    if (group.kind !== 'group' || call.args.has(group.name) || group.fields.length === 0) continue;
    const inner: DraftCall = { ...call, args: new Map(), named: [] };
    fillMoments(inner, group.fields);
    fillDates(inner, group.fields);
    fillNumbers(inner, group.fields);
    for (const field of group.fields) fillChoice(inner, field);
    for (const field of group.fields) fillBoolean(inner, field);
    fillNames(
      inner,
      group.fields.filter((field) => field.kind === 'text'),
      spansOf(inner),
    );
    const isWhole = group.fields.every((field) => !field.required || inner.args.has(field.name));
    if (inner.args.size > 0 && isWhole) call.args.set(group.name, Object.fromEntries(inner.args));
  }
}
