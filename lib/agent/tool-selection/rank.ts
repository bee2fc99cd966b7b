/**
 * Ranks a list's tools for a message. What may not be offered is excluded before anything is compared, so that it takes
 * no places. Whether a tool only reads affects the order a little, and never what is permitted.
 */
import { intentOf } from './intent';
import { isAnnotated, likelyDeed } from './likely-deed';
import { addMeaning, type Meaning, meaningOf, meaningPart, type Nearness } from './meaning';
import { type Memory, memoryScores } from './memory';
import { type Named, namedIn, serverNumbers } from './named';
import { addScores } from './postings';
import { type Concept, type Query, queryOf } from './query';
import { add, best, clearScores, highest, raise, type Scores, scoresFor } from './scores';
import { PRIOR, PRIOR_LIKELY_READS, SENTENCE_WEIGHT } from './settings';
import { scoreByField, type ToolIndex } from './tool-index';
import type { Hit, ScoreParts, SelectableTool } from './types';

export interface RankOptions {
  /** By position, whether a tool may be ranked: 1 or 0. All by default. */
  permitted?: Uint8Array;
  memory?: Memory;
  /** How close the tools are in meaning, if known. By default only their words count. */
  nearness?: Nearness | undefined;
  /** Whether read-only tools come first for a message that only asks to see something. True by default. */
  prior?: boolean;
  /** How many are wanted. */
  limit: number;
  /** Whether each hit includes the parts of its score, which doubles the cost. */
  explain?: boolean;
}

/** Buffers by index, since turns use the same one again and again. */
interface Room {
  total: Scores;
  sentences: Scores;
  one: Scores;
  scratch: Scores;
  /** What is subtracted from each tool's score if a message only asks to see something. */
  priors: Float64Array;
  /** The number of each tool's server. */
  servers: Int32Array;
}
const rooms = new WeakMap<ToolIndex, Room>();

/** What was found out about a message, apart from the scores. */
interface Comparison {
  query: Query;
  /** The weight of a point in each sentence. */
  factors: number[];
  /** By position. */
  memory: ReadonlyMap<number, number>;
  meaning: Meaning | undefined;
  onlyReads: boolean;
  named: Named;
  /** The bonus for a tool that the message names exactly. */
  top: number;
}

/** The best tools, best first; tools that have nothing to do with the message are left out. */
export function rank<Tool extends SelectableTool>(
  index: ToolIndex<Tool>,
  message: string,
  options: RankOptions,
): Hit<Tool>[] {
  const room = roomOf(index);
  try {
    const comparison = compare(index, message, options, room);
    return best(room.total, options.limit).flatMap((position) => {
      const tool = index.tools[position];
      const score = room.total.values[position] ?? 0;
      if (!tool) return [];
      const hit: Hit<Tool> = { tool, score };
      if (comparison.named.tools.has(position)) hit.isNamed = true;
      return [options.explain ? { ...hit, parts: partsOf(index, position, comparison, room) } : hit];
    });
  } finally {
    for (const scores of [room.total, room.sentences, room.one, room.scratch]) clearScores(scores);
  }
}

function roomOf(index: ToolIndex): Room {
  const known = rooms.get(index);
  if (known) return known;
  const scores = () => scoresFor(index.tools.length);
  const priors = Float64Array.from(index.tools, priorOf);
  const servers = serverNumbers(index);
  const made = { total: scores(), sentences: scores(), one: scores(), scratch: scores(), priors, servers };
  rooms.set(index, made);
  return made;
}

function priorOf(tool: SelectableTool): number {
  return !isAnnotated(tool) && likelyDeed(tool) === 'reads' ? PRIOR_LIKELY_READS : PRIOR[tool.risk];
}

/** Leaves the scores in `room.total`. */
function compare(index: ToolIndex, message: string, options: RankOptions, room: Room): Comparison {
  const { permitted, memory, nearness } = options;
  const query = queryOf(message);
  addScores(index.postings, query.whole, room.total, room.scratch);
  leaveOut(room.total, permitted);
  const scale = SENTENCE_WEIGHT * highest(room.total);
  const factors = query.sentences.map((sentence) => addSentence(index, sentence, scale, permitted, room));
  moveInto(room.total, room.sentences);
  const meaning = nearness && meaningOf(nearness, permitted, highest(room.total));
  if (meaning) addMeaning(room.total, meaning, permitted);
  const remembered = memory
    ? memoryScores(memory, index, query.whole, room.one, room.scratch)
    : new Map<number, number>();
  for (const [position, score] of remembered) {
    if (!permitted || permitted[position] === 1) add(room.total, position, score);
  }
  const onlyReads = options.prior !== false && intentOf(message).onlyReads;
  if (onlyReads) applyPrior(room.total, room.priors);
  const named = namedIn(index, message);
  if (named.servers.size > 0) favour(room.total, room.servers, named);
  const top = highest(room.total) + 1;
  for (const position of named.tools) {
    if (!permitted || permitted[position] === 1) add(room.total, position, top);
  }
  return { query, factors, memory: remembered, meaning, onlyReads, named, top };
}

/**
 * Raises `room.sentences` to this sentence's scores, normalised so that the best tools of all sentences are equal.
 * Returns the factor for that.
 */
function addSentence(
  index: ToolIndex,
  sentence: readonly Concept[],
  scale: number,
  permitted: Uint8Array | undefined,
  { one, sentences, scratch }: Room,
): number {
  addScores(index.postings, sentence, one, scratch);
  leaveOut(one, permitted);
  const factor = scale / (highest(one) || 1);
  for (let at = 0; at < one.count; at++) {
    const tool = one.touched[at] ?? 0;
    raise(sentences, tool, (one.values[tool] ?? 0) * factor);
  }
  clearScores(one);
  return factor;
}

function moveInto(total: Scores, sentences: Scores): void {
  for (let at = 0; at < sentences.count; at++) {
    const tool = sentences.touched[at] ?? 0;
    add(total, tool, sentences.values[tool] ?? 0);
  }
}

/** Removes the scores of what may not be offered. */
function leaveOut(scores: Scores, permitted: Uint8Array | undefined): void {
  if (!permitted) return;
  let kept = 0;
  for (let at = 0; at < scores.count; at++) {
    const tool = scores.touched[at] ?? 0;
    if (permitted[tool] === 1) scores.touched[kept++] = tool;
    else scores.values[tool] = 0;
  }
  scores.count = kept;
}

function applyPrior({ values, touched, count }: Scores, priors: Float64Array): void {
  for (let at = 0; at < count; at++) {
    const position = touched[at] as number;
    values[position] = (values[position] as number) * (1 - (priors[position] as number));
  }
}

function favour({ values, touched, count }: Scores, servers: Int32Array, named: Named): void {
  for (let at = 0; at < count; at++) {
    const position = touched[at] as number;
    const factor = named.servers.get(servers[position] as number);
    if (factor !== undefined) values[position] = (values[position] as number) * factor;
  }
}

/** The parts of one tool's score. */
function partsOf(index: ToolIndex, position: number, comparison: Comparison, room: Room): ScoreParts {
  const { query, factors, memory, meaning, onlyReads, named, top } = comparison;
  const whole = scoreByField(index, position, query.whole);
  let sentence: typeof whole | undefined;
  let most = 0;
  for (const [at, concepts] of query.sentences.entries()) {
    const parts = scaled(scoreByField(index, position, concepts), factors[at] ?? 0);
    const sum = sumOf(parts);
    if (sum > most) [sentence, most] = [parts, sum];
  }
  const words = { ...whole };
  for (const [field, value] of Object.entries(sentence ?? {})) words[field as keyof typeof whole] += value;
  const near = meaning ? meaningPart(meaning, position, sumOf(words)) : 0;
  const parts = { ...words, memory: memory.get(position) ?? 0, meaning: near };
  const all = sumOf(parts);
  const prior = onlyReads ? -all * (room.priors[position] ?? 0) : 0;
  const factor = named.servers.get(room.servers[position] ?? -1) ?? 1;
  return { ...parts, prior, named: (all + prior) * (factor - 1) + (named.tools.has(position) ? top : 0) };
}

function scaled<Parts extends Record<string, number>>(parts: Parts, factor: number): Parts {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value * factor])) as Parts;
}

function sumOf(parts: Record<string, number>): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}
