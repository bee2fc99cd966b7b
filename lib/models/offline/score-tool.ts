/**
 * How well the offered tools fit the words of a request: rare words count more, what a tool is about more than
 * what its description says, and its act must be the one that is asked for.
 */
import { findDates } from './dates';
import type { Request } from './read-request';
import { actScore, actsOnAnother, loneTool } from './score-act';
import { closest } from './synonyms';
import { CrossedOut } from './tokens';
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
  if (/\bhow much\b|\bearn(?:ed)?\b|\breceived?\b/i.test(request.text))
    words.push({ stem: 'money', weight: 0.6 });
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

interface Word {
  stem: string;
  /** Words of a name say less about which tool is meant. */
  weight: number;
}

function contentWords(request: Request): Word[] {
  const words = new Map<string, number>();
  // "Last month" says when, whatever it is about.
  const dates = new CrossedOut(findDates(request.text, request.now, 'past'));
  request.tokens.forEach((token, index) => {
    if (token === request.verb || token.kind !== 'word' || isSmallWord(token.text) || dates.has(token))
      return;
    const weight = token.capital && index > 0 ? 0.4 : 1;
    words.set(token.stem, Math.max(weight, words.get(token.stem) ?? 0));
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
  if (act === undefined || actsOnAnother(tool, request, question.toolbox)) return 0;
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
  const glosses = tool.params.flatMap((param) => Object.values(param.glosses).flat());
  const hits = { noun: 0, param: 0, described: 0 };
  for (const { stem: word, weight } of words) {
    const worth = weight * (rarity.get(word) ?? 1);
    const inName = closest(word, tool.nouns);
    const inParams = closest(word, paramWords);
    if (inName > 0) hits.noun += 3 * inName * worth;
    else if (inParams > 0) hits.param += (inParams === 1 ? 1.2 : 0.8) * worth;
    else if (closest(word, glosses) > 0) hits.param += 0.8 * worth;
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

/** Acts that nearly every kind of thing has: the verb alone does not say which tool is meant. */
const GENERIC = /^(read|create|update|delete)$/;
const GENERIC_VERBS = /^(add|creat|mak|new|updat|chang|edit|set|delet|remov|show|list|get|find|search)?$/;
