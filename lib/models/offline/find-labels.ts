/** Words of a request that only say what a tool or a parameter is about; they are no values, and are crossed out. */
import { findDates } from './dates';
import type { DraftCall } from './draft-call';
import { isFreeText, type Param } from './params';
import { closest } from './synonyms';
import { CrossedOut, type Stretch, type Token } from './tokens';

/** Words that only say what the tool is about; they still count as neighbours of names. */
export function crossOutNouns(call: DraftCall): void {
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

/** Where the text says a parameter's own name: "due date", "tax id", "email". */
export interface Label extends Stretch {
  param: Param;
}

/** The labels of parameters that take a value of their own; a free text's label may as well belong to the text. */
export function crossOutLabels(call: DraftCall, params: readonly Param[]): Label[] {
  const { text, now, verb } = call.request;
  const dates = new CrossedOut(findDates(text, now, 'past'));
  const labels: Label[] = [];
  for (const param of params) {
    if (param.kind === 'id' || param.kind === 'choice' || param.kind === 'boolean') continue;
    const label = findLabel(call.request.tokens, param);
    if (!label || dates.has(label) || label.start === verb?.start) continue;
    labels.push(label);
    if (param.words.length > 1 || !isFreeText(param)) call.crossedOut.add(label);
  }
  // A longer label first: "due date" is not a "date".
  return labels.sort((one, other) => other.end - other.start - (one.end - one.start));
}

/** The words of the name side by side, in small letters unless they begin the request. */
function findLabel(tokens: readonly Token[], param: Param): Label | undefined {
  const words = param.words.filter((word) => word !== 'new');
  const saysWord = (token: Token | undefined, word: string) =>
    token?.kind === 'word' && token.stem === word && (!token.capital || token === tokens[0]);
  const at = tokens.findIndex((_, index) =>
    words.every((word, place) => saysWord(tokens[index + place], word)),
  );
  const first = tokens[at];
  const last = tokens[at + words.length - 1];
  return words.length > 0 && first && last ? { param, start: first.start, end: last.end } : undefined;
}
