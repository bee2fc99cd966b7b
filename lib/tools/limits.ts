/** How long a call may take and how many may be under way, where nothing else is set for its server. */

/** Without a word of the call. */
export const SILENCE_MS = 60_000;
/** Whatever is said of it: what never ends is ended. */
export const TOTAL_MS = 600_000;
/** What may be set of each: an answer is given fifteen minutes. */
export const SHORTEST_MS = 100;
export const LONGEST_SILENCE_MS = 600_000;
export const LONGEST_TOTAL_MS = 840_000;
const AT_ONCE = 8;

export interface CallLimits {
  /** How long one call may go on without a word of it, in milliseconds; never more than `totalMs`. */
  silenceMs: number;
  /** How long one call may take in all, in milliseconds, whatever is said of it. */
  totalMs: number;
  /** How many calls of the server may be under way at once. */
  atOnce: number;
}

export interface SetLimits {
  timeoutMs?: number | undefined;
  totalTimeoutMs?: number | undefined;
  maxConcurrency?: number | undefined;
}

export function callLimits(set: SetLimits = {}): CallLimits {
  const totalMs = set.totalTimeoutMs ?? TOTAL_MS;
  const silenceMs = Math.min(set.timeoutMs ?? SILENCE_MS, totalMs);
  return { silenceMs, totalMs, atOnce: set.maxConcurrency ?? AT_ONCE };
}
