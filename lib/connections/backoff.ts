/** How long a server that cannot be reached is left alone: a first failure is tried again at once, then ever later. */

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

export class Backoff {
  private failures = 0;
  private until = 0;

  /** Milliseconds until the next try; 0: now. */
  get waitMs(): number {
    return Math.max(0, this.until - Date.now());
  }

  fail(): void {
    this.failures += 1;
    if (this.failures < 2) return;
    this.until = Date.now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.failures - 2));
  }

  /** It answered, or somebody wants to know now. */
  reset(): void {
    this.failures = 0;
    this.until = 0;
  }
}
