/**
 * The schema of a tool's input in a form that every provider accepts: one type per node, objects with `properties`,
 * lists with `items`, references inlined, unions only below the root, and no keyword that some API does not know. It is
 * looser than the original, never stricter, and only for the model: calls are checked, pinned and hashed by what the
 * server declared. Its size is limited, however the original is built. What providers refuse: `e2e/servers/refusals`.
 */
import { readable } from '@/lib/values/text';
import { byChoice, choicesOf } from './choices';
import { described, hintsOf, unnamedHint } from './hints';
import { both, isNode, listOf, type Node, namesIn, stepsOf } from './node';
import { referenced } from './references';
import { rootUnion } from './root-union';
import { anything, counts, simple, type Type, typesOf } from './types';

/** Of all nodes together, including their texts. */
const MAX_WEIGHT = 2_500;
const CHARACTERS_A_UNIT = 60;
const CHARACTERS_OF_OTHERS = 10;
/** A node that may be anything becomes about a dozen nodes. */
const WEIGHT_OF_ANYTHING = 10;
const MAX_DEPTH = 12;
/** The most schemas visited, with everything they list, even if references are circular or repeat. */
const MAX_STEPS = 40_000;
/** References on the path to one place. */
const MAX_WAY = 100;
/** Nesting of parts, and chains of references. */
const MAX_WITHIN = 200;
/** At most as many members are mentioned as there may be nodes. */
const MAX_MEMBERS = MAX_WEIGHT;
/** How often a reference is inlined within itself. */
const MAX_REPEATS = 1;
const MAX_BRANCHES = 20;
/** Names of members that every provider accepts. */
const MEMBER = /^[A-Za-z0-9_.-]{1,64}$/;

/** A schema reduced to its plain form, without references and `allOf`, and the references that led to it. */
interface Plain {
  /** Null if nothing is known about it. */
  node: Node | null;
  path: readonly string[];
}

/** The root is always an object. */
export function modelSchema(schema: unknown): Node {
  return shown(new Opening(schema).root());
}

/**
 * The same without invisible characters in its texts; names and choices stay as they are, since the model returns them.
 */
function shown(node: Node): Node {
  const entries = Object.entries(node).map(([key, value]): [string, unknown] => {
    if (key === 'description' && typeof value === 'string') return [key, readable(value)];
    if (key === 'properties' && isNode(value)) {
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one as Node)])),
      ];
    }
    if (key === 'items' && isNode(value)) return [key, shown(value)];
    return [key, key === 'anyOf' ? listOf(value).map((one) => shown(one as Node)) : value];
  });
  return Object.fromEntries(entries);
}

class Opening {
  private weight = 0;
  private steps = 0;

  constructor(private readonly document: unknown) {}

  root(): Node {
    const { node, path } = this.plain(this.document, ['#']);
    if (!node) return { type: 'object', properties: {} };
    const { anyOf, oneOf, ...base } = node;
    const branches = this.branches([...listOf(anyOf), ...listOf(oneOf)], path, 3);
    return this.object(rootUnion(base, branches), path, 0);
  }

  /** The alternatives that are objects, including nested ones. */
  private branches(list: readonly unknown[], path: readonly string[], depth: number): Node[] {
    const found = list.slice(0, MAX_BRANCHES).flatMap((one) => {
      const { node, path: inner } = this.plain(one, path);
      if (!node) return [];
      const { anyOf, oneOf, ...base } = node;
      const nested = [...listOf(anyOf), ...listOf(oneOf)];
      if (nested.length > 0 && depth > 0) {
        return this.branches(nested, inner, depth - 1).map((branch) => this.both(base, branch));
      }
      const types = typesOf(base);
      return types.length === 0 || types.includes('object') ? [base] : [];
    });
    // An alternative that was not visited may require nothing of what the others do.
    return list.length > MAX_BRANCHES || (list.length > 0 && this.isFull) ? [...found, {}] : found;
  }

  private build(schema: unknown, path: readonly string[], depth: number): Node {
    if (this.isFull || depth > MAX_DEPTH) return this.opened(schema);
    const { node, path: inner } = this.plain(schema, path);
    if (!node) return withWords(this.anything(), schema);
    this.weight += 1 + wordsIn(node) / CHARACTERS_A_UNIT;
    const { anyOf, oneOf, ...base } = node;
    const branches = listOf(anyOf).length > 0 ? listOf(anyOf) : listOf(oneOf);
    if (branches.length > 0) return this.union(base, branches, inner, depth);
    const choices = choicesOf(node);
    const made = choices ? byChoice(node, choices) : this.byType(node, inner, depth);
    const isNullable = node.nullable === true && !made.some(({ type }) => type === 'null');
    if (made.length === 0) return withWords(this.anything(), described(node, unknownType(node)));
    return anyOfThese(isNullable ? [...made, { type: 'null' }] : made, node);
  }

  private get isFull(): boolean {
    return this.weight > MAX_WEIGHT || this.steps > MAX_STEPS;
  }

  private both(one: Node, other: Node): Node {
    this.steps += stepsOf(one) + stepsOf(other);
    return both(one, other);
  }

  private anything(): Node {
    this.weight += WEIGHT_OF_ANYTHING;
    return anything();
  }

  private byType(node: Node, path: readonly string[], depth: number): Node[] {
    return typesOf(node).map((type: Type) => {
      if (type === 'object') return this.object(node, path, depth);
      if (type === 'array') return this.array(node, path, depth);
      return simple(type, node);
    });
  }

  private union(base: Node, branches: readonly unknown[], path: readonly string[], depth: number): Node {
    const { description, nullable, ...rest } = base;
    if (branches.length > MAX_BRANCHES) return withWords(this.anything(), base);
    const made = branches.flatMap((branch) => {
      const { node, path: inner } = this.plain(branch, path);
      const built = this.build(node ? this.both(node, rest) : true, inner, depth + 1);
      return Array.isArray(built.anyOf) ? (built.anyOf as Node[]) : [built];
    });
    return anyOfThese(nullable === true ? [...made, { type: 'null' }] : made, { description });
  }

  private object(node: Node, path: readonly string[], depth: number): Node {
    const declared = Object.entries(isNode(node.properties) ? node.properties : {});
    const known = new Set(declared.map(([name]) => name));
    const wanted = namesIn(node.required).filter((name) => !known.has(name));
    // Members that must be absent are not mentioned; required members without a description may be anything.
    const members = [
      ...declared.filter(([, schema]) => schema !== false),
      ...wanted.map((name) => [name, true] as const),
    ].slice(0, MAX_MEMBERS);
    const named = members.filter(([name]) => MEMBER.test(name));
    const unnamed = members.filter(([name]) => !MEMBER.test(name));
    const properties = new Map<string, Node>();
    for (const [name, schema] of named) {
      // The limit is reached: members that are not mentioned may be given nevertheless.
      if (this.isFull) break;
      properties.set(name, this.build(schema, path, depth + 1));
    }
    const required = namesIn(node.required).filter((name) => properties.has(name));
    return {
      type: 'object',
      ...described(node, [...hintsOf(node), ...unnamedHint(unnamed)]),
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    };
  }

  /** Tuples: each entry may be what any of its positions allows. */
  private array(node: Node, path: readonly string[], depth: number): Node {
    const places = [node.prefixItems, node.items].find(Array.isArray) ?? [];
    const rest = Array.isArray(node.items) ? node.additionalItems : node.items;
    const all = rest === undefined && places.length > 0 ? [...places, true] : [...places, rest];
    const items = places.length > 0 ? { anyOf: all.filter((one) => one !== false) } : rest;
    return {
      type: 'array',
      ...described(node, hintsOf(node)),
      items: this.build(isNode(items) ? items : true, path, depth + 1),
      ...counts(node, 'minItems', 'maxItems'),
    };
  }

  /** With references and `allOf` inlined. What cannot be resolved, or would never end, may be anything. */
  private plain(schema: unknown, path: readonly string[], within = 0): Plain {
    this.steps += isNode(schema) ? stepsOf(schema) : 1;
    if (!isNode(schema) || this.steps > MAX_STEPS || within > MAX_WITHIN) return { node: null, path };
    const { $ref, allOf, ...own } = schema;
    const parts = listOf(allOf).slice(0, MAX_BRANCHES);
    if (typeof $ref !== 'string' && parts.length === 0) return { node: own, path };
    let node: Node | null = Object.keys(own).length > 0 ? own : null;
    let inner = path;
    const add = (plain: Plain) => {
      if (plain.node) node = node ? this.both(node, plain.node) : plain.node;
      inner = plain.path;
    };
    if (typeof $ref === 'string') {
      const repeats = path.filter((one) => one === $ref).length;
      const target = path.length < MAX_WAY ? referenced(this.document, $ref) : undefined;
      if (repeats <= MAX_REPEATS) add(this.plain(target, [...path, $ref], within + 1));
      // An endless recursion: from here on only its type is given.
      else if (isNode(target) && typeof target.type === 'string') add({ node: { type: target.type }, path });
    }
    for (const part of parts) add(this.plain(part, inner, within + 1));
    return { node, path: inner };
  }

  /** What is too deep or too large is reduced to its type, without contents. */
  private opened(schema: unknown): Node {
    this.weight += WEIGHT_OF_ANYTHING;
    const [type, ...others] = isNode(schema) && !('$ref' in schema) ? typesOf(schema) : [];
    const isNullable = isNode(schema) && schema.nullable === true;
    if (type === undefined || others.length > 0 || isNullable) return anything(1);
    if (type === 'object') return { type, properties: {} };
    return type === 'array' ? { type, items: anything(1) } : { type };
  }
}

/**
 * A single alternative replaces the union; several become `anyOf`, beside which nothing else may stand, so the
 * description moves into the first of them.
 */
function anyOfThese(made: readonly Node[], { description }: Node): Node {
  const branches = [...new Map(made.map((one) => [JSON.stringify(one), one])).values()];
  const [first, ...others] = branches;
  if (!first) return withWords(anything(), { description });
  if (others.length === 0) return typeof description === 'string' ? { description, ...first } : first;
  return withWords({ anyOf: branches }, { description });
}

/** Characters of a node's description and of its listed values. */
function wordsIn({ description, enum: choices }: Node): number {
  const said = typeof description === 'string' ? readable(description).length : 0;
  return said + listOf(choices).reduce<number>((sum, choice) => sum + lengthOf(choice), 0);
}

/** Choices that are not texts become a few words. */
function lengthOf(choice: unknown): number {
  return typeof choice === 'string' ? choice.length : CHARACTERS_OF_OTHERS;
}

function unknownType({ type }: Node): string[] {
  return typeof type === 'string' ? [`type: ${type.slice(0, 50)}`] : [];
}

function withWords({ anyOf, ...node }: Node, schema: unknown): Node {
  const description: unknown = isNode(schema) ? schema.description : undefined;
  const [first, ...others] = listOf(anyOf) as Node[];
  if (typeof description !== 'string' || !first || first.description !== undefined) return { ...node, anyOf };
  return { ...node, anyOf: [{ ...first, description }, ...others] };
}
