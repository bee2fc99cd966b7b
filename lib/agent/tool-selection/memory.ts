/**
 * Messages for which a tool was actually used, of one team: a similar message counts in favour of that tool. A word of
 * them counts only as far as the tool's own text does not contain it already, and by how few of the remembered tools it
 * was used for: thus a tool with many messages gains nothing over its neighbour through words that describe both.
 */
import { addScores, type Postings, rarityOf, saturated } from './postings';
import type { Concept } from './query';
import { add, clearScores, raise, type Scores, scoresFor } from './scores';
import { MAX_MEMORY, MEMORY_WEIGHT } from './settings';
import type { ToolIndex } from './tool-index';
import { termsOf } from './words/words';

/** One message for which a call of a tool succeeded. */
export interface Remembered {
  teamId: string;
  /** By the name the model knows. */
  tool: string;
  message: string;
}

/** Keep it as long as nothing is added or deleted, since building it reads every message. */
export interface Memory {
  teamId: string;
  /** Tools by position, as the postings refer to them. */
  tools: readonly string[];
  postings: ReadonlyMap<string, Postings>;
  /** Scores of one word, and of all words of a message, for each of `tools`. */
  word: Scores;
  message: Scores;
}

/** Words count as rare as if this many more tools were remembered, for none of which they occur. */
const FEW_TOOLS = 8;

/** In how many messages for a tool each word occurred. */
type WordCounts = Map<string, number>;

/**
 * @param remembered newest first; only as many as `MAX_MEMORY` allows per tool and in total are read
 * @throws if one of them is another team's
 */
export function memoryOf(teamId: string, remembered: readonly Remembered[]): Memory {
  const said = new Map<string, WordCounts>();
  for (const { tool, message } of boundedMemory(teamId, remembered)) {
    const one: WordCounts = said.get(tool) ?? new Map();
    said.set(tool, one);
    for (const term of new Set(termsOf(message.slice(0, MAX_MEMORY.characters)))) {
      one.set(term, (one.get(term) ?? 0) + 1);
    }
  }
  const tools = [...said.keys()];
  return {
    teamId,
    tools,
    postings: postingsOf([...said.values()]),
    word: scoresFor(tools.length),
    message: scoresFor(tools.length),
  };
}

/** @param said in the order of the memory's tools */
function postingsOf(said: readonly WordCounts[]): Map<string, Postings> {
  const rows = new Map<string, [tool: number, score: number][]>();
  for (const [tool, counts] of said.entries()) {
    for (const [term, count] of counts) {
      const row = rows.get(term) ?? [];
      rows.set(term, row);
      row.push([tool, saturated(count)]);
    }
  }
  return new Map(
    [...rows].map(([term, row]) => [
      term,
      {
        tools: Int32Array.from(row, ([tool]) => tool),
        scores: Float32Array.from(row, ([, score]) => score),
        rarity: rarityOf(row.length, said.length + FEW_TOOLS),
      },
    ]),
  );
}

function boundedMemory(teamId: string, remembered: readonly Remembered[]): Remembered[] {
  const counts = new Map<string, number>();
  const kept: Remembered[] = [];
  for (const one of remembered) {
    if (one.teamId !== teamId) throw new Error('A remembered message belongs to another team.');
    const count = counts.get(one.tool) ?? 0;
    if (count >= MAX_MEMORY.perTool) continue;
    counts.set(one.tool, count + 1);
    kept.push(one);
    if (kept.length >= MAX_MEMORY.total) break;
  }
  return kept;
}

/**
 * The memory's weighted scores for tools of a list, by their position.
 * @param own buffers for the scores of that list's tools, all zero before and after
 */
export function memoryScores(
  memory: Memory,
  index: ToolIndex,
  concepts: readonly Concept[],
  own: Scores,
  scratch: Scores,
): Map<number, number> {
  const { word, message } = memory;
  const positions = positionsIn(memory, index);
  for (const concept of concepts) {
    if (!raiseWord(memory, concept)) continue;
    addScores(index.postings, [concept], own, scratch);
    for (let at = 0; at < word.count; at++) {
      const tool = word.touched[at] ?? 0;
      const position = positions[tool] ?? -1;
      const more = (word.values[tool] ?? 0) - (own.values[position] ?? 0);
      if (position >= 0 && more > 0) add(message, tool, more);
    }
    clearScores(word);
    clearScores(own);
  }
  const found = new Map<number, number>();
  for (let at = 0; at < message.count; at++) {
    const tool = message.touched[at] ?? 0;
    found.set(positions[tool] ?? -1, message.values[tool] ?? 0);
  }
  clearScores(message);
  return found;
}

/** Takes the best word of the concept for each tool. Returns whether any of them is known. */
function raiseWord({ postings, word }: Memory, { term, related }: Concept): boolean {
  const isKnown = postings.has(term);
  for (const other of [{ term, known: 1, unknown: 1 }, ...related]) {
    const entry = postings.get(other.term);
    if (!entry) continue;
    const weight = (isKnown ? other.known : other.unknown) * entry.rarity * MEMORY_WEIGHT;
    for (const [at, tool] of entry.tools.entries()) raise(word, tool, (entry.scores[at] ?? 0) * weight);
  }
  return word.count > 0;
}

const places = new WeakMap<Memory, { index: ToolIndex; positions: Int32Array }>();

/** The position in the list of each of the memory's tools, -1 if it is not there. */
function positionsIn(memory: Memory, index: ToolIndex): Int32Array {
  const before = places.get(memory);
  if (before?.index === index) return before.positions;
  const positions = Int32Array.from(memory.tools, (name) => index.positions.get(name) ?? -1);
  places.set(memory, { index, positions });
  return positions;
}
