/**
 * Regular expressions of a server's schema, run on what a model or a person gave. Its author decides how long it
 * takes, by mistake as well, and nothing else of this process runs meanwhile: together they get a moment, no more.
 */
import { createContext, Script } from 'node:vm';

/** For all patterns of one check, in milliseconds. */
const BUDGET_MS = 100;
const MAX_INPUT = 1_000;
/** Without groups and choices, and with one repetition at most, there is nothing to go back to: it need not be watched. */
const QUICK = /^[^*+?{|(]*(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})?[^*+?{|(]*$/;

/** Of a pattern that is looked at like this: on a long one the look itself goes back and forth. */
const MAX_LOOKED_AT = 200;

const room = createContext({ pattern: '', text: '' });
/** Code of its own alone can be stopped. */
const test = new Script('new RegExp(pattern, "u").test(text)');

export class Patterns {
  private spentMs = 0;

  /** Whether the text fits. A pattern that is none, that takes too long, or a very long text, is left to the server. */
  fits(pattern: string, text: string): boolean {
    const timeout = Math.floor(BUDGET_MS - this.spentMs);
    if (text.length > MAX_INPUT || timeout < 1) return true;
    const startedAt = performance.now();
    try {
      if (isQuick(pattern)) return new RegExp(pattern, 'u').test(text);
      Object.assign(room, { pattern, text });
      return test.runInContext(room, { timeout }) === true;
    } catch {
      return true;
    } finally {
      this.spentMs += performance.now() - startedAt;
    }
  }
}

/** Whether it need not be watched. */
export function isQuick(pattern: string): boolean {
  return pattern.length <= MAX_LOOKED_AT && QUICK.test(pattern);
}
