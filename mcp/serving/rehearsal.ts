/**
 * Which argument of a tool turns a call into a rehearsal that changes nothing, as its server declares. This is only a
 * proposal: an admin accepts it by a first rehearsal. Pure, imports nothing.
 */

/** `_meta` key: `{ argument, value }`. */
export const REHEARSAL_META = 'amber/rehearsal';

export interface RehearsalHint {
  argument: string;
  value: boolean | number | string;
}

const LONGEST = 128;

/** The declaration in `_meta`, if it is valid. */
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
