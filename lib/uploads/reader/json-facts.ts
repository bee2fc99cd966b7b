/** Looking into JSON of which nobody knows what it holds: what is not there, or is something else, is nothing. */

export type Facts = Readonly<Record<string, unknown>>;

/** Only what stands in the text itself counts. */
export function factsOf(value: unknown): Facts {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.assign(Object.create(null), value) : Object.create(null);
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Of what a chat is called, in characters: the rest says nothing more. */
const MOST_CALLED = 1_000;

/** What something is called; empty: nothing. */
export const calledIn = (value: unknown): string => wordsOf(value).slice(0, MOST_CALLED).toWellFormed();

/** Seconds since 1970, or a date as ISO 8601 has it, in milliseconds. */
export function timeOf(value: unknown): number | null {
  const at = typeof value === 'number' ? value * 1000 : Date.parse(wordsOf(value));
  return Number.isFinite(at) ? Math.round(at) : null;
}
