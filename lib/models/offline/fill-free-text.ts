/** Arguments without a form of their own: what stands after a colon, the new value of a change, free words. */
import type { DraftCall } from './draft-call';
import type { Label } from './find-labels';
import { isFreeText, type Param } from './params';
import { joinSpans, spansOf } from './spans';
import { closeness } from './synonyms';
import { unwrapped } from './tokens';

const NEW_VALUE = /^(to|as|into)$/;

/** After a colon, when nothing else claimed it: free text, whatever it holds. */
export function fillTail(call: DraftCall, params: readonly Param[]): void {
  const { text } = call.request;
  const colon = /:\s/.exec(text);
  if (!colon || call.crossedOut.has({ start: colon.index, end: text.length })) return;
  const targets = params.filter((param) => isFreeText(param) && !call.args.has(param.name));
  const target = targets.find((param) => param.required) ?? (call.tool.reads ? undefined : targets[0]);
  const value = unwrapped(text.slice(colon.index + 1));
  if (!target || value === '') return;
  call.args.set(target.name, value);
  call.crossedOut.add({ start: colon.index, end: text.length });
}

/** `note "Thank you"`, `with the note: Thank you`: free text behind its own name, to its closing mark or to the end. */
export function fillLabelledText(call: DraftCall, params: readonly Param[]): void {
  const { tokens, text } = call.request;
  for (const param of params) {
    if (call.tool.reads || !isFreeText(param) || call.args.has(param.name)) continue;
    const at = tokens.findIndex(
      (token) => token.kind === 'word' && param.words.includes(token.stem) && !call.crossedOut.has(token),
    );
    const label = tokens[at];
    const next = tokens
      .slice(at + 1)
      .find((token) => !/^(?:saying|says|reading|is|of|that|:|=)$/i.test(token.text));
    if (!label || !next || label === call.request.verb) continue;
    const isLed = /[:=]\s*$/.test(text.slice(label.end, next.start));
    if (next.kind !== 'quote' && !isLed) continue;
    const end = next.kind === 'quote' ? next.end : text.length;
    call.args.set(param.name, unwrapped(text.slice(next.start, end)));
    call.crossedOut.add({ start: label.start, end });
  }
}

/** Changing something: what stands after the last "to" or "as" is the new value, of what the text names, else of its name. */
export function fillNewValue(call: DraftCall, params: readonly Param[], labels: readonly Label[]): void {
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
  const value =
    last.form === 'quote' ? last.text : unwrapped(text.slice(last.start).replace(/[.!?\s]+$/, ''));
  call.args.set(target.name, value);
  call.crossedOut.add({ start: last.start, end: text.length });
}

/** What a change is made to is named by its id: an unlabelled name is never taken for a new value. */
export function namable(call: DraftCall, params: readonly Param[]): Param[] {
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
export function fillFreeText(call: DraftCall, params: readonly Param[]): void {
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
