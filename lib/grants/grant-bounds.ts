// Shared with the browser: types and pure functions only.
/**
 * What a grant allows: bounds on single arguments. The predicate that decides and the sentence that people read are
 * derived from the same list. Pure.
 */

/** `value` has the type that the argument must have; amounts are often decimal strings such as "450.00". */
export type Bound =
  | { argument: string; is: 'equal'; value: string | number | boolean }
  | { argument: string; is: 'most' | 'least'; value: string | number };

/** The types of a single value. */
type Kind = 'string' | 'number' | 'boolean';

/**
 * The bounds that a grant stores: the chosen ones and, for arguments that nobody chose, that they stay as in the
 * present call. `same` fixes an argument that is more than a single value, `any` allows any value of a kind, `only`
 * lists all arguments that may be given.
 */
export type KeptBound =
  | Bound
  | { argument: string; is: 'same'; value: unknown }
  | { argument: string; is: 'any'; kind: Kind }
  | { is: 'only'; arguments: string[] };

/**
 * The most arguments of a call on which a grant is given, and the size of everything that the grant stores as JSON,
 * since each judgement reads it.
 */
export const MOST_ARGUMENTS = 50;
const LONGEST_KEPT = 20_000;

/** Why nothing like this call can be allowed ahead; null if it can. */
export function tooLargeToKeep(bounds: readonly Bound[], input: unknown): string | null {
  if (Object.keys(Object(input)).length > MOST_ARGUMENTS) {
    return `A call with more than ${MOST_ARGUMENTS} arguments cannot be allowed ahead.`;
  }
  const isLong = JSON.stringify(keptBounds(bounds, input)).length > LONGEST_KEPT;
  return isLong ? 'The arguments of this call are too long for it to be allowed ahead.' : null;
}

/** The bounds of a grant given on a call with this input. */
export function keptBounds(bounds: readonly Bound[], input: unknown): KeptBound[] {
  const given = Object.entries(Object(input) as Record<string, unknown>);
  const possible = possibleBounds(input);
  const single = new Set(possible.map(({ argument }) => argument));
  const bounded = new Set(bounds.map(({ argument }) => argument));
  const free = possible.filter(({ argument }) => !bounded.has(argument));
  const rest = given.filter(([argument]) => !single.has(argument));
  return [
    ...bounds.flatMap((bound) => [bound, ...impliedBy(bound, bounds, input)]),
    ...free.map(({ argument, value }) => ({ argument, is: 'any' as const, kind: typeof value as Kind })),
    ...rest.map(([argument, value]) => ({ argument, is: 'same' as const, value })),
    { is: 'only', arguments: given.map(([argument]) => argument) },
  ];
}

/** Whoever sets an upper limit does not think of negative values, unless the present call has one. */
function impliedBy(bound: Bound, bounds: readonly Bound[], input: unknown): Bound[] {
  if (
    bound.is !== 'most' ||
    bounds.some(({ argument, is }) => is === 'least' && argument === bound.argument)
  ) {
    return [];
  }
  const nothing = typeof bound.value === 'string' ? '0' : 0;
  const least: Bound = { argument: bound.argument, is: 'least', value: nothing };
  return fits([least], input) ? [least] : [];
}

/** A bound that can be set, with the present call's value. */
export interface PossibleBound {
  argument: string;
  is: Bound['is'][];
  value: string | number | boolean;
}

const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** Whether a call with this input keeps all bounds. An argument that is missing or of another type keeps none. */
export function fits(bounds: readonly KeptBound[], input: unknown): boolean {
  return bounds.every((bound) => {
    if (bound.is === 'only') {
      const known = new Set(bound.arguments);
      return Object.keys(Object(input)).every((name) => known.has(name));
    }
    if (typeof input !== 'object' || input === null || !Object.hasOwn(input, bound.argument)) return false;
    const given: unknown = Reflect.get(input, bound.argument);
    if (bound.is === 'equal') return given === bound.value;
    if (bound.is === 'same') return isSame(given, bound.value);
    if (bound.is === 'any') return typeof given === bound.kind;
    const order = compare(given, bound.value);
    return order !== undefined && (bound.is === 'most' ? order <= 0 : order >= 0);
  });
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)),
  );
}

/** Negative: less. Undefined if the two cannot be compared. Decimal strings are compared exactly. */
function compare(given: unknown, limit: string | number): number | undefined {
  if (typeof given === 'number' && typeof limit === 'number') {
    return Number.isNaN(given) || Number.isNaN(limit) ? undefined : Math.sign(given - limit);
  }
  if (typeof given !== 'string' || typeof limit !== 'string') return undefined;
  if (!DECIMAL.test(given) || !DECIMAL.test(limit)) return undefined;
  const digits = Math.max(decimals(given), decimals(limit));
  const difference = scaled(given, digits) - scaled(limit, digits);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function decimals(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

function scaled(text: string, digits: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** The bounds that can be set on a call: for its arguments that are single values. */
export function possibleBounds(input: unknown): PossibleBound[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return Object.entries(input).flatMap(([argument, value]): PossibleBound[] => {
    if (typeof value === 'number') return [{ argument, is: ['equal', 'most', 'least'], value }];
    if (typeof value === 'boolean') return [{ argument, is: ['equal'], value }];
    if (typeof value !== 'string') return [];
    return [{ argument, is: DECIMAL.test(value) ? ['equal', 'most', 'least'] : ['equal'], value }];
  });
}

/** Where and for how long a grant holds. */
export interface GrantScope {
  /** Only in the chat in which it was given. */
  thisChat: boolean;
  /** How often; null: unlimited. */
  times: number | null;
  /** ISO 8601, UTC; null: unlimited. */
  until: string | null;
}

const IS = { equal: 'is', same: 'is', most: 'is at most', least: 'is at least' };
const KINDS: Record<Kind, string> = { string: 'any text', number: 'any number', boolean: 'true or false' };

/** What a grant allows, as people read it. Names and values may contain hidden characters: display them with care. */
export function grantSentence(title: string, bounds: readonly KeptBound[], scope: GrantScope): string {
  const { thisChat, times, until } = scope;
  const limits = [
    thisChat ? 'in this chat' : 'in every chat',
    ...(times === null ? [] : [times === 1 ? 'once' : `${times} times`]),
    ...(until === null ? [] : [`until ${until.slice(0, 16).replace('T', ' ')} UTC`]),
  ];
  const conditions = bounds.map(conditionOf);
  const when = conditions.length > 0 ? `, when ${conditions.join(' and ')}` : '';
  return `${title} runs without asking ${limits.join(', ')}${when}.`;
}

function conditionOf(bound: KeptBound): string {
  if (bound.is === 'only') return bound.arguments.length > 0 ? 'nothing else is given' : 'nothing is given';
  if (bound.is === 'any') return `${bound.argument} may be ${KINDS[bound.kind]}`;
  return `${bound.argument} ${IS[bound.is]} ${JSON.stringify(bound.value)}`;
}
