/** Keywords of JSON Schema that check a value without descending into it. */

import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import type { Patterns } from './patterns';
import { formatComplaint } from './text-formats';

type Schema = Record<string, unknown>;
/** A clause that follows the name of a field, such as "must be a string"; nothing if the value fits. */
type Complaint = string | undefined;

const MAX_SHOWN_CHOICES = 20;

const TYPES = new Map<unknown, { test(value: unknown): boolean; name: string }>([
  ['string', { test: (value) => typeof value === 'string', name: 'a string' }],
  ['number', { test: (value) => typeof value === 'number', name: 'a number' }],
  ['integer', { test: Number.isInteger, name: 'a whole number' }],
  ['boolean', { test: (value) => typeof value === 'boolean', name: 'true or false' }],
  ['null', { test: (value) => value === null, name: 'null' }],
  ['array', { test: Array.isArray, name: 'a list' }],
  ['object', { test: isRecord, name: 'an object' }],
]);

/** `type`: one name or several. An unknown type is left to the server. */
export function typeComplaint(schema: Schema, value: unknown): Complaint {
  // Without duplicates, so there are at most seven, however long the list.
  const types = new Set<{ test(value: unknown): boolean; name: string }>();
  for (const name of Array.isArray(schema.type) ? schema.type : [schema.type]) {
    const type = TYPES.get(name);
    if (!type || type.test(value)) return undefined;
    types.add(type);
  }
  return `must be ${Array.from(types, ({ name }) => name).join(' or ')}`;
}

/** `const` and `enum` of simple values; objects and lists among them are left to the server. */
export function choiceComplaint(schema: Schema, value: unknown): Complaint {
  const choices = choicesOf(schema);
  const isSimple = typeof value !== 'object' || value === null;
  if (!choices || !isSimple || choices.includes(value)) return undefined;
  const shown = choices.slice(0, MAX_SHOWN_CHOICES).map(spelt);
  const more = choices.length > MAX_SHOWN_CHOICES ? ' or another of the listed values' : '';
  return `must be ${shown.join(' or ')}${more}`;
}

/** The values allowed by `const` or `enum`, if present. */
export function choicesOf(schema: Schema): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Length, format and, where allowed, patterns. Length is counted in characters, not code units. */
export function textComplaint(schema: Schema, value: string, patterns: Patterns | undefined): Complaint {
  const { minLength, maxLength, format, pattern } = schema;
  const isCounted = isNumber(minLength) || isNumber(maxLength);
  const length = isCounted ? Array.from(value).length : 0;
  if (isNumber(minLength) && length < minLength) {
    return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
  }
  if (isNumber(maxLength) && length > maxLength) return `must have at most ${maxLength} characters`;
  const complaint = typeof format === 'string' ? formatComplaint(format, value) : undefined;
  if (complaint || !patterns || typeof pattern !== 'string') return complaint;
  return patterns.fits(pattern, value) ? undefined : `must match the pattern ${quoted(pattern, 200)}`;
}

/** Bounds and steps. */
export function numberComplaint(schema: Schema, value: number): Complaint {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (isNumber(minimum) && value < minimum) return `must be at least ${minimum}`;
  if (isNumber(maximum) && value > maximum) return `must be at most ${maximum}`;
  if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum) return `must be more than ${exclusiveMinimum}`;
  if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum) return `must be less than ${exclusiveMaximum}`;
  if (!isNumber(multipleOf) || multipleOf <= 0) return undefined;
  const quotient = value / multipleOf;
  const isMultiple = Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
  return isMultiple ? undefined : `must be a multiple of ${multipleOf}`;
}

/** How many entries a list may have. */
export function lengthComplaint({ minItems, maxItems }: Schema, value: unknown[]): Complaint {
  if (isNumber(minItems) && value.length < minItems) return `must have at least ${minItems} entries`;
  if (isNumber(maxItems) && value.length > maxItems) return `must have at most ${maxItems} entries`;
  return undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Lists and objects may be of any size, and nobody picks one by its text. */
function spelt(choice: unknown): string {
  if (typeof choice === 'object' && choice !== null) return Array.isArray(choice) ? 'a list' : 'an object';
  return quoted(typeof choice === 'string' ? choice : JSON.stringify(choice));
}
