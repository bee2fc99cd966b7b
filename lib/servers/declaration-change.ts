/**
 * What has changed in a tool's declaration since it was accepted, by an admin or at the first look: field by field,
 * with a weight. Wording is only noted; a tightened declaration is accepted at once; if it is loosened, or in any
 * doubt, the tool is off until an admin has seen it.
 */

import { isNarrower } from '@/lib/json-schema/schema-change';
import { withoutWords } from '@/lib/json-schema/without-words';
import { isSameJson } from '@/lib/values/canonical-json';
import { isRecord, own } from '@/lib/values/records';
import { type ResolvedAnnotations, resolve } from '@/mcp/annotations';

/** The parts of a declaration that are kept for comparison. */
export interface Declaration {
  title: string;
  description: string;
  inputSchema: unknown;
  outputSchema?: unknown;
  annotations: Record<string, unknown>;
  /** The parts of `_meta` that matter to us: companions and traits. */
  meta: Record<string, unknown>;
}

export const CHANGE_WEIGHTS = ['wording', 'tightened', 'loosened'] as const;
export type ChangeWeight = (typeof CHANGE_WEIGHTS)[number];

export interface FieldChange {
  /** The path, such as `annotations.readOnlyHint` or `inputSchema.properties.amount`. */
  field: string;
  /** Absent if it was not there. */
  before?: unknown;
  /** Absent if it is gone. */
  now?: unknown;
  weight: ChangeWeight;
}

/** The cautious value of each hint. */
const CAREFUL: ResolvedAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/**
 * Other statements of a server that make us less careful: we are more careful without them, and if their value changes.
 */
const EASING = new Set(['parallel', 'repeatable', 'silent', 'lookup', 'risk', 'undo', 'record', 'rehearsal']);

/** All differences, in the order of the declaration. */
export function declarationChanges(before: Declaration, now: Declaration): FieldChange[] {
  return [
    ...wordChanges(before, now),
    ...hintChanges(before.annotations, now.annotations),
    ...schemaChanges('inputSchema', before.inputSchema, now.inputSchema),
    ...schemaChanges('outputSchema', before.outputSchema, now.outputSchema),
    ...metaChanges(before.meta, now.meta),
  ];
}

/** The total weight, which is the heaviest one. Null if nothing has changed. */
export function weightOf(changes: readonly FieldChange[]): ChangeWeight | null {
  return CHANGE_WEIGHTS.findLast((weight) => changes.some((change) => change.weight === weight)) ?? null;
}

function wordChanges(before: Declaration, now: Declaration): FieldChange[] {
  return (['title', 'description'] as const).flatMap((field) =>
    before[field] === now[field] ? [] : change(field, before[field], now[field], 'wording'),
  );
}

function hintChanges(before: Record<string, unknown>, now: Record<string, unknown>): FieldChange[] {
  const [was, is] = [resolve(before, true), resolve(now, true)];
  return keysOf(before, now)
    .flatMap((key) => {
      const [said, says] = [own(before, key), own(now, key)];
      if (isSameJson(said, says)) return [];
      const hint = key as keyof ResolvedAnnotations;
      const counts = Object.hasOwn(CAREFUL, key) && was[hint] !== is[hint];
      const weight = is[hint] === CAREFUL[hint] ? 'tightened' : 'loosened';
      return change(`annotations.${key}`, said, says, counts ? weight : 'wording');
    })
    .concat(impliedChange(before, now, was, is));
}

/**
 * A hint may resolve differently without having changed itself: the tool is no longer read-only, and nothing is said
 * about destruction.
 */
function impliedChange(
  before: Record<string, unknown>,
  now: Record<string, unknown>,
  was: ResolvedAnnotations,
  is: ResolvedAnnotations,
): FieldChange[] {
  const isUnsaid = isSameJson(own(before, 'destructiveHint'), own(now, 'destructiveHint'));
  if (!isUnsaid || was.destructiveHint === is.destructiveHint) return [];
  const weight = is.destructiveHint ? 'tightened' : 'loosened';
  return change('annotations.destructiveHint', was.destructiveHint, is.destructiveHint, weight);
}

/** One entry per argument, so that a person sees which; one for the rest of the schema. */
function schemaChanges(field: string, before: unknown, now: unknown): FieldChange[] {
  if (isSameJson(before, now)) return [];
  if (!isRecord(before) || !isRecord(now)) return change(field, before, now, schemaWeight(before, now));
  const [was, is] = [propertiesOf(before), propertiesOf(now)];
  const changes = keysOf(was, is).flatMap((name) => {
    const [argument, present] = [own(was, name), own(is, name)];
    if (isSameJson(argument, present)) return [];
    const weight =
      Object.hasOwn(was, name) && Object.hasOwn(is, name) ? schemaWeight(argument, present) : null;
    return change(`${field}.properties.${name}`, argument, present, weight ?? schemaWeight(before, now));
  });
  const rest = schemaWeight({ ...before, properties: {} }, { ...now, properties: {} });
  const [others, present] = [without(before), without(now)];
  if (!isSameJson(others, present)) changes.push(...change(field, others, present, rest));
  // The parts were weighed separately; if they weigh less than the whole, the whole counts.
  const whole = schemaWeight(before, now);
  if (whole === 'loosened' && weightOf(changes) !== 'loosened')
    changes.push(...change(field, before, now, whole));
  return changes;
}

function schemaWeight(before: unknown, now: unknown): ChangeWeight {
  if (isSameJson(withoutWordsOf(before), withoutWordsOf(now))) return 'wording';
  return isNarrower(before, now) ? 'tightened' : 'loosened';
}

function metaChanges(before: Record<string, unknown>, now: Record<string, unknown>): FieldChange[] {
  return keysOf(before, now).flatMap((key) => {
    const [said, says] = [own(before, key), own(now, key)];
    if (isSameJson(said, says)) return [];
    // A preview shows what will be lost: if it was there and is replaced by another, the new one may show less.
    const isEasier = EASING.has(key) ? says !== undefined : said !== undefined;
    return change(`_meta.${key}`, said, says, isEasier ? 'loosened' : 'tightened');
  });
}

function change(field: string, before: unknown, now: unknown, weight: ChangeWeight): FieldChange[] {
  return [{ field, ...(before !== undefined && { before }), ...(now !== undefined && { now }), weight }];
}

function propertiesOf(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = own(schema, 'properties');
  return isRecord(properties) ? properties : {};
}

function without({ properties: _listed, ...others }: Record<string, unknown>): Record<string, unknown> {
  return others;
}

function withoutWordsOf(schema: unknown): unknown {
  return schema === undefined ? undefined : withoutWords(schema);
}

function keysOf(...records: Record<string, unknown>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}
