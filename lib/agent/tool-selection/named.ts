/**
 * Tools that a message names exactly, and servers that it names. A named tool comes first, whatever else matches; tools
 * of a named server come before other matching ones. Names are chosen by others, so they count only if nobody writes
 * them by accident.
 */
import { bounded } from './query';
import { NAMED } from './settings';
import type { ToolIndex } from './tool-index';
import { STOP_WORDS } from './words/stop-words';
import { folded, termsOf, wordsOf } from './words/words';

export interface Named {
  /** Positions. */
  tools: ReadonlySet<number>;
  /** By the number of a server, the factor for the scores of its tools. */
  servers: ReadonlyMap<number, number>;
}

/** The names in a list, computed on first use. */
interface Names {
  /** Positions by the name's words. */
  byWords: Map<string, number[]>;
  mostWords: number;
  /** Servers by their name's words, or by one of them that others hardly use. */
  servers: Map<string, ServerName[]>;
  /** The number of each tool's server. */
  serverOf: Int32Array;
}

interface ServerName {
  server: number;
  /** The share of this server among the tools that use the words. */
  share: number;
  /** The whole name rather than one word of it. */
  isWhole: boolean;
}

/** Joins words; occurs in none. */
const JOINT = ' ';
const LONGEST = { tool: 12, server: 4 };

/** Words between which and a tool's plain name a mention counts: "use find", "the tool search". */
const BEFORE = new Set(
  'use using call calling run invoke try tool nutze benutze verwende rufe werkzeug'.split(' '),
);
const AFTER = new Set(['tool', 'werkzeug']);
/** The same for a server: "in Notion", "with Brave search". */
const BEFORE_SERVER = new Set([
  ...BEFORE,
  ...'in on at from with via through by ask mit in auf aus bei ueber von'.split(' '),
]);
const AFTER_SERVER = new Set([...AFTER, 'tools', 'server', 'mcp']);
const ARTICLES = new Set(['the', 'das']);

const known = new WeakMap<ToolIndex, Names>();

export function namedIn(index: ToolIndex, message: string): Named {
  const names = namesOf(index);
  const text = bounded(message);
  return { tools: toolsNamed(index, names, text), servers: serversNamed(names, text) };
}

/** By position, the number of the server as used in `Named`. */
export function serverNumbers(index: ToolIndex): Int32Array {
  return namesOf(index).serverOf;
}

function toolsNamed({ tools }: ToolIndex, { byWords, mostWords }: Names, text: string): Set<number> {
  const words = wordsOf(text).map(folded);
  const small = text.toLowerCase();
  const found = new Set<number>();
  for (let from = 0; from < words.length; from++) {
    let key = '';
    let longest: readonly number[] = [];
    let end = from;
    for (let to = from; to < words.length && to - from < mostWords; to++) {
      key += (key === '' ? '' : JOINT) + words[to];
      const isAll = from === 0 && to === words.length - 1;
      const named = byWords.get(key)?.filter((at) => {
        const tool = tools[at];
        if (!tool) return false;
        return (
          isAll || isWritten(small, tool.name) || isWritten(small, tool.modelName) || isMeant(words, from, to)
        );
      });
      if (named && named.length > 0) [longest, end] = [named, to];
    }
    for (const at of longest) found.add(at);
    // `list_issues` does not count inside `github__list_issues`.
    if (longest.length > 0) from = end;
  }
  return found;
}

/** Whether a name occurs exactly as spelt. A name without any special sign may be an ordinary word. */
function isWritten(text: string, name: string): boolean {
  if (!/[\p{L}\p{N}][^\p{L}\p{N}\s]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\d/u.test(name)) return false;
  const small = name.toLowerCase();
  for (let at = text.indexOf(small); at >= 0; at = text.indexOf(small, at + 1)) {
    if (!isNamePart(text[at - 1]) && !isNamePart(text[at + small.length])) return true;
  }
  return false;
}

const isNamePart = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_-]/u.test(character);

/** "use find", "the tool list records", "the find tool". */
function isMeant(words: readonly string[], from: number, to: number): boolean {
  if (words.slice(from, to + 1).every((word) => STOP_WORDS.has(word))) return false;
  const before = words[from - 1] ?? '';
  const isUsed = BEFORE.has(ARTICLES.has(before) ? (words[from - 2] ?? '') : before);
  return isUsed || AFTER.has(words[to + 1] ?? '');
}

function serversNamed({ servers }: Names, text: string): Map<number, number> {
  const found = new Map<number, number>();
  if (servers.size === 0) return found;
  for (const words of [plainWords(text), wordsOf(text)]) {
    for (let from = 0; from < words.length; from++) {
      let key = '';
      for (let to = from; to < words.length && to - from < LONGEST.server; to++) {
        key += (key === '' ? '' : JOINT) + words[to];
        for (const { server, share, isWhole } of servers.get(key) ?? []) {
          const isMeant = isServerMeant(words, from, to);
          const factor = 1 + (isMeant ? NAMED.meantServer * (isWhole ? 1 : share) : NAMED.server * share);
          found.set(server, Math.max(found.get(server) ?? 1, factor));
        }
      }
    }
  }
  return found;
}

function isServerMeant(words: readonly string[], from: number, to: number): boolean {
  if (from === 0 && to === words.length - 1) return true;
  return BEFORE_SERVER.has(words[from - 1] ?? '') || AFTER_SERVER.has(words[to + 1] ?? '');
}

/** `GitHub` is one word here. */
function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function namesOf(index: ToolIndex): Names {
  const before = known.get(index);
  if (before) return before;
  const byWords = new Map<string, number[]>();
  const numbers = new Map<string, number>();
  const serverOf = new Int32Array(index.tools.length);
  let mostWords = 0;
  for (const [at, { name, modelName, server }] of index.tools.entries()) {
    for (const one of new Set([name, modelName])) {
      const words = wordsOf(one).map(folded);
      // Numbers in messages mean other things.
      if (!/\p{L}/u.test(one) || words.length > LONGEST.tool) continue;
      mostWords = Math.max(mostWords, words.length);
      const key = words.join(JOINT);
      const same = byWords.get(key);
      if (same === undefined) byWords.set(key, [at]);
      else if (same[same.length - 1] !== at) same.push(at);
    }
    const number = numbers.get(server) ?? numbers.size;
    numbers.set(server, number);
    serverOf[at] = number;
  }
  const made = { byWords, mostWords, serverOf, servers: serverNames(index, numbers, serverOf) };
  known.set(index, made);
  return made;
}

/** A server is named by all words of its name, or by one of them to the degree that only its own tools use it. */
function serverNames(
  index: ToolIndex,
  numbers: ReadonlyMap<string, number>,
  serverOf: Int32Array,
): Map<string, ServerName[]> {
  /** For each wording its servers, and whether it is their whole name. */
  const having = new Map<string, Map<number, boolean>>();
  const add = (key: string, server: number, isWhole: boolean) => {
    const servers = having.get(key) ?? new Map<number, boolean>();
    if (key !== '') having.set(key, servers.set(server, isWhole));
  };
  for (const [server, number] of numbers) {
    for (const words of [plainWords(server), wordsOf(server)]) {
      for (const key of words) add(key, number, false);
      add(words.join(JOINT), number, true);
    }
  }
  const found = new Map<string, ServerName[]>();
  for (const [key, servers] of having) {
    const share = ownShare(index, key, servers, serverOf);
    const names = [...servers].map(([server, isWhole]) => ({ server, share, isWhole }));
    const telling = names.filter(({ isWhole }) => isWhole || share > 0);
    if (telling.length > 0) found.set(key, telling);
  }
  return found;
}

/** The share of these servers among the tools that use the words: 1 if no others do. */
function ownShare(
  index: ToolIndex,
  key: string,
  servers: ReadonlyMap<number, unknown>,
  serverOf: Int32Array,
): number {
  const terms = termsOf(key);
  if (terms.length === 0) return 0;
  // Several adjacent words are hardly ever anything else.
  if (terms.length > 1) return 1;
  const { tools = [] } = index.postings.get(terms[0] ?? '') ?? {};
  let own = 0;
  for (const at of tools) if (servers.has(serverOf[at] ?? -1)) own++;
  return own < tools.length * NAMED.leastShare ? 0 : own / tools.length;
}
