/**
 * Words that stand for each other, each weighted relative to the word itself. A word that no tool of the list uses can
 * only be found through others, so those count for more then. There are three sources, the same for every list of
 * tools: everyday verbs by what they do (`verbs.ts`), everyday things (`nouns.ts`), and everyday English words used in
 * the same contexts (`word-relations.json`, made by `scripts/word-relations.mjs` from public word vectors).
 */

import { RELATED_WEIGHT } from '../settings';
import { NOUN_CLASSES } from './nouns';
import { VERB_CLASSES } from './verbs';
import relations from './word-relations.json';

export interface Related {
  term: string;
  /** The weight if the tools know the original word, and if they do not. */
  known: number;
  unknown: number;
  /** A synonym: both count as rare as the more common of them. */
  isSame?: true;
}

const NONE: readonly Related[] = [];
const CLASSES = byTerm();
const WORDS = readRelations(relations.words);

/** Terms that stand for this one, other than itself. */
export function relatedTo(term: string): readonly Related[] {
  const same = CLASSES.get(term) ?? NONE;
  const id = WORDS.ids.get(term);
  const from = id === undefined ? 0 : (WORDS.starts[id] ?? 0);
  const to = id === undefined ? 0 : (WORDS.starts[id + 1] ?? 0);
  if (from === to) return same;
  const related = [...same];
  for (let at = from; at < to; at++) {
    const other = WORDS.names[WORDS.others[at] ?? 0] ?? '';
    if (same.some((one) => one.term === other)) continue;
    const closeness = WORDS.closeness[at] ?? 0;
    const { known, unknown } = RELATED_WEIGHT.word;
    related.push({ term: other, known: known * closeness, unknown: unknown * closeness });
  }
  return related;
}

function byTerm(): Map<string, readonly Related[]> {
  const found = new Map<string, Related[]>();
  for (const verbs of VERB_CLASSES) addClass(found, verbs, { ...RELATED_WEIGHT.verb, isSame: true });
  for (const nouns of NOUN_CLASSES) addClass(found, nouns, RELATED_WEIGHT.noun);
  return found;
}

function addClass(
  found: Map<string, Related[]>,
  terms: readonly string[],
  weight: Omit<Related, 'term'>,
): void {
  for (const one of terms) {
    const others = found.get(one) ?? [];
    found.set(one, others);
    for (const term of terms) {
      if (term !== one && !others.some((other) => other.term === term)) others.push({ term, ...weight });
    }
  }
}

/** For each word, by its number, a range of `others` and `closeness`: some 50,000 relations in half a megabyte. */
interface Relations {
  ids: ReadonlyMap<string, number>;
  names: readonly string[];
  starts: Uint32Array;
  others: Uint16Array;
  /** Between 0 and 1. */
  closeness: Float32Array;
}

/** @param rows a word, then words related to it, each with a digit for how close they are; each pair is listed once */
function readRelations(rows: readonly string[]): Relations {
  const ids = new Map<string, number>();
  const idOf = (name: string) => {
    const id = ids.get(name) ?? ids.size;
    ids.set(name, id);
    return id;
  };
  const pairs: [one: number, other: number, closeness: number][] = [];
  for (const row of rows) {
    const [name = '', ...others] = row.split(' ');
    const one = idOf(name);
    for (const related of others) {
      const closeness = 0.35 + Number(related.slice(-1)) / 20;
      const other = idOf(related.slice(0, -1));
      pairs.push([one, other, closeness], [other, one, closeness]);
    }
  }
  const starts = new Uint32Array(ids.size + 1);
  for (const [one] of pairs) starts[one + 1] = (starts[one + 1] ?? 0) + 1;
  for (let id = 0; id < ids.size; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const next = starts.slice();
  const others = new Uint16Array(pairs.length);
  const closeness = new Float32Array(pairs.length);
  for (const [one, other, value] of pairs) {
    const at = next[one] ?? 0;
    next[one] = at + 1;
    others[at] = other;
    closeness[at] = value;
  }
  return { ids, names: [...ids.keys()], starts, others, closeness };
}
