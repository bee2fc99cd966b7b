/** A JSON Schema without what it only says to people and models. */

/** Words in a JSON Schema; as values of data they would be more than that. */
const WORDS = new Set(['title', 'description', '$comment', 'examples']);

/** Their members are no words either: names of arguments, with names of others. */
const DATA = new Set(['const', 'default', 'enum', 'dependentRequired', 'dependencies']);

/** The schema without titles, descriptions and the like. */
export function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  // The names under `properties` are arguments, and one of them may be called "title": its value is a schema then.
  const kept = Object.entries(schema).filter(([key, value]) => !(WORDS.has(key) && !isSchema(value)));
  return Object.fromEntries(kept.map(([key, value]) => [key, DATA.has(key) ? value : withoutWords(value)]));
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
