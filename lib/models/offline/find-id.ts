/**
 * Where an id comes from that the text names only by a name: a tool that lists such things, found by what the
 * parameter says ("find it with ...") or by words, and asked with its text filter when it has one.
 */
import type { DraftCall, NamedId } from './draft-call';
import { mostRows } from './pages';
import type { Param } from './params';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';

/** A call that reads, to learn an id. */
export interface Lookup {
  tool: OfferedTool;
  input: Record<string, unknown>;
}

const FILTER_WORDS =
  /^(search|query|q|text|term|keyword|filter|contain|match|find|nam|titl|summary|subject)$/;
const CODE_WORDS = /^(referenc|ref|number|cod|key)$/;

/** The lookups to try for a named id, the likeliest first; at most two. */
export function lookupsFor(named: NamedId, call: DraftCall, toolbox: readonly OfferedTool[]): Lookup[] {
  return toolbox
    .map((tool) => ({ tool, fit: supplierFit(tool, named, call) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .map(({ tool }) => lookupWith(tool, named.text))
    .filter((lookup) => lookup !== undefined)
    .slice(0, 2);
}

/** The same lookup with only the beginning of the name: to say what comes close, never to choose it. */
export function widerLookup({ tool, input }: Lookup, text: string): Lookup | undefined {
  const filter = filterFor(tool, text);
  const beginning = /^[\p{L}\p{N}]{3}/u.exec(text)?.[0];
  if (!filter || beginning === undefined || beginning === text) return undefined;
  return { tool, input: { ...input, [filter.name]: beginning } };
}

/** How well a tool tells the ids of a thing; 0 for one that does not. */
function supplierFit(tool: OfferedTool, named: NamedId, call: DraftCall): number {
  const sameServer = tool.server === call.tool.server;
  if (!tool.reads || !tool.many || !(tool.verified || sameServer)) return 0;
  const isNamed = new RegExp(`(?<![\\w-])${escapeForPattern(tool.name)}(?![\\w-])`).test(
    named.param.description,
  );
  const known = named.thing.filter((word) => closest(word, tool.nouns) > 0).length;
  if (!isNamed && (named.thing.length === 0 || known < named.thing.length)) return 0;
  const other = tool.nouns.filter((noun) => closest(noun, named.thing) === 0).length;
  return (
    (isNamed ? 10 : 0) + known * 3 - other + (sameServer ? 2 : 0) + (filterFor(tool, named.text) ? 1 : 0)
  );
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function lookupWith(tool: OfferedTool, text: string): Lookup | undefined {
  const filter = filterFor(tool, text);
  const others = tool.params.filter((param) => param.required && param !== filter);
  if (others.length > 0) return undefined;
  if (filter) return { tool, input: Object.fromEntries([[filter.name, text]]) };
  return { tool, input: Object.fromEntries(mostRows(tool)) };
}

/** The parameter that takes a part of the name; for a number such as INV-1 one that takes a reference. */
function filterFor(tool: OfferedTool, text: string): Param | undefined {
  if (text === '') return undefined;
  const texts = tool.params.filter((param) => param.kind === 'text');
  const isCode = /^[#\w]+[-_#]?\d[\w-]*$/.test(text);
  const code = texts.find((param) => param.words.some((word) => CODE_WORDS.test(word)));
  const free = texts.find((param) => param.words.some((word) => FILTER_WORDS.test(word)));
  return isCode ? (code ?? free) : free;
}
