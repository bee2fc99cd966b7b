/** Reads untrusted JSON: anything missing, or of another type, counts as nothing. */

export type Facts = Readonly<Record<string, unknown>>;

/** Own properties only. */
export function factsOf(value: unknown): Facts {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.assign(Object.create(null), value) : Object.create(null);
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Of a name or title, in characters. */
const MOST_CALLED = 1_000;

/** A name or title; empty if there is none. */
export const calledIn = (value: unknown): string => wordsOf(value).slice(0, MOST_CALLED).toWellFormed();

/** From seconds since 1970, or an ISO 8601 date; in milliseconds. */
export function timeOf(value: unknown): number | null {
  const at = typeof value === 'number' ? value * 1000 : Date.parse(wordsOf(value));
  return Number.isFinite(at) ? Math.round(at) : null;
}
