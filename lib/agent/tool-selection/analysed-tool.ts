/** One tool as the index knows it: how often each term stands in each field. Depends on the tool's own text only. */
import { MAX_TEXT } from './settings';
import { FIELDS, type Field, type SelectableTool } from './types';
import { initialsOf, joinedOf, termsOf } from './words/words';

export interface AnalysedTool {
  /** What it was made of; equal keys have equal texts. */
  key: string;
  /** Each once. */
  terms: readonly string[];
  /** How often, for each of `terms` one number a field in the order of `FIELDS`; 255 is the most. */
  counts: Uint8Array;
  /** Terms in each field. */
  lengths: Uint16Array;
  /** The terms of the bare name, in order. */
  nameTerms: readonly string[];
}

/** Tells whether two tools would be analysed alike. */
export function keyOf(tool: SelectableTool): string {
  return `${tool.definitionHash}\n${tool.server}\n${tool.name}\n${tool.title}`;
}

/** Reads a tool's texts, as much of each as `MAX_TEXT` says. */
export function analyse(tool: SelectableTool): AnalysedTool {
  const texts = textsOf(tool);
  const terms = FIELDS.map((field) => termsOf(texts[field].slice(0, MAX_TEXT[field])));
  const lengths = Uint16Array.from(terms, ({ length }) => length);
  // Not counted as words: they stand for some that are.
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
      // Stays at the most it can be.
      room[row + field] = (room[row + field] as number) + 1;
    }
  }
  const counts = Uint8Array.from(room.subarray(0, rows.size * FIELDS.length));
  const nameTerms = terms[FIELDS.indexOf('name')] ?? [];
  return { key: keyOf(tool), terms: [...rows.keys()], counts, lengths, nameTerms };
}

/** A title that only repeats the name says nothing more. */
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
