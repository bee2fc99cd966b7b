/** Telling values of unknown shape apart. Pure. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands there under this very name; nothing that every object has. */
export function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Names that mean something to objects themselves: nobody else's words may bear them. */
export const NAMES_OF_OBJECTS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
