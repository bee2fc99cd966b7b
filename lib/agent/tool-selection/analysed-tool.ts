/** One tool as the index has it: how often each term occurs in each field. Depends only on the tool's own text. */
import { MAX_TEXT } from './settings';
import { FIELDS, type Field, type SelectableTool } from './types';
import { initialsOf, joinedOf, termsOf } from './words/words';

export interface AnalysedTool {
  /** Derived from its texts: equal keys mean equal texts. */
  key: string;
  /** Without duplicates. */
  terms: readonly string[];
  /** Counts: for each of `terms` one number per field, in the order of `FIELDS`; at most 255. */
  counts: Uint8Array;
  /** Number of terms in each field. */
  lengths: Uint16Array;
  /** The terms of the bare name, in order. */
  nameTerms: readonly string[];
}

/** The same for two tools exactly if their analysis is the same. */
export function keyOf(tool: SelectableTool): string {
  return `${tool.definitionHash}\n${tool.server}\n${tool.name}\n${tool.title}`;
}

/** Analyses a tool's texts, up to `MAX_TEXT` of each. */
export function analyse(tool: SelectableTool): AnalysedTool {
  const texts = textsOf(tool);
  const terms = FIELDS.map((field) => termsOf(texts[field].slice(0, MAX_TEXT[field])));
  const lengths = Uint16Array.from(terms, ({ length }) => length);
  // Not counted in the length: they stand for words that are.
  for (const field of ['title', 'description'] as const) {
    const found = terms[FIELDS.indexOf(field)];
    const text = texts[field].slice(0, MAX_TEXT[field]);
    for (const other of [...initialsOf(text), ...joinedOf(text)]) found?.push(other);
  }
  /** Where the counts of a term begin. */
  const rows = new Map<string, number>();
  const room = new Uint8ClampedArray(FIELDS.length * terms.reduce((sum, { length }) => sum + length, 0));
  for (const [field, found] of terms.entries()) {
    for (const term of found) {
      let row = rows.get(term);
      if (row === undefined) {
        row = rows.size * FIELDS.length;
        rows.set(term, row);
      }
      // Saturates at the maximum.
      room[row + field] = (room[row + field] as number) + 1;
    }
  }
  const counts = Uint8Array.from(room.subarray(0, rows.size * FIELDS.length));
  const nameTerms = terms[FIELDS.indexOf('name')] ?? [];
  return { key: keyOf(tool), terms: [...rows.keys()], counts, lengths, nameTerms };
}

/** A title that only repeats the name adds nothing. */
function textsOf(tool: SelectableTool): Record<Field, string> {
  return {
    name: tool.name,
    title: tool.title === tool.name ? '' : tool.title,
    description: tool.description,
    server: tool.server,
    parameters: parametersText(tool.inputSchema),
  };
}

/** Names and descriptions of the input's members. */
function parametersText(schema: Record<string, unknown>): string {
  const parts: string[] = [];
  let length = 0;
  for (const [name, member] of Object.entries(Object(schema.properties) as object)) {
    if (length > MAX_TEXT.parameters) break;
    const { description } = Object(member) as { description?: unknown };
    const part = typeof description === 'string' ? `${name} ${description}` : name;
    parts.push(part);
    length += part.length;
  }
  return parts.join(' ');
}
