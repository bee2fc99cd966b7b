/** Checks a call's arguments against the tool's schema, before policy, card and server see them. */

import { violations } from '@/lib/json-schema/json-schema';
import { canonicalJson } from '@/lib/values/canonical-json';
import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import type { ConnectedTool } from './types';

export type ValidatedInput = { ok: true; value: Record<string, unknown> } | { ok: false; message: string };

/**
 * Checks arguments as a model gave them. The value comes back unchanged: nothing is filled in, converted or dropped, so
 * that what a person confirms is what is sent. The message names each field and what it must be. Patterns are checked
 * for trusted servers only, and with a time limit, because whoever wrote them decides what they cost.
 * @param isUnknown whether a value stands for another one that is not known yet
 */
export function validateInput(
  tool: Pick<ConnectedTool, 'name' | 'inputSchema' | 'trusted'>,
  input: unknown,
  isUnknown?: (value: unknown) => boolean,
): ValidatedInput {
  if (!isRecord(input)) return refused(tool.name, 'they must be an object');
  const complaint = complaintOfForm(input);
  if (complaint) return refused(tool.name, complaint);
  const found = violations(tool.inputSchema, input, {
    patterns: tool.trusted,
    ...(isUnknown && { isUnknown }),
  });
  if (found.length === 0) return { ok: true, value: input };
  const list = found.map(({ path, message }) =>
    path ? `${quoted(path, 200)} ${message}` : `they ${message}`,
  );
  return refused(tool.name, list.join('; '));
}

/** The arguments as JSON: about what a model can write in one step. Cards, and lists of cards, hold all of it. */
const MAX_CHARACTERS = 200_000;

/** The longest complaint, in characters: names and choices of a schema can be of any length. */
const MAX_COMPLAINT = 1_800;

function refused(tool: string, complaint: string): ValidatedInput {
  const told =
    complaint.length > MAX_COMPLAINT ? `${complaint.slice(0, MAX_COMPLAINT).toWellFormed()}…` : complaint;
  const message = `The arguments of ${quoted(tool)} do not fit: ${told}. Correct them and call again.`;
  return { ok: false, message };
}

/** Refuses what could not be stored, hashed and sent exactly as it is. */
function complaintOfForm(input: Record<string, unknown>): string | undefined {
  try {
    const json = canonicalJson(input);
    if (json.length > MAX_CHARACTERS) return `together they must have at most ${MAX_CHARACTERS} characters`;
    if (json.includes('"__proto__":')) return 'a field must not be called "__proto__"';
    return complaintOfNumbers(input, '');
  } catch {
    return 'they must be plain JSON, not nested too deeply';
  }
}

/**
 * A whole number past 2^53 is rounded when it is read, so what is sent would differ from what the model wrote.
 * @param path of the value, as in `lines[2].id`; '' for all of them
 */
function complaintOfNumbers(value: unknown, path: string): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const most = Number.MAX_SAFE_INTEGER;
    return `${quoted(path, 200)} is a whole number beyond ${most}, which would be sent as another one; give it as text where the tool takes that`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const inside = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const complaint = complaintOfNumbers(member, inside);
    if (complaint) return complaint;
  }
  return undefined;
}
