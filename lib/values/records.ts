/** Type guards for values of unknown shape. Pure. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own property of this name; never an inherited one. */
export function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Names that are special on every object: names that others choose must not be one of them. */
export const NAMES_OF_OBJECTS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
