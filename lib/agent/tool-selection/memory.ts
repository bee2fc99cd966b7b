/**
 * Messages for which a tool was really used, of one team: a message that resembles them speaks for that tool. Each
 * remembered message adds to its tool's score; what is said of the tool itself keeps the larger part.
 */
import { addScores, type Postings, rarityOf, saturated } from './postings';
import type { Query } from './query';
import { clearScores, type Scores, scoresFor } from './scores';
import { MAX_MEMORY, MEMORY_WEIGHT } from './settings';
import { termsOf } from './words';

/** One message for which a call of a tool succeeded. */
export interface Remembered {
  teamId: string;
  /** By the name the model knows. */
  tool: string;
  message: string;
}

/** Keep it as long as nothing is added or deleted; making it reads every message. */
export interface Memory {
  teamId: string;
  /** Tools by position, as the postings name them. */
  tools: readonly string[];
  postings: ReadonlyMap<string, Postings>;
  scores: Scores;
  scratch: Scores;
}

/**
 * @param remembered newest first; of each tool and of all together only as many as `MAX_MEMORY` says are read
 * @throws when one of them is another team's
 */
export function memoryOf(teamId: string, remembered: readonly Remembered[]): Memory {
  const kept = boundedMemory(teamId, remembered);
  const tools = [...new Set(kept.map(({ tool }) => tool))];
  const positions = new Map(tools.map((tool, at) => [tool, at]));
  const messages = kept.map(({ message }) => [...new Set(termsOf(message.slice(0, MAX_MEMORY.characters)))]);
  const mean = messages.reduce((sum, terms) => sum + terms.length, 0) / (messages.length || 1) || 1;
  const rows = new Map<string, Map<number, number>>();
  const having = new Map<string, number>();
  for (const [at, terms] of messages.entries()) {
    const tool = positions.get(kept[at]?.tool ?? '') ?? 0;
    const score = saturated(1 / (0.5 + (0.5 * terms.length) / mean));
    for (const term of terms) {
      const row = rows.get(term) ?? new Map<number, number>();
      rows.set(term, row.set(tool, (row.get(tool) ?? 0) + score));
      having.set(term, (having.get(term) ?? 0) + 1);
    }
  }
  const postings = new Map(
    [...rows].map(([term, row]): [string, Postings] => [
      term,
      {
        tools: Int32Array.from(row.keys()),
        scores: Float32Array.from(row.values()),
        rarity: rarityOf(having.get(term) ?? 0, messages.length),
      },
    ]),
  );
  return { teamId, tools, postings, scores: scoresFor(tools.length), scratch: scoresFor(tools.length) };
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

/** What the memory says for tools, by the name the model knows, weighted. */
export function memoryScores(memory: Memory, query: Query): Map<string, number> {
  const { scores, scratch, postings, tools } = memory;
  addScores(postings, query.whole, scores, scratch);
  const found = new Map<string, number>();
  for (let at = 0; at < scores.count; at++) {
    const tool = scores.touched[at] ?? 0;
    found.set(tools[tool] ?? '', (scores.values[tool] ?? 0) * MEMORY_WEIGHT);
  }
  clearScores(scores);
  return found;
}
