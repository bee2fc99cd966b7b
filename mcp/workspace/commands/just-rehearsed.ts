/**
 * Remembers for a moment how rehearsed commands without an effect ended: the output of one that changes nothing, or why
 * it was ended. One call asks several times (its risk, its card, its answer) and need not run the command each time.
 */
import { EndedError, type Rehearsal } from './rehearse';

/** No longer: what it read may have changed since. */
const HOLDS_MS = 10_000;
const MOST = 50;

const outcomes = new Map<string, { at: number; outcome: Rehearsal | EndedError }>();

export function note(key: string, outcome: Rehearsal | EndedError): void {
  outcomes.delete(key);
  outcomes.set(key, { at: performance.now(), outcome });
  for (const [old] of [...outcomes].slice(0, -MOST)) outcomes.delete(old);
}

/**
 * Given out once.
 * @throws EndedError if the command was ended
 */
export function take(key: string): Rehearsal | undefined {
  const found = outcomes.get(key);
  outcomes.delete(key);
  if (!found || performance.now() - found.at > HOLDS_MS) return undefined;
  if (found.outcome instanceof EndedError) throw found.outcome;
  return found.outcome;
}
