// Shared with the browser: types and pure functions only.
/**
 * What a tool's output schema says about the fields of its results: titles, descriptions, the meaning of values. These
 * are another server's words: data, cut and capped, shown as plain text; they decide nothing.
 */
import { storable } from '@/lib/values/text';

export type ResultField = {
  /** Property names from the outside in; list levels are left out. */
  path: string[];
  /** What it is called. */
  title?: string;
  /** What it is for, in a sentence. */
  about?: string;
  /** What its values mean, each in a few words. */
  values?: Record<string, string>;
  /** JSON Schema's word for what it holds: `date`, `date-time`, `uri`. */
  format?: string;
};

/** Stored with every call, so they must be few and short. */
const MOST_FIELDS = 60;
const MOST_CHARACTERS = 2_000;
const MOST_VALUES = 20;
const LONGEST_TITLE = 60;
const LONGEST_ABOUT = 120;
const DEEPEST = 6;
/** The most steps through one schema, counting references and dead ends. */
const MOST_STEPS = 500;
/** The longest reference, in characters. */
const LONGEST_REFERENCE = 200;
const FORMATS = new Set(['date', 'date-time', 'uri', 'email']);

type Schema = Record<string, unknown>;

/** @returns the fields for which the schema says more than their name, in its order */
export function resultFields(schema: unknown): ResultField[] {
  const found: ResultField[] = [];
  const left = { steps: MOST_STEPS, characters: MOST_CHARACTERS };
  walk({ root: schema, found, left }, schema, []);
  return found;
}

interface Walk {
  root: unknown;
  found: ResultField[];
  left: { steps: number; characters: number };
}

function walk(all: Walk, said: unknown, path: string[]): void {
  if (path.length > DEEPEST || all.left.steps-- <= 0) return;
  const schema = meant(all.root, said);
  if (!schema) return;
  if (path.length > 0) keep(all, fieldOf(schema, said, path));
  const inner = meant(all.root, schema.items);
  inside(all, inner ?? schema, path);
}

function inside(all: Walk, { properties }: Schema, path: string[]): void {
  if (!isSchema(properties)) return;
  for (const name of Object.keys(properties)) {
    if (all.left.steps <= 0) return;
    walk(all, properties[name], [...path, name]);
  }
}

function keep({ found, left }: Walk, field: ResultField): void {
  const says = Object.keys(field).length > 1;
  const size = JSON.stringify(field).length;
  if (!says || found.length >= MOST_FIELDS || size > left.characters) return;
  left.characters -= size;
  found.push(field);
}

function fieldOf(schema: Schema, said: unknown, path: string[]): ResultField {
  // Words beside a reference or a choice are about this very field, so they come first.
  const outer = isSchema(said) ? said : {};
  const title = words(outer.title ?? schema.title, LONGEST_TITLE);
  const about = words(outer.description ?? schema.description, LONGEST_ABOUT);
  const values = valuesOf(schema);
  const { format } = schema;
  return {
    path,
    ...(title && { title }),
    ...(about && { about }),
    ...(values && { values }),
    ...(typeof format === 'string' && FORMATS.has(format) && { format }),
  };
}

/** `oneOf: [{const, title}]`, as JSON Schema names the values of an enumeration. */
function valuesOf({ oneOf, anyOf }: Schema): Record<string, string> | undefined {
  const choices = [oneOf, anyOf].find(Array.isArray) ?? [];
  const named = choices.slice(0, MOST_VALUES).flatMap((one: unknown): [string, string][] => {
    const title = isSchema(one) ? words(one.title, LONGEST_TITLE) : undefined;
    return isSchema(one) && typeof one.const === 'string' && title ? [[one.const, title]] : [];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** What a schema resolves to: the target of its reference, or the only choice besides null. */
function meant(root: unknown, schema: unknown): Schema | undefined {
  let one = schema;
  for (let depth = 0; depth < DEEPEST && isSchema(one); depth++) {
    if (typeof one.$ref === 'string') {
      one = referred(root, one.$ref);
      continue;
    }
    const choices = [one.anyOf, one.oneOf].find(Array.isArray);
    const beside = choices?.filter((choice: unknown) => !(isSchema(choice) && choice.type === 'null'));
    if (beside?.length !== 1 || !isSchema(beside[0])) return one;
    one = beside[0];
  }
  return undefined;
}

/** `#/$defs/invoice`: only within the schema itself. */
function referred(root: unknown, reference: string): unknown {
  if (reference.length > LONGEST_REFERENCE) return undefined;
  const [start, ...steps] = reference.split('/');
  if (start !== '#') return undefined;
  return steps.reduce<unknown>(
    (at, step) => (isSchema(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    root,
  );
}

function words(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = storable(value).replace(/\s+/g, ' ').trim();
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
