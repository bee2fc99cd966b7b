/**
 * What the name of a tool says that it does. Only where it is plain: a word that is a noun as well, or that many tools use
 * for what changes nothing (`create_report`, `run_query`), says nothing here.
 */

const set = (words: string) => new Set(words.split(' '));

/** Takes away or writes over what is there. */
const DESTROYS = set(
  'delete del remove rm erase purge wipe drop destroy truncate overwrite reset uninstall terminate kill revoke cancel discard unlink void clear',
);
/** Changes something, whatever stands behind it. */
const CHANGES = set(
  'update insert upsert write send upload move rename append publish assign commit submit invite pay refund transfer charge deposit withdraw increment decrement broadcast deploy modify patch disable enable click drag press upgrade downgrade rollout rebase restart',
);
/** Changes something only where it is done to a record: what `create_chart` makes is its answer. */
const CHANGES_RECORDS = set(
  'create add make register set post put save edit merge archive close approve reject book import replace reply',
);
const RECORDS = set(
  'customer client contact lead deal order invoice payment account user member employee team role permission group project issue ticket task subtask todo event meeting appointment booking reservation reminder note page file folder directory record row entry entity relation observation table collection column database cluster branch tag label release repository repo comment reply message email mail reaction channel webhook subscription product item category coupon dependency secret pull merge access monitor property engagement index work',
);
/** What comes first in the name of a tool that tells something. */
const READS = set(
  'get list read search find show view fetch count query describe lookup look check inspect browse explain preview simulate validate verify estimate suggest analyze analyse calculate compute compare guide help ask is has can parse format convert render generate summarize detect extract scan test review explore reference retrieve export download watch wait take',
);
/** Last of all: whatever the verb before, this only tells what would be done, or was. */
const TELLS = set(
  'preview lookup risk impact outcome simulation help guide guidance example examples instructions docs estimate quote draft plan',
);
/** Behind a word that is a noun as well: `commit_history`, `order_update_log`. */
const THINGS = set(
  'history status info list log logs count report details schema stats statistics summary template templates options policy type types fees fee rate rates time times date',
);
const NOUNS_TOO = set(
  'commit charge transfer refund deposit invite move upload patch deploy merge post book set file click press drag upgrade rollout restart',
);
const FILLERS = set('a an the new batch bulk mass many multiple api mcp');

/** Done twice, it is done two times. */
const REPEATS = set(
  'append toggle increment decrement increase decrease send pay charge deposit withdraw reply broadcast insert transfer refund forward resend click press drag',
);
const ADDS = set('add increase increment adjust deposit');

export interface Verb {
  word: string;
  /** Null: that cannot be told by it. */
  kind: 'destroys' | 'changes' | null;
  /** Whether a second call does something again. */
  repeats: boolean;
  /** Whether it adds to what is there, if it is given how much. */
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

/** What a tool of this name plainly does to something; null: nothing, or that cannot be told. Destroying counts first. */
export function verbOf(name: string): Verb | null {
  const words = wordsOf(name).filter((word) => !FILLERS.has(word));
  if (TELLS.has(words.at(-1) ?? '') || words.includes('dry')) return null;
  const verbs = places(words).flatMap((at) => verbAt(words, at) ?? []);
  return (
    verbs.find(({ kind }) => kind === 'destroys') ??
    verbs.find(({ kind }) => kind !== null) ??
    verbs[0] ??
    null
  );
}

/** The same of a title or a sentence: what it begins with. `Permanently deletes the order.` */
export function verbOfSentence(text: string): Verb | null {
  const [first = '', second = '', third = ''] = wordsOf(text.slice(0, 200)).filter(
    (word) => !FILLERS.has(word),
  );
  const words = /ly$/.test(first) ? [second, third] : [first, second];
  const [verb = '', object = ''] = words;
  // "Updates on your orders", "Drop-down of ..": no verb.
  if (/^(on|about|of|for|from|to|in|down|and|or|is|are|that|which)$/.test(object)) return null;
  return verbAt([imperative(verb), object], 0) ?? null;
}

/** `deletes` is `delete`, `publishes` is `publish`, `applies` is `apply`. */
function imperative(verb: string): string {
  const forms = [verb, verb.replace(/s$/, ''), verb.replace(/es$/, ''), verb.replace(/ies$/, 'y')];
  return forms.find((form) => isVerb(form)) ?? verb;
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** Where a verb may stand: at the beginning, behind the name of a server, at the end (`order_cancel`), behind "and". */
function places(words: string[]): number[] {
  const joined = words.flatMap((word, at) => (/^(and|or|then)$/.test(word) ? [at + 1] : []));
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
  if (isThing && at < words.length - 1) return undefined;
  const object = singular(words[at + 1] ?? words[at - 1] ?? '');
  const isDone = CHANGES.has(word) || (CHANGES_RECORDS.has(word) && RECORDS.has(object));
  const adds = ADDS.has(word);
  const repeats = REPEATS.has(word);
  if (DESTROYS.has(word)) return { word, kind: 'destroys', repeats, adds };
  if (isDone) return { word, kind: 'changes', repeats, adds };
  return repeats || adds ? { word, kind: null, repeats, adds } : undefined;
}
