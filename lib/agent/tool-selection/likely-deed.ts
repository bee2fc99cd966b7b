/**
 * What a tool most likely does, judged by its name and by what its server declares, vouched for or not. Only for
 * selecting tools: what may run is decided by vouched annotations, and unannotated tools ask.
 */
import type { SelectableTool } from './types';
import { type Deed, deedOf, isBaseForm } from './words/verbs';
import { folded, termsOf, wordsOf } from './words/words';

/** As often nouns as verbs: in a name they are verbs only at its beginning. `pods_log`, `pull_request`, `page_view`. */
const MOSTLY_THINGS =
  wordSet(`log record request order plan post mail book share store report import transfer release
  schedule purchase copy draft set build trigger access archive answer measure rank review estimate print share patch`);

/** What they make is returned and stored nowhere. */
const MAKES = wordSet('generate produce compose draft render draw plot convert translate');

/** `API-post-search`: first how the request is sent, then what it does. */
const SENT_AS = wordSet('post put');
const LOOKS_FOR = wordSet('search query find list lookup');

/** After these a second verb counts: `get_or_create`. */
const AND = wordSet('and or und oder');

const REPLACES = wordSet('replace ersetze ersetzen');

/** What it declares, considered on its own. */
function declaredReadOnly({ declared }: SelectableTool): boolean | undefined {
  const { readOnlyHint, destructiveHint } = Object(declared) as Record<string, unknown>;
  if (destructiveHint === true || readOnlyHint === false) return false;
  return readOnlyHint === true ? true : undefined;
}

/** Whether what the tool declares is vouched for, and it declares what it does. */
export function isAnnotated(tool: SelectableTool): boolean {
  return tool.trusted && (tool.risk !== 'destructive' || declaredReadOnly(tool) !== undefined);
}

/**
 * Undefined if nothing tells. A server's claim that a tool only reads is accepted unless the name says that it
 * destroys.
 */
export function likelyDeed(tool: SelectableTool): Deed | undefined {
  const named = deedOfName(tool.name, tool.server);
  return declaredReadOnly(tool) === true && named !== 'destroys' ? 'reads' : named;
}

/**
 * The verb in a name: `list_pull_requests` lists, `customers_delete` deletes, `kubectl_logs` says nothing.
 * @param server a prefix of the name, as in `slack_post_message`, may be its name
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
