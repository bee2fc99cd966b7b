/** "The last invoice", "the biggest draft": one thing to act upon, named by its place among others. */
import type { DraftCall, NamedId, Pick } from './draft-call';
import { type Match, mentionsWords } from './match-row';
import { readOrder, sortRows } from './order';
import { listsNewestFirst } from './pages';
import type { Param } from './params';
import type { Row } from './rows';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';
import { isSmallWord } from './words';

/** Reads which one is meant, and crosses the words out; `finishPick` gives it to the id. */
export function readPick(call: DraftCall): { pick: Pick; param: Param } | undefined {
  const { request, tool } = call;
  const order = tool.reads ? undefined : readOrder(request, tool);
  if (order?.count !== 1) return undefined;
  const behind = request.tokens.filter((token) => token.start >= order.end);
  const ids = tool.params.filter((param) => param.kind === 'id' && param.required);
  const isThing = (param: Param, stem: string) =>
    closest(stem, param.words.length > 0 ? param.words : tool.nouns) > 0;
  const at = behind.findIndex((token) => ids.some((param) => isThing(param, token.stem)));
  const noun = behind[at];
  const param = noun && ids.find((one) => isThing(one, noun.stem));
  // Right before the thing, with a word or two between: "the latest draft invoice".
  if (!noun || !param || at > 2) return undefined;
  const between = behind.slice(0, at).filter((token) => token.kind === 'word' && !isSmallWord(token.text));
  call.crossedOut.add({ start: order.start, end: noun.end });
  return { pick: { order, qualifiers: between.map((token) => token.text) }, param };
}

export function finishPick(call: DraftCall, found: { pick: Pick; param: Param } | undefined): void {
  if (!found || call.args.has(found.param.name)) return;
  const { pick, param } = found;
  const named = call.named.find((one) => one.param === param);
  const thing = param.words.length > 0 ? param.words : call.tool.nouns;
  if (named) named.pick = pick;
  else call.named.push({ param, thing, text: '', list: false, pronoun: false, pick });
}

/** @param isWhole whether these are all rows there are */
export function pickRow(rows: readonly Row[], named: NamedId, tool: OfferedTool, isWhole: boolean): Match {
  const { pick, text } = named;
  if (!pick) return { kind: 'none' };
  const words = [text, ...pick.qualifiers].filter((word) => word !== '');
  const able = rows.filter((row) => words.every((word) => mentionsWords(row, word)));
  const [row] = sortRows(able, pick.order)?.rows ?? [];
  if (able.length === 0 || !row) return { kind: 'none' };
  const isSure = isWhole || listsNewestFirst(tool, pick.order);
  return isSure ? { kind: 'one', row, exact: true } : { kind: 'several', rows: able.slice(0, 8) };
}
