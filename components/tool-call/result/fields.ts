/** What a tool's output schema says about the fields of its result, at each level of the result. Pure. */
import type { CallMetadata } from '@/lib/execution/call-record';
import type { ResultField } from '@/lib/tools/result-fields';

export type Fields = readonly ResultField[];

export const NO_FIELDS: Fields = [];

/** From a call's metadata; older calls have none. */
export function fieldsOf(part: { toolMetadata?: unknown }): Fields {
  const { fields } = (part.toolMetadata ?? {}) as Partial<CallMetadata>;
  return Array.isArray(fields) ? fields : NO_FIELDS;
}

/** Those of what is at this place, seen from there. */
export function fieldsBelow(fields: Fields, trail: readonly string[]): Fields {
  if (trail.length === 0) return fields;
  return fields.flatMap((field) => {
    const isBelow = field.path.length > trail.length && trail.every((name, at) => field.path[at] === name);
    return isBelow ? [{ ...field, path: field.path.slice(trail.length) }] : [];
  });
}

export function fieldAt(fields: Fields, path: readonly string[]): ResultField | undefined {
  return fields.find((field) => {
    return field.path.length === path.length && path.every((name, at) => field.path[at] === name);
  });
}
