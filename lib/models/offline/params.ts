/** A tool's input schema (JSON Schema) as a list of parameters with what kind of value each one takes. */
import { splitName, stem, stemsOf } from './words';

export type ParamKind =
  | 'id'
  | 'text'
  | 'email'
  | 'money'
  | 'date'
  | 'moment'
  | 'month'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'list'
  | 'group'
  | 'cursor'
  | 'other';

export interface Param {
  name: string;
  /** Stems of the words of its name; of an id without the word "id". */
  words: string[];
  kind: ParamKind;
  required: boolean;
  description: string;
  /** Stems of the description. */
  about: string[];
  /** The allowed values of a choice. */
  options: string[];
  /** What the description says of each of them, in stems that it says of no other. */
  glosses: Record<string, string[]>;
  /** Whether a number must be whole. */
  whole: boolean;
  /** Whether the schema wants text ("19") where the value is a number, or the other way round. */
  asText: boolean;
  minimum: number | undefined;
  maximum: number | undefined;
  pattern: string | undefined;
  /** What a list holds. */
  items: Param | undefined;
  /** What a group holds. */
  fields: Param[];
}

type Schema = Record<string, unknown>;

const MOST_PARAMS = 60;
const DEEPEST = 4;

/** The parameters of an input schema, in its order; anything that is not an object schema has none. */
export function readParams(schema: unknown, depth = 0): Param[] {
  if (!isSchema(schema) || !isSchema(schema.properties) || depth > DEEPEST) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties)
    .slice(0, MOST_PARAMS)
    .map(([name, property]) => readParam(name, property, required.includes(name), depth));
}

function readParam(name: string, declared: unknown, required: boolean, depth: number): Param {
  const schema = withoutNull(isSchema(declared) ? declared : {});
  const description = String(
    textOf(schema.description) ?? textOf((declared as Schema)?.description) ?? '',
  ).slice(0, 600);
  const type = typeOf(schema);
  const options = optionsOf(schema);
  const kind = options.length > 0 ? 'choice' : kindOf(name, type, schema, description);
  return {
    name,
    words: splitName(name)
      .filter((word) => kind !== 'id' || !/^(id|ids|key|uuid)$/.test(word))
      .map(stem),
    kind,
    required,
    description,
    about: stemsOf(description),
    options,
    glosses: glossesOf(options, description),
    whole: type === 'integer',
    asText: type === 'string',
    minimum: numberOf(schema.minimum),
    maximum: numberOf(schema.maximum),
    pattern: textOf(schema.pattern),
    items: kind === 'list' ? readParam(name, schema.items, true, depth + 1) : undefined,
    fields: kind === 'group' ? readParams(schema, depth + 1) : [],
  };
}

function kindOf(name: string, type: string, schema: Schema, description: string): ParamKind {
  const words = splitName(name);
  const last = words.at(-1) ?? '';
  if (/^(cursor|offset|pagetoken|nexttoken)$/.test(words.join('')) || last === 'cursor') return 'cursor';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return 'list';
  if (type === 'object') return 'group';
  if (/^(id|ids|uuid|key|slug)$/.test(last)) return 'id';
  if (type === 'integer' && last === 'number') return 'id';
  if (type === 'integer' || type === 'number') return isMoneyName(words) ? 'money' : 'number';
  return type === 'string' ? textKindOf(words, schema, description) : 'other';
}

function textKindOf(words: string[], schema: Schema, description: string): ParamKind {
  const format = textOf(schema.format) ?? '';
  const pattern = textOf(schema.pattern) ?? '';
  if (format === 'uuid') return 'id';
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'moment';
  if (matches(pattern, '2026-10') && !matches(pattern, '2026-10-01') && !matches(pattern, 'abc'))
    return 'month';
  if (format === 'email' || words.includes('email')) return 'email';
  if (/date-?time|ISO ?8601|RFC ?3339|\d{2}:\d{2}/i.test(description)) return 'moment';
  if (/YYYY-MM-DD|\b\d{4}-\d{2}-\d{2}\b/.test(description) || /^(date|day)$/.test(words.at(-1) ?? ''))
    return 'date';
  if (isMoneyName(words) || /\bsuch as "-?\d+\.\d\d"/.test(description)) return 'money';
  const numeric = matches(pattern, '12') && !matches(pattern, 'abc');
  return numeric ? 'number' : 'text';
}

function isMoneyName(words: string[]): boolean {
  return /^(amount|price|total|subtotal|budget|cost|fee|salary|value)$/.test(words.at(-1) ?? '');
}

const FREE_TEXT =
  /^(titl|subject|summary|description|detail|text|body|messag|content|comment|not|reason|prompt|question|instruction|query)$/;

/** Whether a parameter takes prose rather than a name or a number. */
export function isFreeText(param: Param): boolean {
  return param.kind === 'text' && param.words.some((word) => FREE_TEXT.test(word));
}

const MOST_QUANTIFIERS = 3;
const LONGEST_MATCHED = 60;

/**
 * Whether a text fits a schema's pattern. Patterns come from servers: one that could take long (repeated groups,
 * many quantifiers) or is no expression here fits nothing.
 */
export function matches(pattern: string, text: string): boolean {
  const quantifiers = pattern.match(/[*+?|]|\{\d*,/g)?.length ?? 0;
  if (pattern === '' || pattern.length > 400 || text.length > LONGEST_MATCHED) return false;
  if (/\)[*+{]/.test(pattern) || quantifiers > MOST_QUANTIFIERS) return false;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** `anyOf: [X, null]` and `type: [X, "null"]` are X. */
function withoutNull(schema: Schema): Schema {
  const variants = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list)) as unknown[] | undefined;
  const real = variants?.filter((variant): variant is Schema => isSchema(variant) && variant.type !== 'null');
  if (!real || real.length === 0) return schema;
  if (real.every((variant) => variant.const !== undefined)) {
    return { ...schema, enum: real.map((variant) => variant.const) };
  }
  return { ...real[0], description: schema.description ?? real[0]?.description };
}

function typeOf(schema: Schema): string {
  const { type } = schema;
  if (Array.isArray(type)) return String(type.find((one) => one !== 'null') ?? '');
  if (typeof type === 'string') return type;
  return isSchema(schema.properties) ? 'object' : '';
}

function optionsOf(schema: Schema): string[] {
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  return values.filter((value): value is string => typeof value === 'string').slice(0, 100);
}

/** `"in": money received, "out": money paid` -> in: received, out: paid. */
function glossesOf(options: readonly string[], description: string): Record<string, string[]> {
  const said = options.map((option): [string, string[]] => {
    const at = description.indexOf(`"${option}": `);
    if (at >= 0) return [option, stemsOf(description.slice(at + option.length + 4).split(/[",;.]/)[0] ?? '')];
    // 'includes it ("gross")'
    const before = description.slice(0, Math.max(0, description.indexOf(` ("${option}")`)));
    return [option, stemsOf(before.split(' ').slice(-2).join(' '))];
  });
  const isOwn = (word: string, option: string) =>
    said.every(([other, words]) => other === option || !words.includes(word));
  return Object.fromEntries(
    said.map(([option, words]) => [option, words.filter((word) => isOwn(word, option))]),
  );
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
