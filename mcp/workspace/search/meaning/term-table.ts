/**
 * Assigns each term a number. A hash table over their bytes, since a million strings in a map take a hundred megabytes.
 */
import { Numbers } from './numbers';

/** Bytes of the longest term in UTF-8, with a margin. */
const LONGEST = 256;
/** The load factor above which the table is doubled. */
const FULL = 0.7;
const LEAST_SLOTS = 64;

export class TermTable {
  private bytesOf = new Uint8Array();
  /** Where the bytes of each term end. */
  private readonly ends = new Numbers();
  /** By hash: a term's number plus one, or 0. */
  private slots = new Uint32Array();
  private readonly encoder = new TextEncoder();
  private readonly scratch = new Uint8Array(LONGEST);

  get length(): number {
    return this.ends.length;
  }

  get bytes(): number {
    return this.bytesOf.byteLength + this.ends.bytes + this.slots.byteLength;
  }

  /** Undefined if the term is unknown. */
  find(term: string): number | undefined {
    if (this.slots.length === 0) return undefined;
    const found = this.slots[this.slotOf(this.encoded(term))] ?? 0;
    return found === 0 ? undefined : found - 1;
  }

  /** Its number; a new one if the term is unknown. */
  numberOf(term: string): number {
    return this.numberOfBytes(this.encoded(term));
  }

  /** The same for a term of another table. */
  numberIn(other: TermTable, term: number): number {
    return other.numberOfBytes(this.bytesAt(term));
  }

  private numberOfBytes(term: Uint8Array): number {
    if (this.ends.length >= this.slots.length * FULL) this.spread();
    const slot = this.slotOf(term);
    const found = this.slots[slot] ?? 0;
    if (found > 0) return found - 1;
    this.slots[slot] = this.ends.length + 1;
    return this.append(term);
  }

  private append(term: Uint8Array): number {
    const begin = this.ends.at(this.ends.length - 1);
    const end = begin + term.length;
    if (end > this.bytesOf.length) {
      const larger = new Uint8Array(Math.ceil(end * 1.5) + LONGEST);
      larger.set(this.bytesOf);
      this.bytesOf = larger;
    }
    this.bytesOf.set(term, begin);
    return this.ends.push(end);
  }

  private encoded(term: string): Uint8Array {
    const { written } = this.encoder.encodeInto(term, this.scratch);
    return this.scratch.subarray(0, written);
  }

  private bytesAt(term: number): Uint8Array {
    const begin = term === 0 ? 0 : this.ends.at(term - 1);
    return this.bytesOf.subarray(begin, this.ends.at(term));
  }

  /** The slot that the term has, or would get. */
  private slotOf(term: Uint8Array): number {
    const last = this.slots.length - 1;
    for (let slot = hashOf(term) & last; ; slot = (slot + 1) & last) {
      const found = this.slots[slot] ?? 0;
      if (found === 0 || this.isTerm(found - 1, term)) return slot;
    }
  }

  private isTerm(number: number, term: Uint8Array): boolean {
    const begin = number === 0 ? 0 : this.ends.at(number - 1);
    if (this.ends.at(number) - begin !== term.length) return false;
    for (let at = 0; at < term.length; at += 1) if (this.bytesOf[begin + at] !== term[at]) return false;
    return true;
  }

  private spread(): void {
    this.slots = new Uint32Array(Math.max(LEAST_SLOTS, this.slots.length * 2));
    for (let term = 0; term < this.ends.length; term += 1)
      this.slots[this.slotOf(this.bytesAt(term))] = term + 1;
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash ^ (hash >>> 15);
}
