/** Limits guessing of one account's password, wherever the attempts come from. Per process. */

const WINDOW_MS = 60_000;
/** Far more than a person needs; successful sign-ins do not count. */
const MAX_FAILURES = 60;
/** So that attempts on invented accounts cannot fill the memory. */
const MAX_ACCOUNTS = 10_000;

interface Tally {
  attempts: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

export class SignInLimit {
  readonly #tallies = new Map<string, Tally>();
  readonly #maxFailures: number;
  readonly #windowMs: number;

  constructor(maxFailures = MAX_FAILURES, windowMs = WINDOW_MS) {
    this.#maxFailures = maxFailures;
    this.#windowMs = windowMs;
  }

  /** Counts an attempt before it is made. False: too many have failed, do not try. */
  begin(account: string, now = Date.now()): boolean {
    const key = account.toLowerCase();
    const tally = this.#tallies.get(key);
    if (!tally || tally.endsAt <= now) {
      this.#tallies.delete(key);
      if (this.#tallies.size >= MAX_ACCOUNTS) this.#forgetOldest();
      this.#tallies.set(key, { attempts: 1, endsAt: now + this.#windowMs });
      return true;
    }
    if (tally.attempts >= this.#maxFailures) return false;
    tally.attempts++;
    return true;
  }

  /** Uncounts a successful attempt. */
  succeeded(account: string): void {
    const tally = this.#tallies.get(account.toLowerCase());
    if (tally && tally.attempts > 0) tally.attempts--;
  }

  #forgetOldest(): void {
    const [oldest] = this.#tallies.keys();
    if (oldest !== undefined) this.#tallies.delete(oldest);
  }
}
