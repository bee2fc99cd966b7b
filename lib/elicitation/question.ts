/**
 * From what a server asks (`params` of `elicitation/create`, as sent) to a form, or to why it is not put before
 * anybody. Flat forms only, as MCP has them; nothing that a schema names is fetched.
 */
import { isRecord, NAMES_OF_OBJECTS } from '@/lib/values/records';
import { storable } from '@/lib/values/text';
import type { FormField, Refusal } from './elicitation-view';
import { fieldFrom } from './form-field';
import { asksForSecret } from './secret-words';

/** In characters. */
const MAX_MESSAGE = 2_000;
const MAX_SCHEMA = 20_000;
/** An address is shown in full (at such a length it is none). */
const MAX_ABOUT = 4_000;
const MAX_NAME = 100;
const MAX_URL = 2_000;
const FEWEST_CODES = 100;
const MOST_FIELDS = 20;
/** A schema whose meaning hangs on more than its own fields. */
const NOT_FLAT = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties', 'dependentSchemas'];

type Schema = Record<string, unknown>;

interface QuestionFacts {
  message: string;
  /** As sent; null where it is too large to be kept. */
  schema: Schema | null;
  /** Of a page that is to be opened, in a normal form; null: it asks for a form. */
  url: string | null;
}

export type Question =
  | (QuestionFacts & { ok: true; fields: FormField[] })
  | (QuestionFacts & { ok: false; why: Refusal; about: string | null });

/**
 * @param params absent: nobody can tell of which call it is, nor who may read it
 * @param formsOnly a page that is to be opened is refused
 */
export function questionFrom(params: Record<string, unknown> | undefined, formsOnly = false): Question {
  if (!params) return { ok: false, message: '', schema: null, url: null, why: 'unclear', about: null };
  const { mode, message, requestedSchema } = params;
  const words = typeof message === 'string' ? storable(message) : '';
  const size = sizeOf(requestedSchema);
  const schema = isRecord(requestedSchema) && size <= MAX_SCHEMA ? requestedSchema : null;
  const said = { message: [...words].slice(0, MAX_MESSAGE).join(''), schema, url: null };
  const refused = (why: Refusal, about: string | null = null): Question => ({
    ...said,
    ok: false,
    why,
    about: about === null ? null : capped(storable(about)),
  });
  if (mode === 'url') {
    const url = openable(params.url);
    if (url === undefined || formsOnly) return refused('address', textOf(params.url));
    return typeof message === 'string' && [...words].length <= MAX_MESSAGE
      ? { ...said, ok: true, schema: null, url, fields: [] }
      : refused(typeof message === 'string' ? 'size' : 'kind');
  }
  if (mode !== undefined && mode !== 'form') return refused('kind');
  if (typeof message !== 'string') return refused('kind');
  if (size > MAX_SCHEMA || [...words].length > MAX_MESSAGE) return refused('size');
  if (!schema) return refused('kind');
  const secret = secretIn(schema, message);
  if (secret !== undefined) return refused('secret', secret);
  const fields = fieldsOf(schema);
  if (!fields) return refused('kind');
  return fields.length > MOST_FIELDS ? refused('size') : { ...said, ok: true, fields };
}

/** Over TLS, without a name or a password that would make another place of it for whoever reads it. */
function openable(given: unknown): string | undefined {
  const url = typeof given === 'string' && given.length <= MAX_URL ? URL.parse(given) : null;
  const isFine = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.host !== '';
  return isFine ? url.href : undefined;
}

function capped(text: string): string {
  if (text.length <= MAX_ABOUT) return text;
  return `${storable(text.slice(0, MAX_ABOUT))}… (${text.length} characters in all)`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** What is nested too deeply to be written down is too large as well. */
function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The words that ask for a secret. Where something can be typed they may stand anywhere on the form, also at a choice
 * beside it; where nothing can be, as with choices alone, no secret can be given.
 */
function secretIn({ properties }: Schema, message: string): string | undefined {
  const given = Object.entries(isRecord(properties) ? properties : {});
  // A number of few is no code, and what is said of it mostly warns of giving one. Several may be its digits.
  const isInPieces = given.filter(([, one]) => isNarrow(one)).length > 1;
  const all = given.filter(([, one]) => isInPieces || !isNarrow(one));
  const isAnyTyped = isInPieces || all.some(([, one]) => isTyped(one));
  if (!isAnyTyped) return undefined;
  for (const [name, one] of all) {
    const { title, format, writeOnly } = Object(one) as Schema;
    const texts = [name, ...wordsOf(one)];
    const asks = format === 'password' || writeOnly === true || texts.some(asksForSecret);
    // Each half may look harmless.
    if (asks || asksForSecret(texts.slice(0, 2).join(' '))) return textOf(title) || name;
  }
  const asRead = [message, ...all.flatMap(([, one]) => wordsOf(one))].join(' ');
  return [message, asRead].some(asksForSecret) ? message : undefined;
}

/** All that a field shows but its name, in the order in which it is read. */
function wordsOf(property: unknown): string[] {
  const { title, description, default: preset, items } = Object(property) as Schema;
  const labels = [property, items].flatMap((one) => {
    const { enum: values, enumNames, oneOf, anyOf } = Object(one) as Schema;
    const titles = [oneOf, anyOf].filter(Array.isArray).flat();
    return [values, enumNames]
      .filter(Array.isArray)
      .flat()
      .concat(titles.map((each) => Object(each).title));
  });
  return [title, description, ...labels, preset].filter((text) => typeof text === 'string');
}

function isTyped(property: unknown): boolean {
  const { type, enum: listed, oneOf, items } = Object(property) as Schema;
  const isListed = [listed, oneOf].some(Array.isArray) || (type === 'array' && isRecord(items));
  return type !== 'boolean' && !isListed && !isNarrow(property);
}

/** Fewer whole numbers than the shortest code on a card has. What is null bounds nothing. */
function isNarrow(property: unknown): boolean {
  const { type, minimum, maximum } = Object(property) as Schema;
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number';
  return type === 'integer' && isBounded && maximum - minimum < FEWEST_CODES;
}

/** Nothing: it is no flat form. */
function fieldsOf(schema: Schema): FormField[] | undefined {
  const { type, properties, required = [] } = schema;
  const isFlat = type === 'object' && !NOT_FLAT.some((key) => Object.hasOwn(schema, key));
  if (!isFlat || !isRecord(properties) || !Array.isArray(required)) return undefined;
  const names = Object.keys(properties);
  const isNamed = (name: unknown) =>
    typeof name === 'string' &&
    names.includes(name) &&
    name.length <= MAX_NAME &&
    !NAMES_OF_OBJECTS.has(name);
  if (!names.every(isNamed) || !required.every(isNamed)) return undefined;
  const fields = names.map((name) => fieldFrom(name, properties[name], required.includes(name)));
  return fields.some((field) => field === undefined) ? undefined : (fields as FormField[]);
}
