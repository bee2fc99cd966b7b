/**
 * JSON Schemas as servers write them: anything may stand anywhere. The helpers with which all rules of this folder read
 * them.
 */

export type Node = Record<string, unknown>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Unique names in a list such as `required`. */
export function namesIn(value: unknown): string[] {
  return [...new Set(listOf(value).filter((name) => typeof name === 'string'))];
}

const LISTS = ['type', 'required', 'enum', 'prefixItems', 'items', 'allOf', 'anyOf', 'oneOf'];
/** Most keywords are merely skipped. */
const KEYS_A_STEP = 10;
const CHARACTERS_A_STEP = 100;

/** The cost of visiting a schema without descending into it: of what it lists, whether any of it is kept or not. */
export function stepsOf(node: Node): number {
  const listed = LISTS.reduce((sum, key) => sum + listOf(node[key]).length, 0);
  const members = isNode(node.properties) ? Object.keys(node.properties).length : 0;
  return 1 + listed + members + Object.keys(node).length / KEYS_A_STEP + valuesIn(node) / CHARACTERS_A_STEP;
}

/** Characters of a schema's values that are shown, which may be lists and objects of any size. */
function valuesIn(node: Node): number {
  const values = ['const', 'default', 'enum'].flatMap((key) => (Object.hasOwn(node, key) ? [node[key]] : []));
  return values.length === 0 ? 0 : JSON.stringify(values).length;
}

export function numberIn(node: Node, key: string): number | undefined {
  const value = node[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Merges two maps of schemas by name: a name in both must satisfy both. */
export function joined(one: unknown, other: unknown): Node {
  const [first, second] = [isNode(one) ? one : {}, isNode(other) ? other : {}];
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  // Through entries, so that a name such as `__proto__` stays a name.
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(second, name)) return [name, first[name]];
      if (!Object.hasOwn(first, name)) return [name, second[name]];
      return [name, { allOf: [first[name], second[name]] }];
    }),
  );
}

/** What one value must satisfy at once. If both constrain the same thing and cannot be merged, the first one counts. */
export function both(one: Node, other: Node): Node {
  const properties = joined(one.properties, other.properties);
  const required = [...new Set([...namesIn(one.required), ...namesIn(other.required)])];
  const items = isNode(one.items) && isNode(other.items) ? { allOf: [one.items, other.items] } : undefined;
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(items && { items }),
  };
}
