/** Pieces of files by their terms, ranked as in BM25; files come and go one by one. In memory, and nothing of their text is kept. */
import type { Chunk } from './chunks';

export interface Found {
  path: string;
  from: number;
  to: number;
  symbols: string[];
  score: number;
}

interface Kept extends Pick<Chunk, 'from' | 'to' | 'symbols'> {
  path: string;
  length: number;
}

const K = 1.2;
const B = 0.75;
/** Bytes that a place of a known term takes, and a new term with its first. */
const OF_POSTING = 16;
const OF_TERM = 160;
/** And a piece, and each name in it. */
const OF_CHUNK = 150;
const OF_NAME = 40;
/** Past this share of pieces that are gone everything is counted anew. */
const MOST_GONE = 0.3;

/** A part of a text keeps the whole of it in memory, for as long as the part is kept. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

const sizeOf = (symbols: readonly string[]) => OF_CHUNK + OF_NAME * symbols.length;

export class ChunkIndex {
  /** By term: numbers of pieces and how often it stands there, in turn. */
  private postings = new Map<string, number[]>();
  private chunks: (Kept | undefined)[] = [];
  private readonly byPath = new Map<string, number[]>();
  private total = 0;
  private gone = 0;
  private taken = 0;

  get files(): number {
    return this.byPath.size;
  }

  get size(): number {
    return this.chunks.length - this.gone;
  }

  /** About so many bytes of memory. */
  get bytes(): number {
    return this.taken;
  }

  put(path: string, chunks: readonly Chunk[]): void {
    this.remove(path);
    const numbers = chunks.map(({ terms, from, to, symbols }) => {
      const number = this.chunks.length;
      let length = 0;
      for (const [term, count] of terms) {
        length += count;
        const posting = this.postings.get(term);
        if (posting) posting.push(number, count);
        else this.postings.set(copyOf(term), [number, count]);
        this.taken += posting ? OF_POSTING : OF_TERM;
      }
      this.chunks.push({ path, from, to, symbols: symbols.map(copyOf), length });
      this.total += length;
      this.taken += sizeOf(symbols);
      return number;
    });
    this.byPath.set(path, numbers);
  }

  remove(path: string): void {
    const numbers = this.byPath.get(path);
    if (!numbers) return;
    for (const number of numbers) {
      this.total -= this.chunks[number]?.length ?? 0;
      this.chunks[number] = undefined;
    }
    this.gone += numbers.length;
    this.byPath.delete(path);
    if (this.gone > 1_000 && this.gone > MOST_GONE * this.chunks.length) this.compact();
  }

  /** The best piece of each file, the best first. */
  search(terms: readonly string[], most: number): Found[] {
    const scores = new Map<number, number>();
    const average = this.total / Math.max(1, this.size);
    for (const term of new Set(terms)) {
      const posting = this.postings.get(term);
      if (!posting) continue;
      const held = posting.length / 2;
      const rarity = Math.log(
        1 + (this.size - Math.min(held, this.size) + 0.5) / (Math.min(held, this.size) + 0.5),
      );
      for (let at = 0; at < posting.length; at += 2) {
        const number = posting[at] ?? 0;
        const chunk = this.chunks[number];
        if (!chunk) continue;
        const count = posting[at + 1] ?? 0;
        const norm = count + K * (1 - B + (B * chunk.length) / average);
        scores.set(number, (scores.get(number) ?? 0) + (rarity * count * (K + 1)) / norm);
      }
    }
    return this.bestOfFiles(scores, most);
  }

  private bestOfFiles(scores: ReadonlyMap<number, number>, most: number): Found[] {
    const best = new Map<string, Found>();
    for (const [number, score] of scores) {
      const chunk = this.chunks[number];
      if (!chunk || (best.get(chunk.path)?.score ?? 0) >= score) continue;
      const { path, from, to, symbols } = chunk;
      best.set(path, { path, from, to, symbols, score });
    }
    const ranked = [...best.values()].sort(
      (one, other) => other.score - one.score || (one.path < other.path ? -1 : 1),
    );
    return ranked.slice(0, most);
  }

  private compact(): void {
    const renamed = new Map<number, number>();
    const kept: Kept[] = [];
    for (const [number, chunk] of this.chunks.entries()) {
      if (!chunk) continue;
      renamed.set(number, kept.length);
      kept.push(chunk);
    }
    const postings = new Map<string, number[]>();
    let taken = kept.reduce((sum, { symbols }) => sum + sizeOf(symbols), 0);
    for (const [term, posting] of this.postings) {
      const left: number[] = [];
      for (let at = 0; at < posting.length; at += 2) {
        const number = renamed.get(posting[at] ?? -1);
        if (number !== undefined) left.push(number, posting[at + 1] ?? 0);
      }
      if (left.length === 0) continue;
      postings.set(term, left);
      taken += OF_TERM + (left.length / 2 - 1) * OF_POSTING;
    }
    for (const [path, numbers] of this.byPath) {
      this.byPath.set(
        path,
        numbers.flatMap((number) => renamed.get(number) ?? []),
      );
    }
    this.postings = postings;
    this.chunks = kept;
    this.gone = 0;
    this.taken = taken;
  }
}
