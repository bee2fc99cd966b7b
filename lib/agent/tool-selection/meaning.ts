/**
 * How close tools are to a message in meaning, added to the score of their words: a blend of scores, since fusing ranks
 * equally would harm the words where they are strong. It affects the order, and admits tools that share no word with
 * the message; tools that may not be offered are neither compared nor admitted.
 */
import type { Scores } from './scores';
import { MEANING } from './settings';

/** Cosine similarities of a message with tools, by position in their list; NaN if nothing is known about a tool. */
export type Nearness = Float32Array;

/** How much closeness counts among these tools and for this message. */
export interface Meaning {
  nearness: Nearness;
  /** Over the tools that may be offered. */
  mean: number;
  deviation: number;
  /** What one standard deviation is worth, in points of the word score. */
  scale: number;
}

/**
 * @param highest the word score of the best tool; zero: no tool has any
 * @returns nothing if no tool is closer than the others
 */
export function meaningOf(
  nearness: Nearness,
  permitted: Uint8Array | undefined,
  highest: number,
): Meaning | undefined {
  let [count, sum, squares] = [0, 0, 0];
  for (let at = 0; at < nearness.length; at++) {
    const value = nearness[at] as number;
    if (Number.isNaN(value) || permitted?.[at] === 0) continue;
    count++;
    sum += value;
    squares += value * value;
  }
  const mean = sum / (count || 1);
  const deviation = Math.sqrt(Math.max(0, squares / (count || 1) - mean * mean));
  if (deviation < MEANING.leastDeviation) return undefined;
  const scale = ((highest || 1) * MEANING.weight) / (MEANING.wordsWeight * MEANING.deviations);
  return { nearness, mean, deviation, scale };
}

/** Adds it to the scores of what may be offered. */
export function addMeaning(scores: Scores, meaning: Meaning, permitted: Uint8Array | undefined): void {
  const { values, touched } = scores;
  for (let at = 0; at < meaning.nearness.length; at++) {
    if (permitted?.[at] === 0) continue;
    const words = values[at] as number;
    const part = meaningPart(meaning, at, words);
    if (part === 0) continue;
    if (words === 0) touched[scores.count++] = at;
    values[at] = words + part;
  }
}

/**
 * What it adds to a tool with this word score. Negative for one that is further away than others; tools found by words
 * stay found.
 */
export function meaningPart(
  { nearness, mean, deviation, scale }: Meaning,
  at: number,
  words: number,
): number {
  const value = nearness[at] as number;
  if (Number.isNaN(value)) return 0;
  const deviations = (value - mean) / deviation;
  if (words === 0) return deviations >= MEANING.leastAlone ? deviations * scale : 0;
  return Math.max(deviations * scale, words * (MEANING.leastLeft - 1));
}
