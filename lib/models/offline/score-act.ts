/** Whether a tool does what a request asks for: read, change, destroy; one thing, or many. */
import { type Action, actionFit } from './actions';
import type { Request } from './read-request';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';

/** Acts that may come from tools that only read as well: nobody asks these to change anything. */
const HARMLESS = /^(read|calculate|forecast)$/;

export function isToChange(request: Request): boolean {
  return request.manner === 'order' && !HARMLESS.test(request.action);
}

/**
 * The only tool that does what is asked, and does it to a thing that it needs the id of: then the kind of thing
 * need not be said. Looking the name up shows whether there is such a thing.
 */
export function loneTool(request: Request, toolbox: readonly OfferedTool[]): OfferedTool | undefined {
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

/** "Make X inactive" changes, "make an invoice" creates. */
function fitOfAct(request: Request, offered: Action): number {
  const fit = actionFit(request.action, offered);
  return fit === 0 && request.verb?.stem === 'mak' ? 0.9 * actionFit('update', offered) : fit;
}

/** "Add a note to invoice D-1": a detail of something that is there already. */
function addsDetail(tool: OfferedTool, { tokens, verb }: Request): boolean {
  const at = tokens.findIndex((token) => /^to$/i.test(token.text));
  if (verb?.stem !== 'ad' && verb?.stem !== 'add') return false;
  const details = tool.params.filter((param) => param.kind !== 'id' && param.kind !== 'list');
  const said = tokens.slice(1, Math.max(1, at));
  return (
    tool.actions[0] === 'update' &&
    said.some((token) => details.some((param) => closest(token.stem, param.words) === 1)) &&
    !said.some((token) => closest(token.stem, tool.nouns) > 0)
  );
}

const COMPLEMENT = /^(?:of|for|from|to|in|with|by|on|as|at|about|into|under|:)$/i;

/**
 * The kind of thing that is acted upon: the last one before "of" and its like, so "invoices" in "delete the draft
 * invoices of customer X", where the customer only says whose they are.
 */
function objectOf({ tokens, verb }: Request, toolbox: readonly OfferedTool[]): string | undefined {
  const from = verb ? tokens.indexOf(verb) + 1 : 0;
  const rest = tokens.slice(from);
  const end = rest.findIndex((token) => COMPLEMENT.test(token.text));
  const phrase = rest.slice(0, end < 0 ? undefined : end);
  const isKind = (stem: string) => toolbox.some((tool) => !tool.reads && closest(stem, tool.nouns) > 0);
  return phrase.findLast((token) => token.kind === 'word' && !token.capital && isKind(token.stem))?.stem;
}

/** Whether another tool does the same act to just what is acted upon, and this one does not. */
export function actsOnAnother(tool: OfferedTool, request: Request, toolbox: readonly OfferedTool[]): boolean {
  const object = tool.reads ? undefined : objectOf(request, toolbox);
  if (object === undefined || closest(object, tool.nouns) > 0) return false;
  if (tool.params.some((param) => closest(object, param.words) > 0)) return false;
  return toolbox.some(
    (other) =>
      !other.reads &&
      other.actions[0] === tool.actions[0] &&
      closest(object, other.nouns) > 0 &&
      other !== tool,
  );
}

/** What the act adds; nothing for a tool that may not be considered for it. */
export function actScore(tool: OfferedTool, request: Request): number | undefined {
  const fits = tool.actions.map((action, index) => fitOfAct(request, action) * (index === 0 ? 1 : 0.8));
  const nearest = addsDetail(tool, request) ? 1.2 : Math.max(...fits);
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
