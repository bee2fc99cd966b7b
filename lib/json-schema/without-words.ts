/** A JSON Schema without texts that are only for people and models. */

/** Texts in a JSON Schema; inside data values, these names would mean something. */
const WORDS = new Set(['title', 'description', '$comment', 'examples']);

/** Under these keywords there are no texts either, but data or names of arguments. */
const DATA = new Set(['const', 'default', 'enum', 'dependentRequired', 'dependencies']);

/** The schema without titles, descriptions and the like. */
export function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  // The names under `properties` are arguments, and one of them may be called "title": then its value is a schema.
  const kept = Object.entries(schema).filter(([key, value]) => !(WORDS.has(key) && !isSchema(value)));
  return Object.fromEntries(kept.map(([key, value]) => [key, DATA.has(key) ? value : withoutWords(value)]));
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
