/** Schemas of a single type, for which all providers accept the same few keywords. */
import { described, hintsOf, KEPT_FORMAT, MAX_COUNT } from './hints';
import { type Node, numberIn } from './node';

export const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;
export type Type = (typeof TYPES)[number];

const KNOWN: ReadonlySet<unknown> = new Set(TYPES);

/** The types that a schema names, or that its keywords apply to; none if it may be anything. */
export function typesOf(node: Node): Type[] {
  const named = Array.isArray(node.type) ? node.type : node.type === undefined ? [] : [node.type];
  if (named.length > 0) return named.every((type) => KNOWN.has(type)) ? [...new Set(named as Type[])] : [];
  if ('properties' in node || 'additionalProperties' in node || 'required' in node) return ['object'];
  if ('items' in node || 'prefixItems' in node) return ['array'];
  return [];
}

/** A text, number, boolean or null; what is dropped goes into the description. */
export function simple(type: Exclude<Type, 'array' | 'object'>, node: Node): Node {
  const said = described(node, hintsOf(node));
  if (type === 'string') {
    const format = node.format === KEPT_FORMAT ? { format: KEPT_FORMAT } : {};
    return { type, ...said, ...format, ...counts(node, 'minLength', 'maxLength') };
  }
  if (type === 'number' || type === 'integer') return { type, ...said, ...bounds(type, node) };
  return { type, ...said };
}

/** Lengths and numbers of entries that are integers and not too large. */
export function counts(node: Node, ...keys: string[]): Node {
  const kept = keys.flatMap((key) => {
    const value = numberIn(node, key);
    return value !== undefined && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT
      ? [[key, value] as const]
      : [];
  });
  return Object.fromEntries(kept);
}

/** An exclusive bound becomes the next integer, or for other numbers the bound itself: looser by one value. */
function bounds(type: 'number' | 'integer', node: Node): Node {
  const step = type === 'integer' ? 1 : 0;
  const least = [numberIn(node, 'minimum'), shifted(node, 'exclusiveMinimum', step)];
  const most = [numberIn(node, 'maximum'), shifted(node, 'exclusiveMaximum', -step)];
  const minimum = Math.max(...least.filter((value) => value !== undefined));
  const maximum = Math.min(...most.filter((value) => value !== undefined));
  return {
    ...(Number.isFinite(minimum) && { minimum }),
    ...(Number.isFinite(maximum) && { maximum }),
  };
}

function shifted(node: Node, key: string, step: number): number | undefined {
  const bound = numberIn(node, key);
  if (bound === undefined || !Number.isInteger(bound)) return bound;
  return bound + step;
}

/** A value that may be anything, in types that all providers accept. It ends at lists of lists of lists. */
export function anything(depth = 2): Node {
  const plain = (['string', 'number', 'boolean', 'null'] as const).map((type): Node => ({ type }));
  const object = { type: 'object', properties: {} };
  const list = depth > 0 ? [{ type: 'array', items: anything(depth - 1) }] : [];
  return { anyOf: [...plain, object, ...list] };
}
