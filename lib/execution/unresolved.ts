import 'server-only';
/** Calls whose outcome is unknown and that nobody has resolved yet. */
import { newestRounds } from './call-rows';
import type { CallRow } from './ledger';

/** Calls that a person has to look at. */
export function unresolved(rows: readonly CallRow[]): CallRow[] {
  const newest = [...newestRounds(rows).values()];
  return newest.filter(({ status, resolution }) => status === 'unknown' && resolution === null);
}
