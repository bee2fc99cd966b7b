/**
 * Whether a JSON Schema has become wider. Sound, but not complete: unless it can be shown to accept no more than
 * before, it counts as wider. A new argument counts as wider too, even if any argument was accepted before, since the
 * tool offers more. Texts (titles, descriptions) do not count.
 */
import { canonicalJson, isSameJson } from '@/lib/values/canonical-json';
import { isRecord, own } from '@/lib/values/records';
import { withoutWords } from './without-words';

/** Keywords of which the stricter of two bounds counts. */
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** Keywords that only ever restrict when added, whatever else is there. */
const PLAIN = new Set([
  ...UPPER,
  ...LOWER,
  'enum',
  'const',
  'pattern',
  'multipleOf',
  'type',
  'required',
  'uniqueItems',
]);

/** Whether every value accepted now was accepted before, by a schema that offers nothing new. */
export function isNarrower(before: unknown, now: unknown): boolean {
  return narrower(withoutWords(before), withoutWords(now));
}

function narrower(before: unknown, now: unknown): boolean {
  if (isSameJson(before, now) || now === false) return true;
  if (before === undefined || before === true) return now === true || now === undefined || offersNothing(now);
  if (!isRecord(before) || !isRecord(now)) return false;
  const keywords = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keywords].every((keyword) => isKept(keyword, before, now));
}

/** One keyword, with those beside it: its previous restriction still applies. */
function isKept(keyword: string, before: Record<string, unknown>, now: Record<string, unknown>): boolean {
  const [was, is] = [own(before, keyword), own(now, keyword)];
  if (isSameJson(was, is)) return true;
  if (keyword === 'properties') return keepsProperties(was, is, own(now, 'additionalProperties') === false);
  if (keyword === 'additionalProperties') return narrower(was, is);
  if (is === undefined) return false;
  if (was === undefined) return PLAIN.has(keyword);
  if (UPPER.includes(keyword)) return compared(was, is, (before, now) => now <= before);
  if (LOWER.includes(keyword)) return compared(was, is, (before, now) => now >= before);
  if (keyword === 'multipleOf') return compared(was, is, (before, now) => Number.isInteger(now / before));
  if (keyword === 'type') return typesOf(is).every((type) => isOfType(type, typesOf(was)));
  if (keyword === 'enum') return isSubset(is, was);
  if (keyword === 'required') return isSubset(was, is);
  if (keyword === 'uniqueItems') return was === false;
  if (keyword === 'items') return narrower(was, is);
  return false;
}

/** An argument may only be removed if unlisted ones are refused; none may be added. */
function keepsProperties(was: unknown, is: unknown, isClosed: boolean): boolean {
  const [before, now] = [Object(was) as Record<string, unknown>, Object(is) as Record<string, unknown>];
  const isKnown = Object.keys(now).every(
    (name) => Object.hasOwn(before, name) && narrower(before[name], now[name]),
  );
  return isKnown && (isClosed || Object.keys(before).every((name) => Object.hasOwn(now, name)));
}

/** A schema where there was none: it lists no arguments. */
function offersNothing(now: unknown): boolean {
  return isRecord(now) && Object.keys(now).every((keyword) => PLAIN.has(keyword));
}

function isSubset(part: unknown, whole: unknown): boolean {
  if (!Array.isArray(part) || !Array.isArray(whole)) return false;
  const known = new Set(whole.map(canonicalJson));
  return part.every((one) => known.has(canonicalJson(one)));
}

function typesOf(type: unknown): unknown[] {
  return Array.isArray(type) ? type : [type];
}

function isOfType(type: unknown, types: unknown[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function compared(was: unknown, is: unknown, holds: (before: number, now: number) => boolean): boolean {
  return typeof was === 'number' && typeof is === 'number' && holds(was, is);
}
