/**
 * What the name of a tool says it does, if that is plain. A word that is also a noun, or that many tools use without
 * changing anything (`create_report`, `run_query`), says nothing here.
 */

const set = (words: string) => new Set(words.split(' '));

/** Deletes or overwrites what is there. */
const DESTROYS = set(
  'delete del remove rm erase purge wipe drop destroy truncate overwrite reset uninstall terminate kill revoke cancel discard unlink void clear',
);
/** Changes something, whatever follows it. */
const CHANGES = set(
  'update insert upsert write send upload move rename append publish assign commit submit invite pay refund transfer charge deposit withdraw increment decrement broadcast deploy modify patch disable enable click drag press upgrade downgrade rollout rebase restart',
);
/** Changes something only if it is done to a record: what `create_chart` makes is its answer. */
const CHANGES_RECORDS = set(
  'create add make register set post put save edit merge archive close approve reject book import replace reply',
);
const RECORDS = set(
  'customer client contact lead deal order invoice payment account user member employee team role permission group project issue ticket task subtask todo event meeting appointment booking reservation reminder note page file folder directory record row entry entity relation observation table collection column database cluster branch tag label release repository repo comment reply message email mail reaction channel webhook subscription product item category coupon dependency secret pull merge access monitor property engagement index work',
);
/** First words in names of tools that only report something. */
const READS = set(
  'get list read search find show view fetch count query describe lookup look check inspect browse explain preview simulate validate verify estimate suggest analyze analyse calculate compute compare guide help ask is has can parse format convert render generate summarize detect extract scan test review explore reference retrieve export download watch wait take',
);
/** As the last word: whatever verb precedes it, the tool only reports what would be done, or was done. */
const TELLS = set(
  'preview lookup risk impact outcome simulation help guide guidance example examples instructions docs estimate quote draft plan',
);
/**
 * Such a tool may also be the one that removes the thing: `delete_draft`, `cancel_plan`. After these, only destroying
 * verbs count.
 */
const THINGS_TOLD = set('draft plan quote estimate example examples');
/** Deletes, and is hardly ever a noun: `shop_delete_customer_details`, but `password_reset_email_templates`. */
const ONLY_DESTROYS = set('delete remove erase purge destroy uninstall terminate revoke');
/**
 * Reports something, but is also a thing that people keep: `list_delete`, `saved_search_remove`, but `preview_delete`.
 */
const KEPT_READS = set('list search query view watch review export download reference');
/** After a word that is a noun as well: `commit_history`, `order_update_log`. */
const THINGS = set(
  'history status info list log logs count report details schema stats statistics summary template templates options policy type types reason reasons fees fee rate rates time times date',
);
/** Of these, the things that people keep. */
const KEPT_THINGS = set('list report template templates options policy schema type types');
const NOUNS_TOO = set(
  'commit charge transfer refund deposit invite move upload patch deploy merge post book set file click press drag upgrade rollout restart',
);
const FILLERS = set('a an the new batch bulk mass many multiple api mcp');

/** Done twice, it takes effect twice. */
const REPEATS = set(
  'append toggle increment decrement increase decrease send pay charge deposit withdraw reply broadcast insert transfer refund forward resend click press drag',
);
const ADDS = set('add increase increment adjust deposit');

export interface Verb {
  word: string;
  /** Null if the name does not tell. */
  kind: 'destroys' | 'changes' | null;
  /** Whether a second call takes effect again. */
  repeats: boolean;
  /** Whether it adds to what is there, if it is given an amount. */
  adds: boolean;
}

export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

/** What a tool of this name plainly does; null if nothing, or if the name does not tell. Destroying counts first. */
export function verbOf(name: string): Verb | null {
  const words = wordsOf(name).filter((word) => !FILLERS.has(word));
  const last = words.at(-1) ?? '';
  if (words.some((word, at) => word === 'dry' && words[at + 1] === 'run')) return null;
  if (TELLS.has(last) && !THINGS_TOLD.has(last)) return null;
  const destroys = words.flatMap((_, at) => destroysAt(words, at) ?? [])[0];
  if (destroys || TELLS.has(last)) return destroys ?? null;
  const verbs = places(words).flatMap((at) => verbAt(words, at) ?? []);
  return verbs.find(({ kind }) => kind !== null) ?? verbs[0] ?? null;
}

/**
 * A destroying verb counts wherever it stands, also after the words of a server or a product, except as the object of a
 * reading verb.
 */
function destroysAt(words: string[], at: number): Verb | undefined {
  const word = words[at] ?? '';
  const last = words.length - 1;
  const next = words[at + 1] ?? '';
  // `deletes_customer`; but `deletes` at the end, or `drops_by_region`, may count them.
  const verb = at === last || PREPOSITION.test(next) ? word : imperative(word);
  const found = DESTROYS.has(verb) && verbAt(words.with(at, verb), at);
  if (!found || isRead(words, at)) return undefined;
  // "del" is also a word of other languages: `datos_del_cliente`.
  return verb === 'del' && at > 1 && at < last ? undefined : { ...found, word };
}

/** Whether the word there is the object of a reading verb before it. */
function isRead(words: string[], at: number): boolean {
  if (JOINS.test(words[at - 1] ?? '')) return false;
  const reads = words.findIndex((word) => READS.has(word));
  if (reads === -1 || reads > at) return false;
  const isEnd = at === words.length - 1 || words[at + 1] === 'by';
  return !(isEnd && reads === at - 1 && KEPT_READS.has(words[reads] ?? ''));
}

const JOINS = /^(and|or|then)$/;
const PREPOSITION = /^(on|about|of|for|from|to|in|by|per|with|at|since|and|or)$/;

/** The same for a title or a sentence, by its beginning: `Permanently deletes the order.` */
export function verbOfSentence(text: string): Verb | null {
  const [first = '', second = '', third = ''] = wordsOf(text.slice(0, 200)).filter(
    (word) => !FILLERS.has(word),
  );
  const words = /ly$/.test(first) ? [second, third] : [first, second];
  const [verb = '', object = ''] = words;
  // "Updates on your orders", "Drop-down of ..": not verbs.
  if (/^(on|about|of|for|from|to|in|down|and|or|is|are|that|which)$/.test(object)) return null;
  return verbAt([imperative(verb), object], 0) ?? null;
}

/** `deletes` is `delete`, `publishes` is `publish`, `applies` is `apply`. */
function imperative(verb: string): string {
  const forms = [verb, verb.replace(/s$/, ''), verb.replace(/es$/, ''), verb.replace(/ies$/, 'y')];
  return forms.find((form) => isVerb(form)) ?? verb;
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** Where a verb may stand: at the beginning, after the name of a server, at the end (`order_cancel`), after "and". */
function places(words: string[]): number[] {
  const joined = words.flatMap((word, at) => (JOINS.test(word) ? [at + 1] : []));
  const reads = words.findIndex((word) => READS.has(word));
  const isFree = (at: number) => at < words.length && (reads === -1 || reads > at);
  const isNamed = words.length > 1 && !isVerb(words[0] ?? '');
  return [...new Set([0, ...(isNamed ? [1] : []), words.length - 1])].filter(isFree).concat(joined);
}

const isVerb = (word: string) => [DESTROYS, CHANGES, CHANGES_RECORDS, READS].some((verbs) => verbs.has(word));

function verbAt(words: string[], at: number): Verb | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const isThing = THINGS.has(words.at(-1) ?? '') && (at > 0 || NOUNS_TOO.has(word));
  if (isThing && !takesAway(words, at) && at < words.length - 1) return undefined;
  const object = singular(words[at + 1] ?? words[at - 1] ?? '');
  const isDone = CHANGES.has(word) || (CHANGES_RECORDS.has(word) && RECORDS.has(object));
  const adds = ADDS.has(word);
  const repeats = REPEATS.has(word);
  if (DESTROYS.has(word)) return { word, kind: 'destroys', repeats, adds };
  if (isDone) return { word, kind: 'changes', repeats, adds };
  return repeats || adds ? { word, kind: null, repeats, adds } : undefined;
}

/** Even though the last word is one that reports: `delete_all_types`, `crm_remove_from_list`, `iam_delete_policy`. */
function takesAway(words: string[], at: number): boolean {
  const [verb = '', object = ''] = words.slice(at);
  if (DESTROYS.has(verb) && /^(all|every|any)$/.test(object)) return true;
  if (!ONLY_DESTROYS.has(verb)) return false;
  const isLast = at + 2 === words.length;
  return isLast ? KEPT_THINGS.has(object) : /^(from|by)$/.test(object) || RECORDS.has(singular(object));
}
