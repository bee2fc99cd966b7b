/**
 * How commands ended that were rehearsed a moment ago and left nothing to be kept: what one said that changes nothing, or why one
 * was ended. The same call asks more than once (what it is, what its card shows, what it answers) and need not run each time.
 */
import { EndedError, type Rehearsal } from './rehearse';

/** Not longer: what it has read may be another by then. */
const HOLDS_MS = 10_000;
const MOST = 50;

const outcomes = new Map<string, { at: number; outcome: Rehearsal | EndedError }>();

export function note(key: string, outcome: Rehearsal | EndedError): void {
  outcomes.delete(key);
  outcomes.set(key, { at: performance.now(), outcome });
  for (const [old] of [...outcomes].slice(0, -MOST)) outcomes.delete(old);
}

/**
 * Given once.
 * @throws EndedError how it was ended
 */
export function take(key: string): Rehearsal | undefined {
  const found = outcomes.get(key);
  outcomes.delete(key);
  if (!found || performance.now() - found.at > HOLDS_MS) return undefined;
  if (found.outcome instanceof EndedError) throw found.outcome;
  return found.outcome;
}
