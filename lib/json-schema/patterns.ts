/**
 * Regular expressions from a server's schema, run on input from a model or a person. Their author determines how long
 * that takes, even by mistake, and it blocks the whole process: all of them together get a moment, no more.
 */
import { createContext, Script } from 'node:vm';

/** For all patterns of one check, in milliseconds. */
const BUDGET_MS = 100;
const MAX_INPUT = 1_000;
/**
 * Without groups and alternatives, and with at most one repetition, there is no backtracking, so it needs no time
 * limit.
 */
const QUICK = /^[^*+?{|(]*(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})?[^*+?{|(]*$/;

/** Only shorter patterns are examined like this, since the examination itself backtracks. */
const MAX_LOOKED_AT = 200;

const room = createContext({ pattern: '', text: '' });
/** Only a script of its own can be interrupted. */
const test = new Script('new RegExp(pattern, "u").test(text)');

export class Patterns {
  private spentMs = 0;

  /** Whether the text matches. Invalid or slow patterns, and very long texts, are left to the server. */
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

/** Whether it needs no time limit. */
export function isQuick(pattern: string): boolean {
  return pattern.length <= MAX_LOOKED_AT && QUICK.test(pattern);
}
