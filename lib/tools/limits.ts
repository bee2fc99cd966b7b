/** How long a call may take, and how many may run at once, unless something else is set for its server. */

/** How long a call may stay silent. */
export const SILENCE_MS = 60_000;
/** How long a call may take, however often it is heard of. */
export const TOTAL_MS = 600_000;
/** The range of each setting. A whole answer has fifteen minutes, so one call must have less. */
export const SHORTEST_MS = 100;
export const LONGEST_SILENCE_MS = 600_000;
export const LONGEST_TOTAL_MS = 840_000;
const AT_ONCE = 8;

export interface CallLimits {
  /** How long one call may stay silent, in milliseconds; never more than `totalMs`. */
  silenceMs: number;
  /** How long one call may take in all, in milliseconds, however often it is heard of. */
  totalMs: number;
  /** How many calls of the server may run at once. */
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
