// Shared with the browser: types and pure functions only.
/**
 * How the arguments of a step name what an earlier step will answer. A text that is `$`, a number, a point and a path, and nothing else,
 * stands for the value at that path of that step's result: `$1.customer.id`, `$2.rows.0.number`. The path goes through properties of
 * its own of each object, and through whole-number places of lists, and through nothing else. A text that begins with `$$` is meant as
 * it stands without the first `$`; every other text is itself.
 */

/** A place in the arguments, and the value that it names. */
export interface Reference {
  /** As in `lines[0].productId`. */
  at: string;
  step: number;
  path: string[];
}

const REFERENCE = /^\$(\d{1,4})\.(.+)$/s;
/** Longer ones lead nowhere that a result has. */
const MOST_KEYS = 20;
const PLACE = /^(?:0|[1-9]\d{0,8})$/;

/** What a text names; undefined for one that is only itself. */
export function readReference(value: unknown): Omit<Reference, 'at'> | undefined {
  if (typeof value !== 'string') return undefined;
  const [, step, path] = REFERENCE.exec(value) ?? [];
  return step === undefined || path === undefined ? undefined : { step: Number(step), path: path.split('.') };
}

export const isReference = (value: unknown): boolean => readReference(value) !== undefined;

/** All that the arguments name, in their order. */
export function referencesIn(value: unknown, at = ''): Reference[] {
  const reference = readReference(value);
  if (reference) return [{ at, ...reference }];
  if (Array.isArray(value)) return value.flatMap((one, place) => referencesIn(one, `${at}[${place}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => referencesIn(one, at === '' ? key : `${at}.${key}`));
}

/** Whether the arguments hold nothing beside what they name: no text, number or truth of their own, and nothing empty. */
export function isOnlyReferences(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isReference(value);
  const members = Object.values(value);
  return members.length > 0 && members.every(isOnlyReferences);
}

/** Whether a text of the arguments is sent without its first `$`. */
export function holdsDoubled(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('$$');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsDoubled);
}

/** Absent, or `value`. */
type Found = { value: unknown } | undefined;

/** What stands at a path: by own properties and places of lists alone. */
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
 * The arguments as they are sent: every reference replaced by what it names, and every `$$` by `$`.
 * @param resultOf a step's result; undefined where it has none
 */
export function fill(given: Record<string, unknown>, resultOf: (step: number) => unknown): Filled {
  return filledBy(new Filling(({ step, path }) => valueAt(resultOf(step), path)), given);
}

/**
 * The arguments as they are written once some of the steps have answered: what names a result of one of those is replaced by it, what names
 * another stays as it is, and so does every text.
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

/** A value so that arguments can hold it: a text of it that begins with `$` names nothing. */
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
   * @param find what a text that names something stands for
   * @param textOf what becomes of a text that names nothing
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

/** Stands in arguments for what nobody knows yet; told from everything else by what it is, not by what it says. */
export const UNKNOWN: Readonly<Record<string, never>> = Object.freeze({});

/** The arguments as far as they are known, with `UNKNOWN` in the place of every reference. */
export function asFarAsKnown(given: Record<string, unknown>): Record<string, unknown> {
  return new Filling(() => ({ value: UNKNOWN })).of(given) as Record<string, unknown>;
}

/** As it is written in arguments. */
export const spelled = ({ step, path }: Pick<Reference, 'step' | 'path'>) => `$${step}.${path.join('.')}`;
