/**
 * What a tool most likely does, told by its name and by what its server declares, vouched for or not. For
 * choosing among tools only: what may run is decided by what somebody vouched for, and what nobody annotated asks.
 */
import type { SelectableTool } from './types';
import { type Deed, deedOf, isBaseForm } from './words/verbs';
import { folded, termsOf, wordsOf } from './words/words';

/** Verbs as often as things: in a name they are verbs at its beginning only. `pods_log`, `pull_request`, `page_view`. */
const MOSTLY_THINGS =
  wordSet(`log record request order plan post mail book share store report import transfer release
  schedule purchase copy draft set build trigger access archive answer measure rank review estimate print share patch`);

/** What they make is handed over and kept nowhere. */
const MAKES = wordSet('generate produce compose draft render draw plot convert translate');

/** `API-post-search`: how the request is sent, and then what it does. */
const SENT_AS = wordSet('post put');
const LOOKS_FOR = wordSet('search query find list lookup');

/** After these a second verb counts: `get_or_create`. */
const AND = wordSet('and or und oder');

const REPLACES = wordSet('replace ersetze ersetzen');

/** What is known of it by declaration alone. */
function declaredReadOnly({ declared }: SelectableTool): boolean | undefined {
  const { readOnlyHint, destructiveHint } = Object(declared) as Record<string, unknown>;
  if (destructiveHint === true || readOnlyHint === false) return false;
  return readOnlyHint === true ? true : undefined;
}

/** Whether somebody vouches for what the tool declares, and it declares what it does. */
export function isAnnotated(tool: SelectableTool): boolean {
  return tool.trusted && (tool.risk !== 'destructive' || declaredReadOnly(tool) !== undefined);
}

/** Undefined where nothing tells. A server's word that a tool only reads is taken unless its name says that it destroys. */
export function likelyDeed(tool: SelectableTool): Deed | undefined {
  const named = deedOfName(tool.name, tool.server);
  return declaredReadOnly(tool) === true && named !== 'destroys' ? 'reads' : named;
}

/**
 * The verb of a name: `list_pull_requests` lists, `customers_delete` deletes, `kubectl_logs` says nothing.
 * @param server what stands before the name, as in `slack_post_message`, may be its
 */
export function deedOfName(name: string, server = ''): Deed | undefined {
  const words = withoutPrefix(wordsOf(name).map(folded), wordsOf(server).map(folded));
  const verbs = words.flatMap((word, at) => {
    const deed = isVerbAt(words, at) ? deedOf(termsOf(word)[0] ?? '') : undefined;
    return deed === undefined ? [] : [{ word, at, deed }];
  });
  const [first, second] = verbs;
  if (!first) return undefined;
  const last = verbs[verbs.length - 1];
  if (SENT_AS.has(first.word) && last && last.at === words.length - 1 && LOOKS_FOR.has(last.word)) {
    return 'reads';
  }
  if (MAKES.has(first.word)) return undefined;
  if (first.deed !== 'reads' || !second || second.deed === 'reads') return first.deed;
  const isJoined = AND.has(words[second.at - 1] ?? '') || REPLACES.has(second.word);
  return isJoined ? second.deed : first.deed;
}

function withoutPrefix(words: string[], server: readonly string[]): string[] {
  let start = 0;
  const isPrefix = (word = '') => word === 'api' || server.includes(word);
  while (start < words.length - 1 && isPrefix(words[start])) start++;
  return words.slice(start);
}

function isVerbAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (!isBaseForm(word)) return false;
  return at === 0 || !MOSTLY_THINGS.has(word);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
