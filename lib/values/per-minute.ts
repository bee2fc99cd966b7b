/** Limits how often somebody may do something per minute, in this process. Nobody is remembered for longer. */

const WINDOW_MS = 60_000;
/** The most keys remembered; beyond that all count as one, so that invented names cannot fill the memory. */
const MOST_NAMES = 10_000;

export class PerMinute {
  private begun = 0;
  private counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /**
   * Counts a try.
   * @param now milliseconds since 1970
   * @returns 0 when it is allowed, otherwise how many seconds to wait
   */
  take(name: string, now = Date.now()): number {
    if (now - this.begun >= WINDOW_MS) {
      this.begun = now;
      this.counts = new Map();
    }
    const key = this.counts.has(name) || this.counts.size < MOST_NAMES ? name : '';
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count <= this.most ? 0 : Math.max(1, Math.ceil((this.begun + WINDOW_MS - now) / 1000));
  }
}
