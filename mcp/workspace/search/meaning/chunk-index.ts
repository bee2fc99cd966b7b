/**
 * An index of pieces of files by their terms, ranked with BM25; files are added and removed one by one. It is in memory
 * and keeps none of their text.
 */
import type { Chunk } from './chunks';
import { Numbers } from './numbers';
import { Postings } from './postings';

export interface Found {
  path: string;
  from: number;
  to: number;
  score: number;
}

/** The pieces of one file are adjacent. */
interface File {
  path: string;
  first: number;
  count: number;
}

const K = 1.2;
const B = 0.75;
/** Estimated bytes per file besides its pieces: the entries of two maps, and its path. */
const OF_FILE = 400;
/** When more than this share of the pieces has been removed, the index is rebuilt. */
const MOST_GONE = 0.3;
/** Stands in place of the file of a removed piece. */
const NONE = 0xffffffff;

/** A substring keeps its whole parent string in memory, so it is copied. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

/** The facts about pieces, by their numbers. */
class Pieces {
  readonly file = new Numbers();
  readonly from = new Numbers();
  readonly to = new Numbers();
  /** In terms. */
  readonly length = new Numbers();

  get bytes(): number {
    return this.file.bytes + this.from.bytes + this.to.bytes + this.length.bytes;
  }

  /** @returns its number */
  push(file: number, { from, to }: Pick<Chunk, 'from' | 'to'>, length: number): number {
    this.from.push(from);
    this.to.push(to);
    this.length.push(length);
    return this.file.push(file);
  }
}

export class ChunkIndex {
  private postings = new Postings();
  private pieces = new Pieces();
  /** By number; undefined for removed files. */
  private filesByNumber: (File | undefined)[] = [];
  private readonly byPath = new Map<string, number>();
  private total = 0;
  private gone = 0;

  get files(): number {
    return this.byPath.size;
  }

  get size(): number {
    return this.pieces.file.length - this.gone;
  }

  /** Memory in bytes, roughly. */
  get bytes(): number {
    return this.postings.bytes + this.pieces.bytes + OF_FILE * this.filesByNumber.length;
  }

  put(path: string, chunks: readonly Chunk[]): void {
    this.remove(path);
    const number = this.filesByNumber.length;
    const file = { path: copyOf(path), first: this.pieces.file.length, count: chunks.length };
    this.filesByNumber.push(file);
    this.byPath.set(file.path, number);
    for (const chunk of chunks) {
      const length = chunk.terms.values().reduce((sum, count) => sum + count, 0);
      const piece = this.pieces.push(number, chunk, length);
      for (const [term, count] of chunk.terms) this.postings.add(term, { chunk: piece, count });
      this.total += length;
    }
  }

  remove(path: string): void {
    const number = this.byPath.get(path);
    const file = number === undefined ? undefined : this.filesByNumber[number];
    if (number === undefined || !file) return;
    for (let piece = file.first; piece < file.first + file.count; piece += 1) {
      this.total -= this.pieces.length.at(piece);
      this.pieces.file.set(piece, NONE);
    }
    this.gone += file.count;
    this.filesByNumber[number] = undefined;
    this.byPath.delete(path);
    if (this.gone > 1_000 && this.gone > MOST_GONE * this.pieces.file.length) this.compact();
  }

  /** The best piece of each file, best first. */
  search(terms: readonly string[], most: number): Found[] {
    const scores = new Map<number, number>();
    const average = this.total / Math.max(1, this.size);
    for (const term of new Set(terms)) {
      const held = this.postings.of(term).filter(({ chunk }) => this.pieces.file.at(chunk) !== NONE);
      const rarity = Math.log(1 + (this.size - held.length + 0.5) / (held.length + 0.5));
      for (const { chunk, count } of held) {
        const norm = count + K * (1 - B + (B * this.pieces.length.at(chunk)) / average);
        scores.set(chunk, (scores.get(chunk) ?? 0) + (rarity * count * (K + 1)) / norm);
      }
    }
    return this.bestOfFiles(scores, most);
  }

  private bestOfFiles(scores: ReadonlyMap<number, number>, most: number): Found[] {
    const best = new Map<string, Found>();
    for (const [piece, score] of scores) {
      const file = this.filesByNumber[this.pieces.file.at(piece)];
      if (!file || (best.get(file.path)?.score ?? 0) >= score) continue;
      const [from, to] = [this.pieces.from.at(piece), this.pieces.to.at(piece)];
      best.set(file.path, { path: file.path, from, to, score });
    }
    const ranked = [...best.values()].sort(
      (one, other) => other.score - one.score || (one.path < other.path ? -1 : 1),
    );
    return ranked.slice(0, most);
  }

  private compact(): void {
    const renamed = new Map<number, number>();
    const pieces = new Pieces();
    const files: File[] = [];
    for (const file of this.filesByNumber) {
      if (!file) continue;
      const first = pieces.file.length;
      for (let piece = file.first; piece < file.first + file.count; piece += 1) {
        const { from, to, length } = this.pieces;
        const lines = { from: from.at(piece), to: to.at(piece) };
        renamed.set(piece, pieces.push(files.length, lines, length.at(piece)));
      }
      this.byPath.set(file.path, files.length);
      files.push({ ...file, first });
    }
    this.postings = this.postings.without((piece) => renamed.get(piece));
    this.pieces = pieces;
    this.filesByNumber = files;
    this.gone = 0;
  }
}
