/** The binding part of a tool's definition: everything but wording. */

import { withoutWords } from '@/lib/json-schema/without-words';
import { canonicalJson } from '@/lib/values/canonical-json';

/**
 * The canonical JSON of what a tool's declaration promises: name, schemas and annotations, without texts for people and
 * models.
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
