/**
 * A growing list of integers that takes little more than their bytes; a JavaScript array takes two to five times as
 * much.
 */
const GROWS_BY = 1.5;
const LEAST = 64;

export class Numbers {
  length = 0;
  private held: Uint32Array | Uint16Array;

  /** @param width bytes per number; larger numbers are not stored correctly */
  constructor(width: 2 | 4 = 4) {
    this.held = width === 2 ? new Uint16Array() : new Uint32Array();
  }

  get bytes(): number {
    return this.held.byteLength;
  }

  /** 0 if there is none. */
  at(place: number): number {
    return this.held[place] ?? 0;
  }

  set(place: number, value: number): void {
    this.held[place] = value;
  }

  /** @returns its position */
  push(value: number): number {
    if (this.length === this.held.length) this.grow();
    this.held[this.length] = value;
    this.length += 1;
    return this.length - 1;
  }

  private grow(): void {
    const room = Math.max(LEAST, Math.ceil(this.held.length * GROWS_BY));
    const larger = this.held.BYTES_PER_ELEMENT === 2 ? new Uint16Array(room) : new Uint32Array(room);
    larger.set(this.held);
    this.held = larger;
  }
}
