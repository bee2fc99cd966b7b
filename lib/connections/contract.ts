/** What of a tool's definition binds: everything but wording. */
import { canonicalJson } from '@/lib/execution/canonical-json';

/** Words in a JSON Schema; as values of data they would be more than that. */
const WORDS = new Set(['title', 'description', '$comment', 'examples']);
/** Their members are no words either: names of arguments, with names of others. */
const DATA = new Set(['const', 'default', 'enum', 'dependentRequired', 'dependencies']);

/**
 * The canonical JSON of what a tool's declaration promises: name, schemas and annotations, without what is only said
 * to people and models.
 */
export function contractOf(raw: Record<string, unknown>): string {
  const { name, inputSchema, outputSchema, annotations } = raw;
  const { title: _words, ...hints } = Object(annotations) as Record<string, unknown>;
  return canonicalJson({
    name,
    hints,
    input: withoutWords(inputSchema),
    output: outputSchema === undefined ? null : withoutWords(outputSchema),
  });
}

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
