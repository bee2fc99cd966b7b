/** The tools of a call as the offline model sees them: words, act, risk and parameters, from nothing but the schemas. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type Action, actionInName, actionOf } from './actions';
import { type Param, readParams } from './params';
import { closest } from './synonyms';
import { isSmallWord, splitName, stem, stemsOf } from './words';

export type Risk = 'read-only' | 'write' | 'destructive';

export interface OfferedTool {
  name: string;
  /** The server's part of the name (`server__tool`), empty for none. */
  server: string;
  /** The name's own words, without the server's. */
  words: string[];
  /** Stems of those that are no verb: what the tool is about. */
  nouns: string[];
  /** What it does; the first is the name's own, others are said by the description. */
  actions: Action[];
  /** The stem of the verb in its name. */
  verb: string;
  risk: Risk;
  /** Whether a card will ask before it runs. */
  asks: boolean;
  /** Whether somebody vouches for what it says of itself. */
  verified: boolean;
  /** The description's first sentence, without the label. */
  summary: string;
  /** What was read of the description. */
  about: string;
  /** Stems of the first sentence, and of all that was read of the description. */
  summaryStems: string[];
  aboutStems: string[];
  params: Param[];
  /** Reads, by its label; or by its verb, where nobody vouches for labels. */
  reads: boolean;
  /** Answers with several things rather than one. */
  many: boolean;
}

const MOST_TOOLS = 400;
/** Finds tools, and gives what is said of them at length: rules read neither. */
const SEARCH = 'search_tools';
/** Characters of a description that are read; the label stands at its end. */
const READ_OF_DESCRIPTION = 800;
const LABEL = /\[(read-only|write|destructive)(, unverified)?\]\s*$/;

/** @param cardless tools that somebody vouches for run without a card */
export function readToolbox(tools: LanguageModelV4CallOptions['tools'], cardless = false): OfferedTool[] {
  const toolbox = (tools ?? [])
    .slice(0, MOST_TOOLS)
    .flatMap((tool) =>
      tool.type === 'function' && tool.name !== SEARCH
        ? [readTool(tool.name, tool.description ?? '', tool.inputSchema)]
        : [],
    );
  if (cardless) for (const tool of toolbox) tool.asks &&= !tool.verified;
  for (const tool of toolbox) tool.params = tool.params.map((param) => withoutForeignId(param, toolbox));
  return toolbox;
}

/** Tells of such things: an id of theirs can be looked up with it. */
function tellsOf(tool: OfferedTool, words: readonly string[], description: string): boolean {
  if (!tool.reads || !tool.many) return false;
  return description.includes(tool.name) || words.every((word) => closest(word, tool.nouns) > 0);
}

/** A "tax id" is no id of a thing here: nothing lists taxes, so it is a text like others. */
function withoutForeignId(param: Param, toolbox: readonly OfferedTool[]): Param {
  if (param.kind !== 'id' || param.required || param.whole || param.words.length === 0) return param;
  const isOurs = toolbox.some((tool) => tellsOf(tool, param.words, param.description));
  return isOurs ? param : { ...param, kind: 'text', words: splitName(param.name).map(stem) };
}

function readTool(name: string, description: string, schema: unknown): OfferedTool {
  const label = LABEL.exec(description.slice(-60));
  const said = description.slice(0, READ_OF_DESCRIPTION).replace(LABEL, '').trim();
  const summary = firstSentence(said);
  const split = name.indexOf('__');
  const words = splitName(split > 0 ? name.slice(split + 2) : name);
  const verbs = readVerbs(words, summary);
  // Without a label nothing is known: then it counts as what does most harm.
  const risk = (label?.[1] ?? 'destructive') as Risk;
  const verified = label !== null && label[2] === undefined;
  const params = readParams(schema);
  return {
    name,
    server: split > 0 ? name.slice(0, split) : '',
    words,
    nouns: words.filter((word, index) => index !== verbs.index && !isSmallWord(word)).map(stem),
    actions: verbs.actions,
    verb: verbs.index >= 0 ? stem(words[verbs.index] ?? '') : '',
    risk,
    asks: risk === 'destructive',
    verified,
    summary,
    about: said,
    summaryStems: stemsOf(summary),
    aboutStems: stemsOf(said, READ_OF_DESCRIPTION),
    params,
    reads: risk === 'read-only' || (!verified && verbs.actions[0] === 'read'),
    many: isMany(words, summary, params),
  };
}

function firstSentence(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return (/^.{4,300}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line.slice(0, 300)).trim();
}

/**
 * The verb among a name's words. A word that is a noun as well ("record", "list") counts only when no clear verb
 * is there; of several, the one that the description begins with (which may be any verb), else the first.
 */
function readVerbs(words: string[], summary: string): { index: number; actions: Action[] } {
  const stems = words.map(stem);
  const opening = stem(/^[A-Za-z-]+/.exec(summary)?.[0] ?? '');
  const candidates = stems.map((_, index) => index).filter((index) => actionInName(stems[index] ?? ''));
  const literal = opening === '' ? -1 : stems.indexOf(opening);
  const index =
    candidates.find((at) => actionOf(stems[at] ?? '')) ?? (literal >= 0 ? literal : (candidates[0] ?? -1));
  // A verb that no list knows is an act of its own.
  const own = index >= 0 ? (actionInName(stems[index] ?? '') ?? stems[index]) : undefined;
  const described = actionInName(opening);
  const actions = [...new Set([own, described].filter((action) => action !== undefined))];
  return { index, actions: actions.length > 0 ? actions : ['read'] };
}

function isMany(words: string[], summary: string, params: Param[]): boolean {
  if (params.some((param) => param.kind === 'cursor')) return true;
  if (words.some((word) => /^(list|search|find|query|all)$/.test(word))) return true;
  const needsId = params.some((param) => param.kind === 'id' && param.required);
  return !needsId && /^(lists?|search(es)?|finds?|shows? all)\b/i.test(summary);
}
