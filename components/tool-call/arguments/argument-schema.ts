/** What a JSON Schema says about one argument, as far as a form can use it. Pure; nothing is fetched. */

export type Plain = string | number | boolean | null;

/** The type of the argument's field; null: the schema does not say, or it is nested. */
export type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'choice';

export interface ArgumentSchema {
  kind: Kind | null;
  nullable: boolean;
  /** All values that a `choice` accepts. */
  choices: Plain[];
  title: string | null;
  description: string | null;
}

type Schema = Record<string, unknown>;

/** Circular references end after this many steps. */
const DEEPEST = 8;

export function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param root the tool's whole schema, which references point into */
export function argumentSchema(schema: unknown, root: Schema): ArgumentSchema {
  const own = resolved(schema, root, DEEPEST);
  const { schema: inner, nullable } = withoutNull(own, root);
  const choices = choicesOf(inner);
  return {
    kind: choices ? 'choice' : kindOf(inner),
    nullable: nullable || inner.nullable === true || (choices?.includes(null) ?? false),
    choices: choices ?? [],
    title: textOf(own.title) ?? textOf(inner.title),
    description: textOf(own.description) ?? textOf(inner.description),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** With references into the same schema resolved; keywords beside a reference take precedence over its target. */
function resolved(schema: unknown, root: Schema, left: number): Schema {
  if (!isRecord(schema) || left === 0) return {};
  const { $ref: reference, allOf, ...own } = schema;
  if (typeof reference === 'string') {
    return { ...resolved(pointedTo(root, reference), root, left - 1), ...own };
  }
  const [only, ...more] = Array.isArray(allOf) ? allOf : [];
  return only !== undefined && more.length === 0 ? { ...resolved(only, root, left - 1), ...own } : schema;
}

function pointedTo(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let place: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isRecord(place) || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

/** "This, or null" is this, and nullable. */
function withoutNull(schema: Schema, root: Schema): { schema: Schema; nullable: boolean } {
  const { anyOf, oneOf, ...own } = schema;
  const listed = [anyOf, oneOf].find(Array.isArray);
  if (listed) {
    const all = listed.map((one) => resolved(one, root, DEEPEST));
    const rest = all.filter(({ type }) => type !== 'null');
    const nullable = rest.length < all.length;
    const [only] = rest;
    if (only && rest.length === 1) return { schema: { ...only, ...own }, nullable };
    const choices = rest.map(choicesOf);
    const isChoice = rest.length > 0 && choices.every((one) => one !== null);
    return { schema: isChoice ? { ...own, enum: choices.flat() } : {}, nullable };
  }
  if (!Array.isArray(schema.type)) return { schema, nullable: false };
  const types = schema.type.filter((type) => type !== 'null');
  const type: unknown = types.length === 1 ? types[0] : undefined;
  return { schema: { ...schema, type }, nullable: types.length < schema.type.length };
}

function choicesOf(schema: Schema): Plain[] | null {
  const listed: unknown = Object.hasOwn(schema, 'const') ? [schema.const] : schema.enum;
  return Array.isArray(listed) && listed.length > 0 && listed.every(isPlain) ? listed : null;
}

function isPlain(value: unknown): value is Plain {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function kindOf({ type, format }: Schema): Kind | null {
  switch (type) {
    case 'string':
      return format === 'date' ? 'date' : 'text';
    case 'number':
    case 'integer':
    case 'boolean':
      return type;
    default:
      return null;
  }
}
