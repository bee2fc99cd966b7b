/**
 * How long an unreachable server is left alone: the first failure is retried at once, later ones after ever longer
 * pauses.
 */

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

  /** The server answered, or somebody wants an answer now. */
  reset(): void {
    this.failures = 0;
    this.until = 0;
  }
}
