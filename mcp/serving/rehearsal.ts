/**
 * Which argument of a tool makes a call of it a rehearsal that changes nothing, as its server says it. It is a proposal alone: an admin
 * takes it by a first rehearsal. Pure, imports nothing.
 */

/** In a tool's `_meta`: `{ argument, value }`. */
export const REHEARSAL_META = 'amber/rehearsal';

export interface RehearsalHint {
  argument: string;
  value: boolean | number | string;
}

const LONGEST = 128;

/** What `_meta` says, where it can be meant. */
export function rehearsalHintIn(said: unknown): RehearsalHint | undefined {
  if (typeof said !== 'object' || said === null) return undefined;
  const { argument, value } = said as { argument?: unknown; value?: unknown };
  const isNamed = typeof argument === 'string' && argument !== '' && argument.length <= LONGEST;
  return isNamed && isValue(value) ? { argument, value } : undefined;
}

function isValue(value: unknown): value is RehearsalHint['value'] {
  if (typeof value === 'string') return value.length <= LONGEST;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
