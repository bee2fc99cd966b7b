/** Random choices that are the same for the same seed. */
export class Chance {
  constructor(private state: number) {}

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer, both ends inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with this percentage. */
  percent(often: number): boolean {
    return this.next() * 100 < often;
  }

  pick<T>(among: readonly T[]): T {
    const picked = among[Math.floor(this.next() * among.length)];
    if (picked === undefined) throw new Error('Nothing to pick from.');
    return picked;
  }

  /** Chosen by weight. */
  weighted<T>(among: readonly (readonly [number, T])[]): T {
    let left = this.next() * among.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of among) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new Error('Nothing to pick from.');
  }
}
