// Shared with the browser: types and pure functions only.
/**
 * How the arguments of a step refer to the result of an earlier step. A text that consists of `$`, a number, a dot and
 * a path stands for the value at that path of that step's result: `$1.customer.id`, `$2.rows.0.number`. The path
 * follows only objects' own properties and integer indices of lists. A text that begins with `$$` stands for itself
 * without the first `$`; any other text stands for itself.
 */

/** A place in the arguments, and the value that it refers to. */
export interface Reference {
  /** Such as `lines[0].productId`. */
  at: string;
  step: number;
  path: string[];
}

const REFERENCE = /^\$(\d{1,4})\.(.+)$/s;
/** Results are not nested deeper than this. */
const MOST_KEYS = 20;
const PLACE = /^(?:0|[1-9]\d{0,8})$/;

/** What a text refers to; undefined if it stands for itself. */
export function readReference(value: unknown): Omit<Reference, 'at'> | undefined {
  if (typeof value !== 'string') return undefined;
  const [, step, path] = REFERENCE.exec(value) ?? [];
  return step === undefined || path === undefined ? undefined : { step: Number(step), path: path.split('.') };
}

export const isReference = (value: unknown): boolean => readReference(value) !== undefined;

/** All references in the arguments, in order. */
export function referencesIn(value: unknown, at = ''): Reference[] {
  const reference = readReference(value);
  if (reference) return [{ at, ...reference }];
  if (Array.isArray(value)) return value.flatMap((one, place) => referencesIn(one, `${at}[${place}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => referencesIn(one, at === '' ? key : `${at}.${key}`));
}

/** Whether the arguments contain nothing but references: no text, number or boolean of their own, and nothing empty. */
export function isOnlyReferences(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isReference(value);
  const members = Object.values(value);
  return members.length > 0 && members.every(isOnlyReferences);
}

/** Whether a text in the arguments is sent without its first `$`. */
export function holdsDoubled(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('$$');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsDoubled);
}

/** Absent, or `value`. */
type Found = { value: unknown } | undefined;

/** The value at a path, following only own properties and list indices. */
export function valueAt(result: unknown, path: readonly string[]): Found {
  if (path.length > MOST_KEYS) return undefined;
  let value = result;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) ? !PLACE.test(key) : key === '__proto__') return undefined;
    if (!Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value === undefined ? undefined : { value };
}

export type Filled = { value: Record<string, unknown> } | { missing: Reference };

/**
 * The arguments as they are sent: every reference replaced by its value, and every `$$` by `$`.
 * @param resultOf a step's result; undefined if it has none
 */
export function fill(given: Record<string, unknown>, resultOf: (step: number) => unknown): Filled {
  return filledBy(new Filling(({ step, path }) => valueAt(resultOf(step), path)), given);
}

/**
 * The arguments after some of the steps have answered: references to their results are replaced; other references and
 * all texts stay as they are.
 */
export function fillKnown(
  given: Record<string, unknown>,
  isKnown: (step: number) => boolean,
  resultOf: (step: number) => unknown,
): Filled {
  const find = (reference: Omit<Reference, 'at'>, text: string): Found => {
    if (!isKnown(reference.step)) return { value: text };
    const found = valueAt(resultOf(reference.step), reference.path);
    return found && { value: asWritten(found.value) };
  };
  return filledBy(new Filling(find, (text) => text), given);
}

/** Escapes a value for use in arguments: a text in it that begins with `$` is no reference. */
function asWritten(value: unknown): unknown {
  const doubling = new Filling(
    (_, text) => ({ value: `$${text}` }),
    (text) => (text.startsWith('$') ? `$${text}` : text),
  );
  return doubling.of(value);
}

function filledBy(filling: Filling, given: Record<string, unknown>): Filled {
  try {
    return { value: filling.of(given) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof Missing) return { missing: error.reference };
    throw error;
  }
}

class Missing extends Error {
  constructor(readonly reference: Reference) {
    super('Nothing stands there.');
  }
}

class Filling {
  /**
   * @param find resolves a reference
   * @param textOf converts any other text
   */
  constructor(
    private readonly find: (reference: Omit<Reference, 'at'>, text: string) => Found,
    private readonly textOf = (text: string) => (text.startsWith('$$') ? text.slice(1) : text),
  ) {}

  of(value: unknown, at = ''): unknown {
    const reference = readReference(value);
    if (typeof value === 'string' && reference) {
      const found = this.find(reference, value);
      if (!found) throw new Missing({ at, ...reference });
      return found.value;
    }
    if (typeof value === 'string') return this.textOf(value);
    if (Array.isArray(value)) return value.map((one, place) => this.of(one, `${at}[${place}]`));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([key, one]) => [key, this.of(one, at === '' ? key : `${at}.${key}`)]),
    );
  }
}

/** Stands for values that are not known yet; recognised by identity, not by content. */
export const UNKNOWN: Readonly<Record<string, never>> = Object.freeze({});

/** The arguments as far as they are known, with `UNKNOWN` in place of every reference. */
export function asFarAsKnown(given: Record<string, unknown>): Record<string, unknown> {
  return new Filling(() => ({ value: UNKNOWN })).of(given) as Record<string, unknown>;
}

/** As it is written in arguments. */
export const spelled = ({ step, path }: Pick<Reference, 'step' | 'path'>) => `$${step}.${path.join('.')}`;
