/** Postings and scoring, shared by the index and the memory. BM25, added up term by term. */
import type { Concept } from './query';
import type { Scores } from './scores';
import { SATURATION } from './settings';

/** The postings of a term: positions in the list of tools with the score there, without rarity. */
export interface Postings {
  tools: Int32Array;
  scores: Float32Array;
  /** Higher for rarer terms (BM25's idf). */
  rarity: number;
}

/** BM25's idf of a term that occurs in `having` of `all`. */
export function rarityOf(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

/** BM25's saturation of a weighted count. */
export function saturated(count: number): number {
  return (count * (SATURATION + 1)) / (count + SATURATION);
}

/**
 * Adds to `into` the score of each concept: in each tool that of its best word.
 * @param scratch of the same size, all zero before and after
 */
export function addScores(
  postings: ReadonlyMap<string, Postings>,
  concepts: readonly Concept[],
  into: Scores,
  scratch: Scores,
): void {
  for (const concept of concepts) {
    const { term, related } = concept;
    const own = postings.get(term);
    if (related.length === 0) {
      if (own) into.count = addPostings(own, into, into.count);
      continue;
    }
    const rarest = rarityAmongSame(postings, concept);
    if (own) scratch.count = raiseTo(own, tempered(own.rarity, rarest), scratch, 0);
    for (const other of related) {
      const entry = postings.get(other.term);
      const weight = own ? other.known : other.unknown;
      if (!entry) continue;
      scratch.count = raiseTo(entry, weight * tempered(entry.rarity, rarest), scratch, scratch.count);
    }
    into.count = moveScores(scratch, into, into.count);
  }
}

/** How rare a word may count: no rarer than any synonym, or a tool would be found by its choice of verb. */
export function rarityAmongSame(postings: ReadonlyMap<string, Postings>, { term, related }: Concept): number {
  let least = Number.POSITIVE_INFINITY;
  for (const other of related) {
    if (other.isSame) least = Math.min(least, postings.get(other.term)?.rarity ?? least);
  }
  return least === Number.POSITIVE_INFINITY ? least : Math.min(least, postings.get(term)?.rarity ?? least);
}

/** Whatever exceeds the maximum counts half. */
export function tempered(rarity: number, most: number): number {
  return rarity > most ? (rarity + most) / 2 : rarity;
}

// A search spends its time in the three loops below, so they call no functions.

function addPostings(
  { tools, scores, rarity }: Postings,
  { values, touched }: Scores,
  count: number,
): number {
  let after = count;
  for (let at = 0; at < tools.length; at++) {
    const tool = tools[at] as number;
    const before = values[tool] as number;
    if (before === 0) touched[after++] = tool;
    values[tool] = before + (scores[at] as number) * rarity;
  }
  return after;
}

function raiseTo(
  { tools, scores }: Postings,
  factor: number,
  { values, touched }: Scores,
  count: number,
): number {
  let after = count;
  for (let at = 0; at < tools.length; at++) {
    const tool = tools[at] as number;
    const before = values[tool] as number;
    const score = (scores[at] as number) * factor;
    if (score <= before) continue;
    if (before === 0) touched[after++] = tool;
    values[tool] = score;
  }
  return after;
}

/** Adds all of `from` and leaves it empty. */
function moveScores(from: Scores, { values, touched }: Scores, count: number): number {
  let after = count;
  for (let at = 0; at < from.count; at++) {
    const tool = from.touched[at] as number;
    const before = values[tool] as number;
    if (before === 0) touched[after++] = tool;
    values[tool] = before + (from.values[tool] as number);
    from.values[tool] = 0;
  }
  from.count = 0;
  return after;
}
