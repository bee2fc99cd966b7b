/** Splits a file into readable pieces: from one declaration to the next, if there are any. */
import { termsOf } from './terms';

export interface Chunk {
  /** Line numbers from 1, both inclusive. */
  from: number;
  to: number;
  /** Names declared in it. */
  symbols: string[];
  /** How often each term occurs in it; terms of the file's name and its symbols weigh more. */
  terms: Map<string, number>;
}

const LEAST_LINES = 8;
const MOST_LINES = 60;
/** The most pieces kept of one file: anything longer is data. */
const MOST_CHUNKS = 200;
const MOST_SYMBOLS = 20;
const MOST_OF_LINE = 1000;
const OF_SYMBOL = 3;
const OF_PATH = 2;
const DECLARED =
  /^\s{0,8}(?:export\s+|default\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|async\s+|pub(?:\([a-z]+\))?\s+)*(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|module|namespace|const|let|var|val|object|record|sub|macro_rules!)\s+([\p{L}_$][\p{L}\p{N}_$]{1,80})/u;
const HEADING = /^#{1,6}\s+(.{1,120})/;

export function chunksOf(path: string, text: string): Chunk[] {
  const lines = text.split('\n', MOST_CHUNKS * MOST_LINES);
  const ofPath = termsOf(path);
  const chunks: Chunk[] = [];
  let from = 0;
  for (let at = 0; at <= lines.length && chunks.length < MOST_CHUNKS; at++) {
    const isEnd = at === lines.length || at - from >= MOST_LINES;
    const isNew = at - from >= LEAST_LINES && begins(lines[at] ?? '');
    if (!isEnd && !isNew) continue;
    if (at > from) chunks.push(chunkOf(lines, from, at, ofPath));
    from = at;
  }
  return chunks;
}

const nameIn = (line: string) => DECLARED.exec(line)?.[1] ?? HEADING.exec(line)?.[1];
/** Only an unindented line begins a piece. */
const begins = (line: string) => !/^\s/.test(line) && nameIn(line) !== undefined;

function chunkOf(lines: readonly string[], from: number, to: number, ofPath: readonly string[]): Chunk {
  const terms = new Map<string, number>();
  const count = (all: readonly string[], weight: number) => {
    for (const term of all) terms.set(term, (terms.get(term) ?? 0) + weight);
  };
  const ofChunk = lines.slice(from, to);
  // A single line of a thousand words is data, too.
  for (const line of ofChunk) count(termsOf(line.slice(0, MOST_OF_LINE)), 1);
  const symbols = symbolsIn(ofChunk);
  for (const name of symbols) count(termsOf(name), OF_SYMBOL);
  count(ofPath, OF_PATH);
  return { from: from + 1, to, symbols, terms };
}

/** Names declared in these lines. */
export function symbolsIn(lines: readonly string[]): string[] {
  const symbols = new Set<string>();
  for (const line of lines) {
    const name = nameIn(line.slice(0, MOST_OF_LINE));
    if (name !== undefined && symbols.size < MOST_SYMBOLS) symbols.add(name);
  }
  return [...symbols];
}
