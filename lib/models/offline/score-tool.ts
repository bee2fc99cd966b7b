/**
 * How well the offered tools fit the words of a request: rare words count more, what a tool is about more than
 * what its description says, and its act must be the one that is asked for.
 */
import { type Action, actionFit } from './actions';
import type { Request } from './read-request';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';
import { isSmallWord, splitName, stem } from './words';

interface Question {
  request: Request;
  toolbox: readonly OfferedTool[];
  words: readonly Word[];
  rarity: ReadonlyMap<string, number>;
  lone: OfferedTool | undefined;
}

/** The tools that may be meant, best first. */
export function scoreTools(
  request: Request,
  toolbox: readonly OfferedTool[],
): { tool: OfferedTool; score: number }[] {
  const words = contentWords(request);
  if (/\bhow much\b/i.test(request.text)) words.push({ stem: 'money', weight: 0.6 });
  const question = {
    request,
    toolbox,
    words,
    rarity: rarities(words, toolbox),
    lone: loneTool(request, toolbox),
  };
  return toolbox
    .map((tool) => ({ tool, score: scoreTool(tool, question) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

/** Acts that may come from tools that only read as well: nobody asks these to change anything. */
const HARMLESS = /^(read|calculate|forecast|export|start)$/;

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

/** "Tell me about Halden Optics": nothing but a name, which a tool that reads may try. */
const NAME_ONLY = 0.3;

function takesName(tool: OfferedTool): boolean {
  return tool.params.some(
    (param) => param.kind === 'text' && param.words.some((word) => /^(nam|titl)$/.test(word)),
  );
}

function hasName({ tokens, manner }: Request): boolean {
  return (
    manner === 'question' &&
    tokens.some((token, index) => index > 0 && (token.capital || token.kind === 'quote'))
  );
}

/** What the words of a request find in a tool. */
interface Hits {
  /** In what the tool is about. */
  noun: number;
  /** In its parameters and their allowed values. */
  param: number;
  /** In its description. */
  described: number;
}

function scoreTool(tool: OfferedTool, question: Question): number {
  const { request, words } = question;
  const act = actScore(tool, request);
  if (act === undefined) return 0;
  const hits = countHits(tool, question);
  const sum = hits.noun + hits.param + hits.described;
  const isEvident = tool === question.lone || isSpecific(tool, question, sum);
  if (sum === 0 && !isEvident) return tool.reads && takesName(tool) && hasName(request) ? NAME_ONLY : 0;
  if (!isEvident && !tool.reads && !namesTarget(tool, hits)) return 0;
  const unsaid = tool.nouns.filter(
    (noun) => !words.some(({ stem: word }) => closest(noun, [word]) > 0),
  ).length;
  return sum + act - 0.7 * unsaid - (tool.verified ? 0 : 0.5);
}

function countHits(tool: OfferedTool, { request, words, rarity }: Question): Hits {
  const paramWords = tool.params.flatMap((param) => [...param.words, ...param.options.flatMap(optionStems)]);
  const hits = { noun: 0, param: 0, described: 0 };
  for (const { stem: word, weight } of words) {
    const worth = weight * (rarity.get(word) ?? 1);
    const inName = closest(word, tool.nouns);
    const inParams = closest(word, paramWords);
    if (inName > 0) hits.noun += 3 * inName * worth;
    else if (inParams > 0) hits.param += (inParams === 1 ? 1.2 : 0.8) * worth;
    else if (tool.summaryStems.includes(word)) hits.described += worth;
    else if (tool.aboutStems.includes(word)) hits.described += 0.6 * worth;
  }
  // "Comment on X": the verb is also the thing.
  if (request.verb && closest(request.verb.stem, tool.nouns) > 0) hits.noun += 1.5;
  return hits;
}

/**
 * Whether the request says what is to be changed: by the kind of thing; or, where a name must be looked up anyway
 * and so must exist, by what is to be set ("update X's email").
 */
function namesTarget(tool: OfferedTool, hits: Hits): boolean {
  const needsId = tool.params.some((param) => param.kind === 'id' && param.required);
  return hits.noun > 0 || (needsId && (hits.param > 0 || hits.described >= 1));
}

export const optionStems = (option: string) => splitName(option).map(stem);

/**
 * A verb that says it all ("invite", "archive"): only one tool does that, and nothing else that the request speaks
 * of is foreign to it.
 */
function isSpecific(tool: OfferedTool, { request, words, toolbox }: Question, sum: number): boolean {
  const isSame = (other: OfferedTool) =>
    other.verb === request.verb?.stem ||
    (!GENERIC.test(request.action) && other.actions[0] === request.action);
  if (tool.reads || GENERIC_VERBS.test(tool.verb) || !isSame(tool)) return false;
  const isOnly = toolbox.every((other) => other === tool || other.reads || !isSame(other));
  return isOnly && (sum > 0 || words.every(({ weight }) => weight < 1));
}

/**
 * The only tool that does what is asked, and does it to a thing that it needs the id of: then the kind of thing
 * need not be said. Looking the name up shows whether there is such a thing.
 */
function loneTool(request: Request, toolbox: readonly OfferedTool[]): OfferedTool | undefined {
  if (!isToChange(request)) return undefined;
  const fits = toolbox
    .filter((tool) => !tool.reads)
    .map((tool) => ({ tool, fit: fitOfAct(request, tool.actions[0] ?? '') }));
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  const able = fits.filter(({ fit }) => fit === best && fit > 0);
  const [only] = able;
  return able.length === 1 && only?.tool.params.some((param) => param.kind === 'id' && param.required)
    ? only.tool
    : undefined;
}

/** Acts that nearly every kind of thing has: the verb alone does not say which tool is meant. */
const GENERIC = /^(read|create|update|delete)$/;
const GENERIC_VERBS = /^(add|creat|mak|new|updat|chang|edit|set|delet|remov|show|list|get|find|search)?$/;

/** "Make X inactive" changes, "make an invoice" creates. */
function fitOfAct(request: Request, offered: Action): number {
  const fit = actionFit(request.action, offered);
  return fit === 0 && request.verb?.stem === 'mak' ? 0.9 * actionFit('update', offered) : fit;
}

/** What the act adds; nothing for a tool that may not be considered for it. */
function actScore(tool: OfferedTool, request: Request): number | undefined {
  const fits = tool.actions.map((action, index) => fitOfAct(request, action) * (index === 0 ? 1 : 0.8));
  const nearest = Math.max(...fits);
  // An act that only comes close is meant when the description says the very verb: "use it to assign ...".
  const isSaid = request.verb !== undefined && tool.aboutStems.includes(request.verb.stem);
  const fit = nearest > 0 && isSaid ? Math.max(nearest, 0.9) : nearest;
  if (!tool.reads) {
    if (request.manner !== 'order' || fit === 0) return undefined;
    return 4 * fit + (tool.risk === 'destructive' ? 0 : 0.3);
  }
  // A tool that says it only reads and yet does just that: harmless, says its label.
  if (isToChange(request)) return fit === 1 ? 3 : undefined;
  if (fit === 0) return HARMLESS.test(tool.actions[0] ?? '') && tool.actions[0] !== 'read' ? -0.5 : -1.5;
  const literal = request.verb && tool.verb === request.verb.stem ? 0.5 : 0;
  return 1 + literal + shapeFit(tool, request);
}

/** One thing by its name or number, or many. */
function shapeFit(tool: OfferedTool, request: Request): number {
  const asksForOne = request.tokens.some((token) => token.kind === 'code' || token.kind === 'quote');
  const isNamed = request.tokens.some((token, index) => token.kind === 'word' && token.capital && index > 0);
  const isPlural = request.tokens.some(
    (token) => token.kind === 'word' && !token.capital && isPluralOf(token.text, tool),
  );
  if (isPlural) return tool.many ? 1 : -0.5;
  const hasNoun = request.tokens.some((token) => token.kind === 'word' && tool.nouns.includes(token.stem));
  return (asksForOne || (isNamed && hasNoun)) && !tool.many ? 1 : 0;
}

function isPluralOf(word: string, tool: OfferedTool): boolean {
  return (
    /[^su]s$/i.test(word) && closest(word.toLowerCase().replace(/s$/, '').replace(/e$/, ''), tool.nouns) > 0
  );
}
