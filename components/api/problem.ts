/**
 * What failed and why, in words for the page. Problems of a lost connection or a failing server disappear by themselves
 * once the server answers again; others stay until they are dismissed or something new is tried.
 */
import { ApiError, wordsOf } from './api';

/** The shortest time that a problem is shown, in milliseconds. */
const READABLE_MS = 6000;

export class Problem {
  private passing: { since: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` gets the problem to show from now on; null: none. */
  constructor(private readonly show: (words: string | null) => void) {}

  /** Whether it disappears once the server is well again. */
  get isPassing(): boolean {
    return this.passing !== null;
  }

  say(words: string, error: unknown): void {
    clearTimeout(this.timer);
    this.passing = isRefusal(error) ? null : { since: Date.now() };
    this.show(words);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.passing = null;
    this.show(null);
  }

  /** The server has answered. */
  over(): void {
    if (!this.passing) return;
    clearTimeout(this.timer);
    const left = this.passing.since + READABLE_MS - Date.now();
    if (left <= 0) this.clear();
    else this.timer = setTimeout(() => this.clear(), left);
  }

  /** Null: it failed, and the reason is shown. */
  async attempt<Result>(notDone: string, act: () => Promise<Result>): Promise<Result | null> {
    this.clear();
    try {
      return await act();
    } catch (error) {
      this.say(`${notDone} ${wordsOf(error)}`, error);
      return null;
    }
  }
}

/** The server was there, and said no. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
