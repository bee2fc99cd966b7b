/**
 * Which of the offered tools a request means. Words first (rare ones count more), then what the tool does, then
 * how well its parameters can be filled. A tool that does more than read is only considered when the request
 * asks for just that act and names what it acts upon: nothing is written on a guess.
 */
import { actionFit } from './actions';
import type { DraftCall } from './draft-call';
import { fillArguments } from './fill-arguments';
import type { Request } from './read-request';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';
import { isSmallWord, splitName } from './words';

export type Choice =
  | { kind: 'chosen'; call: DraftCall }
  /** Several tools that write fit alike. */
  | { kind: 'several'; calls: DraftCall[] }
  /** It asks to change something, and nothing that is offered does that. */
  | { kind: 'cannot-write' }
  | { kind: 'none' };

interface Scored {
  tool: OfferedTool;
  score: number;
}

const FILLED_AT_MOST = 10;
const CLOSE = 0.75;

export function chooseTool(request: Request, toolbox: readonly OfferedTool[]): Choice {
  const words = contentWords(request);
  const rarity = rarities(words, toolbox);
  const scored = toolbox
    .map((tool) => ({ tool, score: scoreWords(tool, request, words, rarity) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, FILLED_AT_MOST);
  const drafts = scored
    .map(({ tool, score }) => {
      const call = fillArguments(tool, request);
      return { call, score: score + scoreFilling(call) };
    })
    .sort((one, other) => other.score - one.score);
  const [best, second] = drafts;
  if (!best || best.score <= 0) return isToChange(request) ? { kind: 'cannot-write' } : { kind: 'none' };
  const isClose =
    second && !best.call.tool.reads && !second.call.tool.reads && best.score - second.score < CLOSE;
  return isClose ? { kind: 'several', calls: [best.call, second.call] } : { kind: 'chosen', call: best.call };
}

/** Acts that may come from tools that only read as well: nobody asks these to change anything. */
const HARMLESS = /^(read|calculate|forecast|export|start|reply)$/;

export function isToChange(request: Request): boolean {
  return request.manner === 'order' && !HARMLESS.test(request.action);
}

interface Word {
  stem: string;
  /** Words of a name or in quotes say less about which tool is meant. */
  weight: number;
}

function contentWords(request: Request): Word[] {
  const words = new Map<string, number>();
  request.tokens.forEach((token, index) => {
    if (token === request.verb || !/^(word|quote)$/.test(token.kind) || isSmallWord(token.text)) return;
    const weight = token.kind === 'quote' ? 0.2 : token.capital && index > 0 ? 0.4 : 1;
    for (const stem of token.kind === 'word' ? [token.stem] : []) {
      words.set(stem, Math.max(weight, words.get(stem) ?? 0));
    }
  });
  return [...words].slice(0, 60).map(([stem, weight]) => ({ stem, weight }));
}

/** Rare words tell more: 1 for one that most tools have, up to 2 and more for one that a single tool has. */
function rarities(words: readonly Word[], toolbox: readonly OfferedTool[]): Map<string, number> {
  const rarity = new Map<string, number>();
  for (const { stem } of words) {
    const having = toolbox.filter((tool) => closest(stem, tool.nouns) > 0).length;
    rarity.set(stem, 1 + Math.log((1 + toolbox.length) / (1 + having)) / 3);
  }
  return rarity;
}

function scoreWords(
  tool: OfferedTool,
  request: Request,
  words: readonly Word[],
  rarity: ReadonlyMap<string, number>,
): number {
  const act = actScore(tool, request);
  if (act === undefined) return 0;
  const paramWords = tool.params.flatMap((param) => [...param.words, ...param.options.flatMap(optionStems)]);
  let named = 0;
  let described = 0;
  for (const { stem, weight } of words) {
    const worth = weight * (rarity.get(stem) ?? 1);
    const inName = closest(stem, tool.nouns);
    const inParams = closest(stem, paramWords);
    if (inName > 0) named += 3 * inName * worth;
    else if (inParams > 0) named += (inParams === 1 ? 1.2 : 0.8) * worth;
    else if (tool.summaryStems.includes(stem)) described += 1 * worth;
    else if (tool.aboutStems.includes(stem)) described += 0.6 * worth;
  }
  const specificVerb = !GENERIC.test(request.action) && tool.actions[0] === request.action;
  if (named + described === 0 && !specificVerb) return 0;
  if (!tool.reads && named === 0 && !specificVerb && described < 1) return 0;
  const unsaid = tool.nouns.filter((noun) => !words.some(({ stem }) => closest(noun, [stem]) > 0)).length;
  return named + described + act - 0.7 * unsaid - (tool.verified ? 0 : 0.5);
}

const optionStems = (option: string) => splitName(option);

/** Acts that nearly every kind of thing has: the verb alone does not say which tool is meant. */
const GENERIC = /^(read|create|update|delete)$/;

/** What the act adds; nothing for a tool that may not be considered for it. */
function actScore(tool: OfferedTool, request: Request): number | undefined {
  const fit = Math.max(
    ...tool.actions.map((action, index) => actionFit(request.action, action) * (index === 0 ? 1 : 0.8)),
  );
  if (!tool.reads) {
    if (request.manner !== 'order' || fit === 0) return undefined;
    return 4 * fit + (tool.risk === 'destructive' ? 0 : 0.3);
  }
  if (isToChange(request)) return undefined;
  if (fit === 0) return HARMLESS.test(tool.actions[0] ?? '') && tool.actions[0] !== 'read' ? -0.5 : -1.5;
  const literal = request.verb && tool.verb === request.verb.stem ? 0.5 : 0;
  return 1 + literal + shapeFit(tool, request);
}

/** One thing by its name or number, or many. */
function shapeFit(tool: OfferedTool, request: Request): number {
  const asksForOne = request.tokens.some((token) => token.kind === 'code' || token.kind === 'quote');
  const isPlural = request.tokens.some(
    (token) => token.kind === 'word' && !token.capital && isPluralOf(token.text, tool),
  );
  if (isPlural) return tool.many ? 1 : -0.5;
  return asksForOne && !tool.many ? 1 : 0;
}

function isPluralOf(word: string, tool: OfferedTool): boolean {
  return (
    /[^su]s$/i.test(word) && closest(word.toLowerCase().replace(/s$/, '').replace(/e$/, ''), tool.nouns) > 0
  );
}

function scoreFilling(call: DraftCall): number {
  const missing = call.missing.length;
  const hopeless = call.tool.reads ? 3 : 1.2;
  return (
    0.4 * Math.min(call.args.size, 4) +
    0.4 * call.named.length -
    hopeless * missing -
    0.6 * call.leftover.length
  );
}
