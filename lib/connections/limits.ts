/** How long a call may take and how many may be under way, where the operator's file says nothing else. */
import type { CallLimits } from './types';

export const CALL_DEADLINE_MS = 30_000;
const AT_ONCE = 8;

export function callLimits(set: { timeoutMs?: number; maxConcurrency?: number } = {}): CallLimits {
  return { deadlineMs: set.timeoutMs ?? CALL_DEADLINE_MS, atOnce: set.maxConcurrency ?? AT_ONCE };
}
