/** Checks a call's arguments and, if they are wrong, says which field and what to give instead. Pure. */
import { z } from 'zod';
import { shortenText } from './shorten';

export type CheckedInput = { ok: true; input: Record<string, unknown> } | { ok: false; message: string };

/** How many problems are named; more would only cost tokens. */
const PROBLEMS_SHOWN = 8;

/** Parses arguments by the tool's strict schema. A wrong one comes back as a message that names field and remedy. */
export function checkInput(schema: z.ZodObject, args: unknown): CheckedInput {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) {
    const nul = pathOfNul(parsed.data, '');
    if (!nul) return { ok: true, input: parsed.data };
    return { ok: false, message: `${nul}: must not contain the character U+0000. Leave it out.` };
  }
  const { issues } = parsed.error;
  const problems = issues.slice(0, PROBLEMS_SHOWN).map((issue) => describe(issue, schema));
  if (issues.length > PROBLEMS_SHOWN) problems.push(`and ${issues.length - PROBLEMS_SHOWN} more problems`);
  return { ok: false, message: `The arguments do not fit, nothing was done. ${problems.join(' ')}` };
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  const fields = Object.keys(schema.shape);
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    const unknown = issue.keys.map((key) => JSON.stringify(shortenText(key, 60))).join(', ');
    return `Unknown: ${unknown}. The fields are: ${fields.join(', ') || 'none'}.`;
  }
  const path = issue.path.map(String).join('.');
  const description = descriptionOf(schema.shape[String(issue.path[0])]);
  const hint = description ? ` (${description})` : '';
  return `${path || 'arguments'}: ${shortenText(issue.message, 300)}${hint}.`;
}

/** A field's description, whether it is on the field itself or inside an optional wrapper. */
function descriptionOf(field: z.core.$ZodType | undefined): string | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    return field.description ?? descriptionOf(field.unwrap());
  }
  return field instanceof z.ZodType ? field.description : undefined;
}

/** PostgreSQL cannot store U+0000 in a text; better to say so here than to fail in a query. */
function pathOfNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, field] of Object.entries(value)) {
    const found = pathOfNul(field, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}
