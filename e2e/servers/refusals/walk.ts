/** Every schema inside a tool's parameters, with its path: the input of the refusal rules. */

export type Node = Record<string, unknown>;

export interface SentTool {
  name: string;
  description?: string;
  parameters?: unknown;
}

export interface Place {
  /** Keywords and names on the path, such as `properties`, `paths`, `items`. */
  path: readonly string[];
  node: unknown;
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', '$defs', 'definitions', 'patternProperties'];
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'propertyNames', 'contains'];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema itself first, then the nested ones. */
export function* places(schema: unknown, path: readonly string[] = []): Generator<Place> {
  yield { path, node: schema };
  if (!isNode(schema)) return;
  for (const key of MAPS) {
    const members = schema[key];
    if (!isNode(members)) continue;
    for (const [name, member] of Object.entries(members)) yield* places(member, [...path, key, name]);
  }
  for (const key of [...LISTS, 'items']) {
    const members = schema[key];
    if (!Array.isArray(members)) continue;
    for (const [at, member] of members.entries()) yield* places(member, [...path, key, String(at)]);
  }
  for (const key of SINGLE) if (isNode(schema[key])) yield* places(schema[key], [...path, key]);
}
