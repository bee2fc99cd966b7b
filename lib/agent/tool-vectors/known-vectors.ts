/** The vectors that a process holds, by their keys. Bounded: the oldest goes first, and is still in the database. */
import type { ToolVector } from './vector';

const MOST_BYTES = 128_000_000;

/** For a wording that the model rejects, or cannot embed. */
const NONE: ToolVector = { bytes: new Int8Array(0), length: 0 };

export class KnownVectors {
  private readonly vectors = new Map<string, ToolVector>();
  private bytes = 0;

  has(key: string): boolean {
    return this.vectors.has(key);
  }

  get(key: string): ToolVector | undefined {
    return this.vectors.get(key);
  }

  /** @param vector absent: there is none, and nobody need look for it again */
  set(key: string, vector: ToolVector = NONE): void {
    this.remove(key);
    this.vectors.set(key, vector);
    this.bytes += vector.bytes.length;
    for (const oldest of this.vectors.keys()) {
      if (this.bytes <= MOST_BYTES) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.bytes -= this.vectors.get(key)?.bytes.length ?? 0;
    this.vectors.delete(key);
  }
}
