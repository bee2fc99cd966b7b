/** One field of a form from its JSON Schema: text, number, boolean, one of several choices, or several of them. */
import { storable } from '@/lib/values/text';
import { type FormField, MAX_TEXT, type Option, TEXT_FORMATS, type TextFormat } from './elicitation-view';
import { checkAnswer } from './form-answer';

/** In characters. */
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
const MAX_OPTION = 200;
const MOST_OPTIONS = 100;
/** Keywords that none of these fields can have. */
const NESTING = ['$ref', 'allOf', 'not', 'if', 'properties', 'const', 'prefixItems', 'contains'];

type Schema = Record<string, unknown>;
type Base = Pick<FormField, 'name' | 'title' | 'description' | 'required'>;

/** @returns nothing if it is no such field, or larger than anybody would read */
export function fieldFrom(name: string, property: unknown, required: boolean): FormField | undefined {
  if (typeof property !== 'object' || property === null || Array.isArray(property)) return undefined;
  const schema = property as Schema;
  const title = words(schema.title, MAX_TITLE);
  const description = words(schema.description, MAX_DESCRIPTION);
  const isNested = NESTING.some((key) => Object.hasOwn(schema, key));
  if (isNested || title === undefined || description === undefined) return undefined;
  const field = ofType({ name, title, description, required }, schema);
  return field && withFittingPreset(field);
}

/** Null if there are none. Nothing if they are not text, or too long. */
function words(value: unknown, most: number): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > most) return undefined;
  return value.trim() === '' ? null : storable(value);
}

function ofType(base: Base, schema: Schema): FormField | undefined {
  const { type, default: preset, anyOf } = schema;
  if (type === 'array') return choicesField(base, schema);
  if (anyOf !== undefined) return undefined;
  if (type === 'boolean')
    return { ...base, sort: 'tick', preset: typeof preset === 'boolean' ? preset : null };
  if (type === 'number' || type === 'integer') return numberField(base, schema, type);
  if (type !== 'string') return undefined;
  if (schema.enum === undefined && schema.oneOf === undefined) return textField(base, schema);
  const options = optionsOf(schema);
  return options && { ...base, sort: 'choice', options, preset: typeof preset === 'string' ? preset : null };
}

function textField(
  base: Base,
  { format, minLength = 0, maxLength, default: preset }: Schema,
): FormField | undefined {
  const isKnown = format === undefined || TEXT_FORMATS.includes(format as TextFormat);
  const most = maxLength ?? MAX_TEXT;
  if (!isKnown || !isCount(minLength) || !isCount(most) || minLength > most || minLength > MAX_TEXT)
    return undefined;
  return {
    ...base,
    sort: 'text',
    format: (format as TextFormat | undefined) ?? null,
    minLength,
    maxLength: Math.min(most, MAX_TEXT),
    preset: typeof preset === 'string' ? storable(preset) : null,
  };
}

function numberField(base: Base, schema: Schema, sort: 'number' | 'integer'): FormField | undefined {
  const { minimum = null, maximum = null, default: preset } = schema;
  const enumerated = schema.enum !== undefined || schema.oneOf !== undefined;
  if (enumerated || !isBound(minimum) || !isBound(maximum)) return undefined;
  return { ...base, sort, minimum, maximum, preset: typeof preset === 'number' ? preset : null };
}

function choicesField(
  base: Base,
  { items, minItems = 0, maxItems, default: preset }: Schema,
): FormField | undefined {
  const options = typeof items === 'object' && items !== null ? optionsOf(items as Schema) : undefined;
  const most = maxItems ?? options?.length;
  if (!options || !isCount(minItems) || !isCount(most) || minItems > Math.min(most, options.length))
    return undefined;
  const isList = Array.isArray(preset) && preset.every((one) => typeof one === 'string');
  return { ...base, sort: 'choices', options, minItems, maxItems: most, preset: isList ? preset : null };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isBound(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value));
}

/** Untitled as `enum`, with titles as `oneOf` or `anyOf` of constants, or with `enumNames` as in older revisions. */
function optionsOf(schema: Schema): Option[] | undefined {
  const { type, enum: values, enumNames, oneOf, anyOf } = schema;
  if (type !== undefined && type !== 'string') return undefined;
  const titled = oneOf ?? anyOf;
  const options = Array.isArray(values)
    ? values.map((value, nth) => optionOf(value, Array.isArray(enumNames) ? enumNames[nth] : undefined))
    : Array.isArray(titled)
      ? titled.map((one) => optionOf(Object(one).const, Object(one).title))
      : [];
  const isWhole = options.length > 0 && options.length <= MOST_OPTIONS && !options.includes(undefined);
  const known = new Set(options.map((option) => option?.value));
  return isWhole && known.size === options.length ? (options as Option[]) : undefined;
}

function optionOf(value: unknown, label: unknown): Option | undefined {
  if (typeof value !== 'string' || value.length > MAX_OPTION || storable(value) !== value) return undefined;
  if (label === undefined) return { value, label: value };
  return typeof label === 'string' && label.length <= MAX_OPTION
    ? { value, label: storable(label) }
    : undefined;
}

/** A default that would not be accepted is not offered. */
function withFittingPreset(field: FormField): FormField {
  if (field.preset === null || checkAnswer([field], { [field.name]: field.preset }).ok) return field;
  return { ...field, preset: null } as FormField;
}
