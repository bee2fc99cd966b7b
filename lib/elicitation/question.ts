/**
 * Turns a server's question (`params` of `elicitation/create`, as sent) into a form, or into the reason why nobody is
 * shown it. Only flat forms, as MCP defines them; nothing that a schema refers to is fetched.
 */
import { isRecord, NAMES_OF_OBJECTS } from '@/lib/values/records';
import { storable } from '@/lib/values/text';
import type { FormField, Refusal } from './elicitation-view';
import { fieldFrom } from './form-field';
import { asksForSecret } from './secret-words';

/** In characters. */
const MAX_MESSAGE = 2_000;
const MAX_SCHEMA = 20_000;
/** Longer addresses count as invalid, since an address is shown in full. */
const MAX_ABOUT = 4_000;
const MAX_NAME = 100;
const MAX_URL = 2_000;
const FEWEST_CODES = 100;
const MOST_FIELDS = 20;
/** Keywords that make a schema depend on more than its own fields. */
const NOT_FLAT = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties', 'dependentSchemas'];

type Schema = Record<string, unknown>;

interface QuestionFacts {
  message: string;
  /** As sent; null if it is too large to be stored. */
  schema: Schema | null;
  /** Normalised, if a page is to be opened; null if it is a form. */
  url: string | null;
}

export type Question =
  | (QuestionFacts & { ok: true; fields: FormField[] })
  | (QuestionFacts & { ok: false; why: Refusal; about: string | null });

/**
 * @param params absent: it is unknown which call it belongs to, and who may read it
 * @param formsOnly pages to be opened are refused
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

/** Only https, without user name or password, which would disguise the real place. */
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

/** What is nested too deeply to be serialised counts as too large. */
function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The words that ask for a secret. If anything can be typed, they may be anywhere on the form, even at a choice beside
 * it; if nothing can, as with choices only, no secret can be given.
 */
function secretIn({ properties }: Schema, message: string): string | undefined {
  const given = Object.entries(isRecord(properties) ? properties : {});
  // A number with few possible values is no code, and its text mostly warns against giving one. Several may be the
  // digits of one.
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

/** Everything a field shows apart from its name, in reading order. */
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

/** Fewer integers than the shortest code on a card has. Null sets no bound. */
function isNarrow(property: unknown): boolean {
  const { type, minimum, maximum } = Object(property) as Schema;
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number';
  return type === 'integer' && isBounded && maximum - minimum < FEWEST_CODES;
}

/** Nothing if it is no flat form. */
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
