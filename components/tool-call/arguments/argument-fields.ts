/**
 * From a tool's JSON Schema to the fields of a form, and from their contents back to the arguments. An untouched field
 * returns its original value, whatever that is. Pure.
 */

import { say } from '@/components/words/say';
import { type ArgumentSchema, argumentSchema, isRecord, type Plain } from './argument-schema';

export type FieldSort = 'text' | 'number' | 'integer' | 'checkbox' | 'choice' | 'date' | 'json';

export interface ArgumentField {
  name: string;
  sort: FieldSort;
  /** The schema's own words. */
  title: string | null;
  description: string | null;
  required: boolean;
  /** It also accepts null, which is sent if a required one is emptied. */
  nullable: boolean;
  /** For a choice; each appears in the field as JSON. */
  choices: Plain[];
  /** The present argument; undefined if absent. */
  given: unknown;
  /** The initial contents of the field; empty if the argument is absent. */
  text: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** One field for each argument named in the schema, and for each other one that is present. */
export function fieldsOf(schema: Record<string, unknown>, input: unknown): ArgumentField[] {
  const given = isRecord(input) ? input : {};
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const names = new Set([...Object.keys(properties), ...Object.keys(given)]);
  return [...names].map((name) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return fieldOf(name, argumentSchema(own, schema), required.includes(name), value);
  });
}

function fieldOf(name: string, schema: ArgumentSchema, required: boolean, given: unknown): ArgumentField {
  const { title, description, nullable } = schema;
  const sort = sortOf(schema, required, given);
  const isYesOrNo = schema.kind === 'boolean' && sort === 'choice';
  const listed = isYesOrNo ? [true, false] : schema.choices;
  const choices = nullable && !listed.includes(null) ? [...listed, null] : listed;
  return {
    name,
    sort,
    title,
    description,
    required,
    nullable,
    given,
    choices: sort === 'choice' ? choices : [],
    text: textOf(sort, given),
  };
}

/** What a field cannot represent directly is edited as JSON. */
function sortOf(schema: ArgumentSchema, required: boolean, given: unknown): FieldSort {
  const { kind, nullable, choices } = schema;
  const isThere = given !== undefined;
  if (kind === 'choice') return !isThere || choices.some((one) => one === given) ? 'choice' : 'json';
  // Absent, false and true are three states, and a checkbox has two.
  if (kind === 'boolean' && (nullable || !(isThere || required))) return 'choice';
  if (given === null && kind !== null) return nullable && kind !== 'boolean' ? plainSort(kind) : 'json';
  if (!isThere) return kind === null ? 'json' : plainSort(kind);
  const natural = naturalSort(given);
  if (kind === null) return natural;
  const sort = plainSort(kind);
  if (sort === 'date') return DAY.test(String(given)) ? 'date' : natural;
  return sort === natural || (sort === 'integer' && natural === 'number') ? sort : 'json';
}

function plainSort(kind: Exclude<ArgumentSchema['kind'], 'choice' | null>): FieldSort {
  return kind === 'boolean' ? 'checkbox' : kind;
}

function naturalSort(given: unknown): FieldSort {
  if (typeof given === 'string') return 'text';
  if (typeof given === 'number') return 'number';
  return typeof given === 'boolean' ? 'checkbox' : 'json';
}

function textOf(sort: FieldSort, given: unknown): string {
  if (given === undefined) return '';
  if (sort === 'json') return JSON.stringify(given, null, 2);
  if (sort === 'choice') return JSON.stringify(given);
  if (given === null) return '';
  return String(given);
}

export type ReadInput =
  | { ok: true; input: Record<string, unknown> }
  /** By the name of the argument: "This must be a number." */
  | { ok: false; complaints: ReadonlyMap<string, string> };

/**
 * The arguments from the fields, each of the type named in the schema.
 * @param texts by name, the contents of edited fields; `true` and `false` for a checkbox
 */
export function inputOf(fields: readonly ArgumentField[], texts: ReadonlyMap<string, string>): ReadInput {
  const complaints = new Map<string, string>();
  const entries: [string, unknown][] = [];
  for (const field of fields) {
    const read = readField(field, texts.get(field.name));
    if ('complaint' in read) complaints.set(field.name, read.complaint);
    else if (read.value !== undefined) entries.push([field.name, read.value]);
  }
  return complaints.size > 0 ? { ok: false, complaints } : { ok: true, input: Object.fromEntries(entries) };
}

/** `undefined`: it is left out. */
type Read = { value: unknown } | { complaint: string };

function readField(field: ArgumentField, text: string | undefined): Read {
  if (text === undefined || text === field.text) return { value: field.given };
  if (text.trim() === '') return emptied(field, text);
  switch (field.sort) {
    case 'checkbox':
      return { value: text === 'true' };
    case 'number':
    case 'integer':
      return readNumber(field.sort, text.trim());
    case 'choice':
    case 'json':
      return readJson(text);
    case 'date':
      return DAY.test(text) ? { value: text } : { complaint: say('edit.must-be.day') };
    case 'text':
      return { value: text };
  }
}

function emptied({ sort, required, nullable }: ArgumentField, text: string): Read {
  if (sort === 'text' && text !== '') return { value: text };
  if (!required) return { value: undefined };
  if (nullable) return { value: null };
  return sort === 'text' ? { value: '' } : { complaint: say('edit.required') };
}

function readNumber(sort: 'number' | 'integer', text: string): Read {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) return { complaint: say('edit.must-be.number') };
  if (sort === 'integer' && !Number.isInteger(value)) return { complaint: say('edit.must-be.whole') };
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
  return isExact ? { value } : { complaint: say('edit.too-large') };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { complaint: say('edit.must-be.json') };
  }
}
